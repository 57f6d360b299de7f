import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldenEntries, goldenNames, goldenPath } from '../../../test/support/golden-entries.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { Entry } from '../../journal/entry.ts';
import { createShowing, createStops, type Stops } from './walk-stops.ts';

function stopsOf(entries: readonly Entry[], differing: readonly number[] = []): Stops {
  const stops = createStops();
  for (const entry of entries) {
    if (differing.includes(entry.seq)) stops.differs(entry.seq);
    stops.add(entry);
  }
  return stops;
}

const never = new AbortController().signal;

describe('the stops of a walk', () => {
  test.each(goldenNames)('begin with the goal, end with the end, and leave out no decision: %s', (name) => {
    const entries = goldenEntries(name);
    const { seqs, measured } = stopsOf(entries);
    expect([seqs.at(0), seqs.at(-1)]).toEqual([1, entries.length - 1]);
    const decisions = entries.filter(({ kind }) => kind === 'decision').map(({ seq }) => seq);
    expect(seqs.filter((seq) => decisions.includes(seq))).toEqual(decisions);
    expect(measured.length).toBeGreaterThan(0);
    const asked = entries.filter(({ kind }) => kind === 'intent').map(({ seq }) => seq);
    expect(seqs.filter((seq) => asked.includes(seq))).toEqual(asked);
  });

  test('are also where something came out differently, whether or not it has rows', () => {
    const entries = goldenEntries('another-tool');
    expect(stopsOf(entries).seqs).not.toContain(5);
    expect(stopsOf(entries, [5]).seqs).toContain(5);
  });
});

describe('what a stop shows', () => {
  test('is the same in whatever order stops are visited, even after they were forgotten', async () => {
    const path = goldenPath('giving-up');
    const stops = stopsOf(goldenEntries('giving-up'));
    await using inOrder = createShowing(path, stops, never);
    const all = new Map<number, unknown>();
    for (const seq of stops.seqs) all.set(seq, await inOrder.show(seq, 80));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...stops.seqs), { maxLength: 8 }), async (wanted) => {
        await using showing = createShowing(path, stops, never, 2);
        for (const seq of wanted) expect(await showing.show(seq, 80)).toEqual(all.get(seq));
      }),
      { numRuns: 20 },
    );
  });

  test('is what came in before it, and the decisions that this led to', async () => {
    await using showing = createShowing(goldenPath('another-tool'), stopsOf(goldenEntries('another-tool')), never);
    const { title, lines, comparison } = await showing.show(20, undefined);
    expect(title).toBe('R3 asks for a model step');
    expect(lines[0]).toMatch(/^R3 {4}read_file {4}The sea gives back/);
    expect(lines[1]).toContain('asks a model with 3 turns so far');
    expect(comparison).toBe('= decided the same way again');
  });

  test('says when code decides otherwise now, and what is not decided again', async () => {
    const entries = goldenEntries('another-tool');
    await using showing = createShowing(goldenPath('another-tool'), stopsOf(entries, [54]), never);
    expect((await showing.show(54, 80)).comparison).toMatch(/^≠/);
    expect((await showing.show(1, 80)).comparison).toMatch(/^·/);
  });

  test('is not waited for when the person stops', async () => {
    const stopped = new AbortController();
    await using showing = createShowing(goldenPath('talk'), stopsOf(goldenEntries('talk')), stopped.signal);
    await showing.show(1, 80);
    stopped.abort();
    await expect(showing.show(10, 80)).rejects.toThrow();
  });

  test('is that it is gone, if the journal has since lost it', async () => {
    const path = join(scratch(), 'cut.jsonl');
    writeFileSync(path, `${JSON.stringify(goldenEntries('talk')[0])}\n`);
    await using showing = createShowing(path, stopsOf(goldenEntries('talk')), never);
    expect((await showing.show(4, 80)).lines.join()).toContain('no longer in the journal');
  });

  test('holds its journal open no longer than the walk lasts', async () => {
    const path = join(scratch(), 'walked.jsonl');
    writeFileSync(path, readFileSync(goldenPath('giving-up'), 'utf8').padEnd(2 ** 20, ' ')); // larger than what is read at once
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((fd) => existsSync(`/proc/self/fd/${fd}`) && readlinkSync(`/proc/self/fd/${fd}`) === path);
    {
      await using showing = createShowing(path, stopsOf(goldenEntries('giving-up')), never);
      await showing.show(1, 80);
      expect(isOpen()).toBe(true);
    }
    await expect.poll(isOpen).toBe(false); // a stream closes its file a moment after `close`
  });
});
