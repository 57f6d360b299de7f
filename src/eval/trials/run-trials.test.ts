import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collected } from '../../../test/support/collected.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { Tally } from '../figures/tally.ts';
import type { SuiteTask } from '../suite/suite-task.ts';
import { openResults, type ResultsHead, readResults } from './results-file.ts';
import { RunPurse } from './run-purse.ts';
import { type RunTrials, runTrials, type Work } from './run-trials.ts';
import { nothingSpent, type TrialResult, trialKey } from './trial-result.ts';

const task = (id: string, after?: string): SuiteTask => ({
  ...{ id, kind: 'any', goal: id, needs: [], files: {}, setup: [], checks: [], after, limits: {}, repeats: 1 },
});
const ended = ({ chain, arm, repeat }: Work, more: Partial<TrialResult> = {}): readonly TrialResult[] =>
  chain.map(({ id, kind }) => ({
    ...{ task: id, kind, arm, repeat, outcome: 'passed', claim: 'done', why: '', checks: [], rounds: 1, ended_at: '2026-01-01T00:00:00Z' },
    spent: nothingSpent,
    ...more,
  }));

async function* given(...tasks: readonly SuiteTask[]): AsyncIterable<SuiteTask> {
  yield* tasks;
}

function running(more: Partial<RunTrials>): { readonly run: RunTrials; readonly results: TrialResult[] } {
  const results: TrialResult[] = [];
  const run: RunTrials = {
    ...{ tasks: given(task('a'), task('b')), arms: ['one', 'two'], isWanted: () => true, done: new Set<string>(), parallel: 1 },
    ...{ purse: new RunPurse({}), limitsOf: () => ({}), play: async (work) => ended(work), signal: new AbortController().signal },
    onResults: (all) => results.push(...all),
    ...more,
  };
  return { run, results };
}

const names = (results: readonly TrialResult[]) => results.map(({ task: id, arm, repeat }) => `${id} ${arm} ${repeat}`);

describe('the trials of a suite', () => {
  test('are every task under every arm, as often as wanted, task by task', async () => {
    const { run, results } = running({ repeats: 2 });
    expect(await runTrials(run)).toEqual({ ended: 'all' });
    expect(names(results)).toEqual(['a one 1', 'a two 1', 'a one 2', 'a two 2', 'b one 1', 'b two 1', 'b one 2', 'b two 2']);
  });

  test('are not run again where they have a result, nor where they are not wanted', async () => {
    const { run, results } = running({ done: new Set([trialKey({ task: 'a', arm: 'one', repeat: 1 })]), isWanted: ({ id }) => id === 'a' });
    await runTrials(run);
    expect(names(results)).toEqual(['a two 1']);
  });

  test('run a few at once, and no more', async () => {
    let [now, most] = [0, 0];
    const { run, results } = running({
      parallel: 3,
      repeats: 5,
      async play(work) {
        now += 1;
        most = Math.max(most, now);
        await new Promise(setImmediate);
        now -= 1;
        return ended(work);
      },
    });
    await runTrials(run);
    expect([most, results.length]).toEqual([3, 20]);
  });

  test('of a long suite are taken as they are needed', async () => {
    let made = 0;
    async function* endless(): AsyncIterable<SuiteTask> {
      for (;;) {
        made += 1;
        yield task(`t${made}`);
      }
    }
    const stop = new AbortController();
    const { run } = running({ tasks: endless(), signal: stop.signal, onResults: () => made >= 50 && stop.abort() });
    expect(await runTrials(run)).toEqual({ ended: 'stopped' });
    expect(made).toBeLessThan(60);
  });

  test('that are stopped have no result', async () => {
    const stop = new AbortController();
    const { run, results } = running({
      signal: stop.signal,
      async play(_, signal) {
        stop.abort();
        signal.throwIfAborted();
        return [];
      },
    });
    expect(await runTrials(run)).toEqual({ ended: 'stopped' });
    expect(results).toEqual([]);
  });

  test('end when an arm has no model three times in a row, and say why', async () => {
    const { run, results } = running({
      tasks: given(...'abcdefg'.split('').map((id) => task(id))),
      play: async (work) => ended(work, work.arm === 'two' ? { outcome: 'unavailable', claim: 'none', why: 'no answer' } : {}),
    });
    expect(await runTrials(run)).toEqual({ ended: 'unavailable', arm: 'two', why: 'no answer' });
    expect(results).toHaveLength(6);
  });

  test('that fail because of a defect end the run with it', async () => {
    const { run } = running({ play: () => Promise.reject(new Error('a defect')), parallel: 2 });
    await expect(runTrials(run)).rejects.toThrow('a defect');
  });

  test('of a chain that was cut short are one line that has its cost, so that it runs again from its start', async () => {
    const spent = { ...nothingSpent, usd: 1 };
    const { run, results } = running({
      ...{ tasks: given(task('a'), task('b', 'a')), arms: ['one'] },
      play: async (work) => ended(work, { spent }).map((each, at) => (at === 1 ? { ...each, outcome: 'cut', claim: 'none' } : each)),
    });
    expect(await runTrials(run)).toEqual({ ended: 'budget' });
    expect(results).toMatchObject([{ task: 'b', outcome: 'cut', spent: { usd: 2 } }]);
  });
});

