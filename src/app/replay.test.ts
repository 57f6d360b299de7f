import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { startChild } from '../../test/support/child.ts';
import { goldenEntries, goldenNames, goldenPath } from '../../test/support/golden-entries.ts';
import { oneIn, sampled } from '../../test/support/sample.ts';
import { scratch } from '../../test/support/scratch.ts';
import { leavesOf, tamper } from '../../test/support/tamper.ts';
import type { ArtooError } from '../contracts/errors.ts';
import { messageId, type TaskId } from '../contracts/ids.ts';
import { jsonDifferences } from '../effects/json-differences.ts';
import { type Entry, journalFormat } from '../journal/entry.ts';
import { journalPath } from '../journal/files.ts';
import { isGiven } from '../journal/tape.ts';
import { type ReplayReport, replayTask } from './replay.ts';

let path = '';
beforeEach(() => {
  path = join(scratch(), 'task.jsonl');
});

const text = (name: string): string => readFileSync(goldenPath(name), 'utf8');
const linesOf = (name: string): string[] => text(name).trimEnd().split('\n');

function replayText(content: string | Buffer): Promise<ReplayReport> {
  writeFileSync(path, content);
  return replayTask({ path });
}
const replayLines = (lines: readonly string[]): Promise<ReplayReport> => replayText(lines.map((line) => `${line}\n`).join(''));
const replayEntries = (entries: readonly Entry[]): Promise<ReplayReport> => replayLines(entries.map((entry) => JSON.stringify(entry)));

const current = goldenNames.filter((name) => !name.includes('/'));
const older = goldenNames.filter((name) => name.includes('/'));

describe('a journal of the code as it is', () => {
  test.each(current)('is decided the same way again, as it is and compressed: %s', async (name) => {
    const entries = goldenEntries(name);
    const report = await replayTask({ path: goldenPath(name) });
    expect(report).toMatchObject({ task_id: name, entries: entries.length, differences: [], more: 0 });
    expect(report.lost).toBeUndefined();
    expect(entries.at(-1)).toMatchObject({ payload: report.result });
    expect(report.derived).toBe(entries.filter((entry) => !isGiven(entry)).length);
    path = `${path}.gz`;
    expect(await replayText(gzipSync(text(name)))).toEqual(report);
  });

  test('counts what was decided again', async () => {
    const { decisions } = await replayTask({ path: goldenPath('another-tool') });
    expect(decisions).toEqual({
      routes: 26,
      'calibrations by memory': 0,
      'plans validated': 3,
      'effects asked for': 23,
      'verdicts by check': 0,
      'verdicts by judges, weighed by code': 7,
      'verdicts by code alone': 0,
      gates: 2,
      measurements: 2,
      'directives with blocked sets': 1,
    });
    expect((await replayTask({ path: goldenPath('side-by-side') })).decisions['verdicts by check']).toBeGreaterThan(0);
  });

  test('counts no verdict for a judge that none gave', async () => {
    const { decisions } = await replayTask({ path: goldenPath('refusal') });
    expect(decisions).toMatchObject({ 'verdicts by judges, weighed by code': 0, 'verdicts by code alone': expect.any(Number) });
    expect(decisions['verdicts by code alone']).toBeGreaterThan(0);
  });

  test('is shown entry by entry, as it was recorded', async () => {
    const seen: Entry[] = [];
    await replayTask({ path: goldenPath('correction') }, { onEntry: (entry) => void seen.push(entry) });
    expect(seen).toEqual(goldenEntries('correction'));
  });
});

/** Later formats have only added new kinds of lines. */
const isSteady = (name: string): boolean => /^format-[34]\//.test(name);

