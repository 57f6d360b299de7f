/** What must be true after every run, whatever went wrong in it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openBusMemory } from '../../../src/app/memory/bus-memory.ts';
import { assembleTools } from '../../../src/app/wiring/assemble-tools.ts';
import { wire } from '../../../src/app/wiring/wire.ts';
import { there } from '../../../src/contracts/late.ts';
import type { Entry } from '../../../src/journal/entry.ts';
import { journalPath } from '../../../src/journal/files.ts';
import { busAddress } from '../../../src/laws/network/bus-address.ts';
import type { Keeper } from '../../../src/memory/keeper.ts';
import { copyOf, logOf } from '../../support/bus-place.ts';
import { replayed } from '../../support/replay.ts';
import { settingsFor } from '../../support/settings.ts';
import type { Played } from './play.ts';
import { chaosModel, chaosTask, countsIn, rightCounts, ringTool } from './task.ts';

/** How a run went, for people who read the results of many: how often another process continued, claims that were lost to another worker, late answers, and what was said about calls whose result is unknown. */
export type Summary = {
  readonly ended: string;
  readonly entries: number;
  readonly resumed: number;
  readonly claims: number;
  readonly lost: number;
  readonly late: number;
  readonly asked: readonly string[];
};

export async function check({ bus, url, data, cwd, rung }: Played, folder: string): Promise<Summary> {
  const text = await logOf(bus, chaosTask);
  const entries: readonly Entry[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const copies = data.filter((each) => existsSync(journalPath(each, chaosTask))).map((each) => copyOf({ data: each }, chaosTask));
  expect(copies).toContain(text);
  for (const copy of copies) expect(text.startsWith(copy), 'a copy is the beginning of the log').toBe(true);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at));
  const ends = entries.flatMap((entry) => (entry.kind === 'message' && entry.type === 'FinalResult' ? [entry.payload] : []));
  expect(ends).toHaveLength(1);
  expect((await replayed(replayingHost(), entries)).entries).toEqual(entries);

  const outcomes = entries.flatMap((entry) => (entry.kind === 'outcome' ? [entry] : []));
  expect(new Set(outcomes.map(({ key }) => key)).size).toBe(outcomes.length);
  const asked = entries.flatMap((entry) => (entry.kind === 'message' && entry.type === 'InterruptedReply' ? [entry.payload.answer] : []));
  const isStopped = asked.includes('stop'); // the one case in which the task may end differently
  for (const [bell, times] of rung) expect(times, `the ${bell} bell`).toBeLessThanOrEqual(1);
  if (!isStopped) {
    expect(ends).toMatchObject([{ directive: 'accept', reason: 'met' }]);
    expect([...rung.values()]).toEqual([1, 1, 1]);
    expect(countsIn(cwd)).toEqual(rightCounts);
  }
  const claims = entries.flatMap((entry) => (entry.kind === 'claim' ? [entry] : []));
  expect(claims.map(({ number }) => number)).toEqual(claims.map((_, at) => at + 1));
  const memories = await expectAlike(url, [...data, join(folder, 'late')]);
  if (!isStopped) expect(memories).toBeGreaterThan(0);
  const [end] = ends;
  return {
    ended: `${end?.directive} ${end?.reason}`,
    entries: entries.length,
    resumed: entries.filter((entry) => entry.kind === 'pause' && entry.resumed).length,
    claims: claims.length,
    lost: claims.filter(({ why }) => why !== undefined).length,
    late: entries.filter(({ kind }) => kind === 'late').length,
    asked,
  };
}

/** A host whose tasks have the tools of the chaos test, and no effects. */
function replayingHost() {
  const data = '/nonexistent';
  const assembled = assembleTools({ data, env: {}, tools: (own) => [...own, ringTool('')] });
  return wire({ settings: settingsFor({ data, workspace: data }), model: chaosModel(), assembled: there(assembled) });
}

const all = { after: null, limit: 999 };

/**
 * The replicas of these data folders hold the same records to the byte, and the same potentials; one of them joins late, and has only what is on the
 * bus. Returns how many records.
 */
async function expectAlike(url: string, folders: readonly string[]): Promise<number> {
  const now = new Date();
  const open = (data: string) => openBusMemory({ data, address: busAddress(url), clock: () => now, onNotice: () => {} });
  const keepers = await Promise.all(folders.map(open));
  try {
    for (const keeper of keepers) expect(await keeper.sync({ ms: 10_000 })).toEqual({ reached: true });
    const [first, ...others] = await Promise.all(keepers.map((keeper) => keeper.exportFrom(all)));
    for (const other of others) expect(JSON.stringify(other)).toBe(JSON.stringify(first));
    const [potentials, ...otherPotentials] = await Promise.all(keepers.map(potentialsOf));
    for (const each of otherPotentials) {
      expect(each.map(({ tag }) => tag)).toEqual(potentials?.map(({ tag }) => tag));
      for (const [at, { attention, decision }] of each.entries()) {
        expect(attention).toBeCloseTo(potentials?.[at]?.attention ?? Number.NaN, 9);
        expect(decision).toBeCloseTo(potentials?.[at]?.decision ?? Number.NaN, 9);
      }
    }
    return first?.kept.length ?? 0;
  } finally {
    await Promise.all(keepers.map((keeper) => keeper.close()));
  }
}

async function potentialsOf(keeper: Keeper) {
  const { tags } = await keeper.tags({ space: null, limit: 999 });
  return tags
    .map(({ space, entity, attention, decision }) => ({ tag: `${space} ${entity}`, attention, decision }))
    .toSorted((a, b) => (a.tag < b.tag ? -1 : 1));
}