describe('the purse of a run', () => {
  test('gives each trial its own limits while there is enough, and what is left after that', () => {
    const purse = new RunPurse({ usd: 1 });
    const first = purse.reserve({ usd: 0.6 }, 1);
    expect(first).toMatchObject({ limits: { usd: 0.6 }, isCut: false });
    first?.settle({ ...nothingSpent, usd: 0.5 });
    expect(purse.reserve({ usd: 0.6 }, 1)).toMatchObject({ limits: { usd: 0.5 }, isCut: true });
  });

  test('shares what is left among trials that run at once, and is never overrun', () => {
    const purse = new RunPurse({ tokens: 100 });
    const shares = [1, 2, 3, 4].map(() => purse.reserve({}, 4)?.limits.tokens ?? 0);
    expect(shares).toEqual([25, 25, 25, 25]);
    expect(purse.reserve({}, 4)).toBeUndefined();
  });

  test('counts what earlier processes spent', () => {
    expect(new RunPurse({ usd: 1 }, [{ ...nothingSpent, usd: 1 }]).reserve({}, 1)).toBeUndefined();
    expect(new RunPurse({}).reserve({}, 1)).toMatchObject({ limits: {}, isCut: false });
  });
});

const head: ResultsHead = { format: 1, suite: 's', hash: 'h', arms: [{ name: 'one', settings: {} }], version: '1', started_at: 'now' };
const work: Work = { chain: [task('a')], arm: 'one', repeat: 1, reserve: () => undefined };

describe('the file of results', () => {
  test('is continued by the next process, without the half line that a killed one left', async () => {
    const path = join(scratch(), 'sub', 'results.jsonl');
    {
      using file = await openResults(path, head);
      file.append(ended(work));
    }
    appendFileSync(path, '{"task":"b","ki');
    expect(await collected(readResults(path))).toHaveLength(1);
    using again = await openResults(path, { ...head, started_at: 'later' });
    expect(again.head.started_at).toBe('now');
    again.append(ended({ ...work, repeat: 2 }));
    expect((await collected(readResults(path))).map(({ repeat }) => repeat)).toEqual([1, 2]);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4);
  });

  test.each<[string, Partial<ResultsHead>, RegExp]>([
    ['another suite', { suite: 't' }, /the suite s, not t/],
    ['a suite that was changed', { hash: 'g' }, /before it changed/],
    ['other arms', { arms: [{ name: 'two', settings: {} }] }, /other arms: one/],
    ['another version', { version: '2' }, /artoo 1, not 2/],
  ])('is not continued with %s', async (_, other, message) => {
    const path = join(scratch(), 'results.jsonl');
    (await openResults(path, head))[Symbol.dispose]();
    await expect(openResults(path, { ...head, ...other })).rejects.toMatchObject({
      code: 'results_unfit',
      message: expect.stringMatching(message),
    });
  });

  test('is written by one process at a time', async () => {
    const path = join(scratch(), 'results.jsonl');
    using _ = await openResults(path, head);
    await expect(openResults(path, head)).rejects.toMatchObject({ code: 'results_unfit' });
  });

  test('is refused if it is something else, and left as it is', async () => {
    const path = join(scratch(), 'results.jsonl');
    writeFileSync(path, 'my notes\n');
    await expect(openResults(path, head)).rejects.toMatchObject({ code: 'results_unfit' });
    expect(readFileSync(path, 'utf8')).toBe('my notes\n');
  });
});

describe('the tally', () => {
  const [result] = ended(work);
  const added = (...more: readonly Partial<TrialResult>[]): Tally => {
    const tally = new Tally(['one']);
    for (const each of more) if (result) tally.add({ ...result, ...each });
    return tally;
  };

  test('sets what artoo said against what the checks found', () => {
    const arm = added(
      { task: 'a' },
      { task: 'b', outcome: 'failed' },
      { task: 'c', outcome: 'failed', claim: 'gaps' },
      { task: 'd', claim: 'gave_up' },
      { task: 'e', outcome: 'failed', claim: 'gave_up' },
    ).arms.get('one');
    expect(arm).toMatchObject({ falseDone: 2, falseFailed: 1, claims: { done: 2, gaps: 1, gave_up: 2 } });
  });

  test('counts no trial without a result, and forgets it when it has one', () => {
    expect(added({ outcome: 'unavailable' }, { task: 'b', outcome: 'cut' }).open).toEqual({ unavailable: 1, cut: 1 });
    const later = added({ outcome: 'unavailable' }, {});
    expect([later.open, later.arms.get('one')?.tasks.get('a')]).toEqual([
      { unavailable: 0, cut: 0 },
      { passed: 1, trials: 1 },
    ]);
  });

  test('keeps the trial that went worst: failed before passed, then by its tokens', () => {
    const spent = (input_tokens: number) => ({ ...nothingSpent, input_tokens });
    const worst = (...more: readonly Partial<TrialResult>[]) => added(...more).arms.get('one')?.worst?.task;
    expect(
      worst(
        { task: 'a', spent: spent(9) },
        { task: 'b', outcome: 'failed', spent: spent(1) },
        { task: 'c', outcome: 'failed', spent: spent(2) },
      ),
    ).toBe('c');
    expect(worst({ task: 'a', spent: spent(1) }, { task: 'b', spent: spent(9) })).toBe('b');
  });
});