describe('a journal of an earlier format', () => {
  test.each(older.filter((name) => !isSteady(name)))(
    'is not damage: it is followed until this code goes another way, and that is reported: %s',
    async (name) => {
      const entries = goldenEntries(name);
      const { format, differences, lost, entries: followed } = await replayTask({ path: goldenPath(name) });
      expect([`format-${format}`, format < journalFormat]).toEqual([name.slice(0, name.indexOf('/')), true]);
      expect(differences.length).toBeGreaterThan(0);
      expect(lost).toBe(`code now decides differently in entry ${followed}`);
      expect(followed).toBeLessThan(entries.length);
    },
  );

  test.each(older.filter(isSteady))('is followed to its end, or, once this code goes another way, until there: %s', async (name) => {
    const { format, differences, lost, entries: followed } = await replayTask({ path: goldenPath(name) });
    const isWhole = followed === goldenEntries(name).length;
    expect([`format-${format}`, lost]).toEqual([
      name.slice(0, name.indexOf('/')),
      isWhole ? undefined : `code now decides differently in entry ${followed}`,
    ]);
    if (!isWhole) return expect(differences).not.toEqual([]);
    const kinds = differences.flatMap(({ parts }) => parts.flatMap(({ recorded, computed }) => [typeof recorded, typeof computed]));
    expect(kinds.filter((kind) => kind !== 'string')).toEqual([]); // only words of prompts and reasons, and their hashes, have changed since
  });

  test.each(older)('is damaged where it is, whatever its format: %s', async (name) => {
    const lines = linesOf(name);
    await expect(replayLines(lines.toSpliced(3, 1))).rejects.toMatchObject({ code: 'journal_corrupt' });
  });
});

/** What code decides in an entry, without the time and its position. */
const decided = ['payload', 'input', 'inputs', 'result', 'name', 'from', 'to', 'reply_to'];

describe('a value that was changed', () => {
  test('is named with its entry, its path and both values, wherever it occurs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...current), fc.nat(), fc.nat(), async (name, which, leaf) => {
        const entries = goldenEntries(name);
        const derived = entries.filter((entry) => !isGiven(entry) && entry.kind !== 'open');
        const entry = derived[which % derived.length];
        const leaves = entry ? leavesOf(entry).filter(([first = '']) => decided.includes(String(first))) : [];
        const place = leaves[leaf % leaves.length];
        const tampered = entry && place && tamper(entry, place);
        fc.pre(tampered !== undefined);
        const { differences } = await replayEntries(entries.map((each) => (each === entry ? tampered : each)));
        const difference = differences.find(({ seq }) => seq === entry?.seq);
        expect(difference?.parts).toEqual(jsonDifferences(tampered, entry));
        expect(difference?.parts).toMatchObject([{ path: place?.join('.') }]);
      }),
      { numRuns: 150 / oneIn(10) },
    );
  });

  test('is found in every derived entry', async () => {
    const entries = goldenEntries('another-tool');
    const derived = entries.filter((each) => !isGiven(each) && each.kind !== 'open');
    for (const entry of sampled(derived, 4, (each) => (each.kind === 'message' ? each.type : each.kind))) {
      const [tampered] = leavesOf(entry).flatMap((place) => (decided.includes(String(place[0])) ? (tamper(entry, place) ?? []) : []));
      expect(tampered, `${entry.seq}`).toBeDefined();
      const { differences } = await replayEntries(entries.map((each) => (each === entry && tampered ? tampered : each)));
      expect(
        differences.map(({ seq }) => seq),
        `${entry.seq}`,
      ).toContain(entry.seq);
    }
  });

  type Changed = readonly [what: string, golden: string, type: string, path: readonly (string | number)[], value: unknown];
  test.each<Changed>([
    ['a distance', 'another-tool', 'PlanDirective', ['payload', 'loss', 'D'], 0.5],
    ['a gradient', 'giving-up', 'PlanDirective', ['payload', 'grad_l'], -0.5],
    ['a directive', 'another-tool', 'PlanDirective', ['payload', 'directive'], 'refine'],
    ['what is blocked', 'another-tool', 'PlanDirective', ['payload', 'blocked_tools', 0], 'shell'],
    ['a blocked call', 'another-path', 'PlanDirective', ['payload', 'blocked_targets', 0, 'target'], 'other'],
    ['a verdict', 'another-tool', 'SubTaskOutcome', ['payload', 'criteria_verdicts', 0, 'verdict'], 'pass'],
    ['a gate', 'another-tool', 'ReplanRequest', ['payload', 'correction_count'], 0],
    ['a cost', 'first-task', 'FinalResult', ['payload', 'cost', 'model_calls'], 1],
    ['an end', 'first-task', 'FinalResult', ['payload', 'directive'], 'abandon'],
    ['a measurement', 'another-tool', 'decision of R7', ['result', 'loss', 'Omega'], 0.9],
    ['a reason against a plan', 'another-tool', 'decision of R2', ['result', 'reasons', 0], 'because'],
    ['what a tool was asked', 'first-task', 'tool effect', ['input', 'tool'], 'shell'],
  ])('is reported as it was and as it is now: %s', async (_, golden, type, place, value) => {
    const entries = goldenEntries(golden);
    const isMeant = (entry: Entry) => nameOf(entry).startsWith(type) && (type !== 'decision of R2' || at(entry, place) !== undefined);
    const meant = entries.find(isMeant);
    const changed = meant && (withValue(meant, place, value) as Entry);
    const { differences } = await replayEntries(entries.map((entry) => (entry === meant && changed ? changed : entry)));
    expect(differences.find(({ seq }) => seq === meant?.seq)).toMatchObject({
      what: expect.stringContaining(type),
      parts: [{ path: place.join('.'), recorded: value, computed: meant && at(meant, place) }],
    });
  });

  test('does not hide what follows: the recorded value counts', async () => {
    const entries = goldenEntries('another-tool');
    const change = (seq: number, place: readonly (string | number)[], value: unknown) => (entry: Entry) =>
      entry.seq === seq ? (withValue(entry, place, value) as Entry) : entry;
    const [first = -1, last = -1] = ['DispatchManifest', 'OutcomeSummary'].map((type) =>
      entries.findIndex((entry) => nameOf(entry) === type),
    );
    const { differences, lost } = await replayEntries(
      entries.map(change(first, ['payload', 'fingerprint'], 'other')).map(change(last, ['payload', 'summary'], 'other')),
    );
    expect(lost).toBeUndefined();
    expect(differences.map(({ seq }) => seq)).toEqual([first, last, last + 2]); // from then on, the result contains the wrong summary
  });

  test('of what was given is not compared, but shows in what follows from it', async () => {
    const entries = goldenEntries('another-tool');
    const heard = entries.find((entry) => entry.kind === 'outcome' && JSON.stringify(entry).includes('I count 20'));
    const tampered = JSON.parse(JSON.stringify(heard).replace('I count 20', 'I count 22')) as Entry;
    const { differences, decisions } = await replayEntries(entries.map((entry) => (entry === heard ? tampered : entry)));
    expect(differences[0]).toMatchObject({ seq: 22, what: 'ExecutionResult', parts: [{ path: 'payload.output' }] });
    expect(differences.map(({ seq }) => seq)).not.toContain(heard?.seq);
    expect(decisions.measurements).toBe(2);
  });

  test('of what the person said is not compared, but shows in what follows from it', async () => {
    const entries = goldenEntries('talk').map((entry) =>
      entry.seq === 1 ? (withValue(entry, ['payload', 'text'], 'Who?') as Entry) : entry,
    );
    const { differences } = await replayEntries(entries);
    expect(differences[0]).toMatchObject({ seq: 2, what: 'model effect 0.0.0/R1/1.0' });
  });

  test('that leads to another kind of entry ends the replay there, with both kinds', async () => {
    const entries = goldenEntries('another-tool');
    const plan = entries.find((entry) => entry.kind === 'outcome' && entry.key === '1.0.0/R2/1.0');
    const unreadable = withValue(plan, ['result', 'value', 'text'], 'no plan at all') as Entry;
    const { differences, lost, entries: followed } = await replayEntries(entries.map((entry) => (entry === plan ? unreadable : entry)));
    expect(differences).toMatchObject([{ seq: 10, what: 'decision of R2', parts: [{ path: '', computed: 'model effect 1.0.0/R2/1.1' }] }]);
    expect(lost).toContain('entry 10');
    expect(followed).toBe(10);
  });

  test('is reported fifty times, and counted from then on', async () => {
    const says = (type: string) =>
      ['ExecutionResult', 'SubTaskOutcome', 'CorrectionSignal', 'DispatchManifest', 'ReplanRequest'].includes(type);
    const entries = goldenEntries('giving-up').map((entry) => {
      if (entry.kind === 'intent') return withValue(entry, ['input', 'system'], 'x') as Entry;
      if (entry.kind !== 'message' || !says(entry.type)) return entry;
      const place = leavesOf(entry).find((path) => /^(?:output|what_to_do|fingerprint|gap_summary)$/.test(String(path.at(-1))));
      return (place && tamper(entry, place)) ?? entry;
    });
    writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    const heard: number[] = [];
    const { differences, more } = await replayTask({ path }, { onDifference: (seq) => void heard.push(seq) });
    expect(differences).toHaveLength(50);
    expect(more).toBeGreaterThan(0);
    expect(heard).toHaveLength(50 + more);
    expect(heard.slice(0, 50)).toEqual(differences.map(({ seq }) => seq));
  });
});

describe('a journal that is not whole', () => {
  const failing = (promise: Promise<unknown>): Promise<ArtooError> =>
    promise.then(
      (report) => expect.fail(`it was replayed: ${JSON.stringify(report)}`),
      (error) => error,
    );

  test('ends where it ends: every beginning of it is decided the same way again', async () => {
    const lines = linesOf('another-tool');
    for (let end = 1; end < lines.length; end += oneIn(3)) {
      const report = await replayLines(lines.slice(0, end));
      expect(report, `${end}`).toMatchObject({ entries: end, differences: [] });
      expect([report.result, report.lost], `${end}`).toEqual([undefined, undefined]);
    }
  });

  test('with a torn tail ends before it', async () => {
    const [last = '', ...others] = linesOf('first-task').toReversed();
    const whole = others.toReversed().map((line) => `${line}\n`);
    expect(await replayText(`${whole.join('')}${last.slice(0, 40)}`)).toMatchObject({ entries: whole.length, differences: [] });
  });

  test.each<[string, (lines: string[], at: number) => string[]]>([
    ['an entry is missing', (lines, at) => lines.toSpliced(at, 1)],
    ['an entry is there twice', (lines, at) => lines.toSpliced(at, 0, lines[at] ?? '')],
    ['two entries have changed places', (lines, at) => lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '')],
    ['a line is no JSON', (lines, at) => lines.toSpliced(at, 1, '{"kind":')],
    ['a line is empty', (lines, at) => lines.toSpliced(at, 0, '')],
    ['a kind is unknown', (lines, at) => lines.toSpliced(at, 1, (lines[at] ?? '').replace(/"kind":"\w+"/, '"kind":"dream"'))],
    ['a value is not what it must be', (lines, at) => lines.toSpliced(at, 1, (lines[at] ?? '').replace(/"ts":"[^"]+"/, '"ts":"now"'))],
  ])('is refused with the line when %s, wherever it is', async (_, change) => {
    const lines = linesOf('side-by-side');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: lines.length - 2 }), async (at) => {
        const { code, message } = await failing(replayLines(change(lines, at)));
        expect(code).toBe('journal_corrupt');
        expect(message).toMatch(/^line \d+ of .*task\.jsonl: /);
      }),
      { numRuns: 20 / oneIn(2) },
    );
  });

  test('is never accepted as complete if an entry was left out, even if all numbers were adjusted', async () => {
    const entries = goldenEntries('another-path');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: entries.length - 2 }), async (at) => {
        const mended = entries
          .toSpliced(at, 1)
          .map((entry, seq) => (entry.kind === 'message' ? { ...entry, seq, id: messageId(entry.task_id, seq) } : { ...entry, seq }));
        const report = await replayEntries(mended).catch((error: ArtooError) => error.code);
        if (typeof report === 'string') expect(report).toBe('journal_corrupt');
        else expect(report.differences.length > 0 || report.lost !== undefined).toBe(true);
      }),
      { numRuns: 40 / oneIn(2) },
    );
  });

  test.each([
    ['nothing', '', 'journal_empty'],
    ['half a line', '{"kind":"open","seq":0', 'journal_empty'],
    ['no open entry', `${linesOf('talk')[1]}\n`, 'journal_corrupt'],
    ['a newer format', text('talk').replace(/"format":\d+/, `"format":${journalFormat + 1}`), 'journal_too_new'],
    ['a newer format of another shape', `{"format":${journalFormat + 1},"all":"else"}\n`, 'journal_too_new'],
    ['something behind its end', `${text('talk')}${linesOf('talk').at(-1)}\n`, 'journal_corrupt'],
    ['bytes that are not text', Buffer.concat([Buffer.from(text('talk').slice(0, 900)), Buffer.from([0xff, 0x0a])]), 'journal_corrupt'],
  ])('is refused when it holds %s', async (_, content, code) => {
    expect(await failing(replayText(content))).toMatchObject({ code });
  });

  test('is refused if it does not exist, is not a file, or is not what its name says', async () => {
    expect(await failing(replayTask({ path }))).toMatchObject({ code: 'journal_missing' });
    await mkdir(path);
    expect(await failing(replayTask({ path }))).toMatchObject({ code: 'journal_unreadable' });
    path = `${path}.gz`;
    expect(await failing(replayText('not compressed'))).toMatchObject({ code: 'journal_corrupt' });
    expect(await failing(replayText(gzipSync(text('talk')).subarray(0, -20)))).toMatchObject({ code: 'journal_corrupt' });
  });

  test('is followed as far as it goes while another process writes it', async () => {
    const data = scratch();
    const child = await startChild('holds-journal.ts', [data, 'held']);
    await child.line('ready');
    const report = await replayTask({ path: journalPath(data, 'held' as TaskId) });
    expect(report).toMatchObject({ task_id: 'held', entries: 1, differences: [] });
    expect(report.result).toBeUndefined();
  });
});

test('keys in another order are a difference without parts', async () => {
  const turned = goldenEntries('talk').map((entry) =>
    entry.kind === 'intent' ? { ...entry, input: Object.fromEntries(Object.entries(entry.input as object).toReversed()) } : entry,
  );
  const { differences } = await replayEntries(turned as readonly Entry[]);
  expect(differences).toMatchObject([{ parts: [] }, { parts: [] }]);
});

test('a watcher can stop it', async () => {
  const stopped = new Error('enough');
  const watching = replayTask(
    { path: goldenPath('talk') },
    {
      onEntry: ({ seq }) => {
        if (seq === 3) throw stopped;
      },
    },
  );
  await expect(watching).rejects.toMatchObject({ cause: stopped });
});

const at = (value: unknown, [key, ...rest]: readonly (string | number)[]): unknown =>
  key === undefined ? value : at((value as Readonly<Record<string | number, unknown>> | undefined)?.[key], rest);

function withValue(value: unknown, [key, ...rest]: readonly (string | number)[], wanted: unknown): unknown {
  if (key === undefined) return wanted;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[key] = withValue(copy[key], rest, wanted);
  return copy;
}

const nameOf = (entry: Entry): string => {
  if (entry.kind === 'message') return entry.type;
  return entry.kind === 'decision' ? `decision of ${entry.role}` : entry.kind === 'intent' ? `${entry.effect} effect` : entry.kind;
};
