/** `artoo fork`: another ending from the same beginning, with the real command. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replayTask } from '../src/app/replay.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import type { Entry } from '../src/journal/entry.ts';
import { readJournal } from '../src/journal/reader.ts';
import { type Ended, type Home, newHome } from './support/command.ts';
import { placeJournal } from './support/ended-journal.ts';
import { filesIn, harvest, harvestGoal, writeHarvestScript } from './support/harvest.ts';
import { runArtoo } from './support/run-artoo.ts';

type Told = { readonly task_id: TaskId; readonly path: string; readonly entries: readonly Entry[] };

/** The tasks of a home, oldest first. */
async function tasksIn({ data }: Home): Promise<readonly Told[]> {
  const names = readdirSync(join(data, 'tasks')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const path = join(data, 'tasks', name);
      return { task_id: name.replace('.jsonl', '') as TaskId, path, entries: (await readJournal(path)).entries };
    }),
  );
}

/** A home in which the harvest was written down, in a workspace: its files may be changed again. */
async function harvested(): Promise<{ readonly at: Home; readonly origin: Told }> {
  const at = newHome();
  expect(await runArtoo(['--replay', writeHarvestScript(at.home), '--quiet', '--workspace', '.', harvestGoal], { at })).toMatchObject({
    code: 0,
  });
  const [origin] = await tasksIn(at);
  return origin ? { at, origin } : expect.fail('there is no task');
}

const fork = (at: Home, ...args: readonly string[]): Promise<Ended> =>
  runArtoo(['fork', '--replay', join(at.home, 'harvest.jsonl'), '--quiet', ...args], { at });

const placeOf = ({ entries }: Told, is: (entry: Entry) => boolean): number =>
  entries.find(is)?.seq ?? expect.fail('there is no such entry');
const isPlan = (entry: Entry): boolean => entry.kind === 'decision' && entry.name === 'plan';
const isDirective = (entry: Entry): boolean => entry.kind === 'message' && entry.type === 'PlanDirective';

describe('a fork', () => {
  test('shares the log up to its place under a name of its own, continues to its own end, and replays', async () => {
    const { at, origin } = await harvested();
    const place = placeOf(origin, isDirective);
    const ended = await fork(at, origin.task_id, '--at', String(place));
    expect(ended, ended.err).toMatchObject({ code: 0, out: 'apples, plums and pears are written down\n' });
    const [, made] = await tasksIn(at);
    if (!made) return expect.fail('there is no fork');
    const own = (entries: readonly Entry[]) => JSON.stringify(entries.slice(1, place)).replaceAll(origin.task_id, made.task_id);
    expect(JSON.stringify(made.entries.slice(1, place))).toBe(own(origin.entries));
    expect(made.entries[0]).toMatchObject({
      kind: 'open',
      task_id: made.task_id,
      origin: { task_id: origin.task_id, seq: place, cost: { tool_calls: expect.any(Number) } },
    });
    expect(made.entries[place]).toMatchObject({ kind: 'pause' });
    expect(made.entries.at(-1)).toMatchObject({ type: 'FinalResult', payload: { task_id: made.task_id, directive: 'accept' } });
    expect(await replayTask(made)).toMatchObject({ differences: [], entries: made.entries.length });
    expect(readdirSync(join(at.data, 'tasks'))).toHaveLength(2);
    expect((await tasksIn(at))[0]?.entries).toEqual(origin.entries);
  });

  test('with other constants continues under them', async () => {
    const { at, origin } = await harvested();
    const place = placeOf(origin, isPlan);
    expect(await fork(at, 'last', '--at', String(place), '--with', 'maxReplans=0', '--max-tokens', '123456')).toMatchObject({ code: 2 });
    const [, made] = await tasksIn(at);
    expect(made?.entries[0]).toMatchObject({ settings: { control: { maxReplans: 0, epsilon: 0.1 }, caps: { tokens: 123_456 } } });
    expect(made?.entries.at(-1)).toMatchObject({ payload: { directive: 'abandon', reason: 'gap', replans: 0 } });
  });

  test('does not do again what its origin did in the shared part, and asks the world again after it', async () => {
    const { at, origin } = await harvested();
    const call = placeOf(origin, (entry) => entry.kind === 'intent' && entry.effect === 'tool' && entry.role === 'R3');
    expect(await fork(at, origin.task_id, '--at', String(call + 1))).toMatchObject({ code: 0 });
    const { 'apples.txt': apples } = filesIn(at.cwd);
    expect(apples).toBe(harvest['apples.txt']); // the call is shared, so its result is looked up
  });

  test('tells only what it changed itself', async () => {
    const { at, origin } = await harvested();
    const place = placeOf(origin, isDirective);
    await fork(at, origin.task_id, '--at', String(place));
    const [, made] = await tasksIn(at);
    const end = made?.entries.at(-1);
    const changed = end?.kind === 'message' && end.type === 'FinalResult' ? end.payload.changed.map(({ path }) => path) : [];
    expect(changed).not.toContain(join(at.cwd, 'plums.txt'));
  });

  test('of a fork is possible, too', async () => {
    const { at, origin } = await harvested();
    const place = placeOf(origin, isDirective);
    await fork(at, origin.task_id, '--at', String(place));
    const [, first] = await tasksIn(at);
    expect(await fork(at, first?.task_id ?? '', '--at', String(place - 2))).toMatchObject({ code: 0 });
    const [, , second] = await tasksIn(at);
    expect(second?.entries[0]).toMatchObject({ origin: { task_id: first?.task_id, seq: place - 2 } });
  });
});

describe('a fork is refused', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['without a place', ['last'], /needs an entry: --at <entry>/],
    ['at what is no number', ['last', '--at', 'round 2'], /--at takes the number of an entry/],
    ['before the goal', ['last', '--at', '1'], /cannot be forked at entry 1: the first possible entry is 2/],
    ['after the end', ['last', '--at', '99999'], /was ended by entry \d+/],
    ['with a constant that does not exist', ['last', '--at', '5', '--with', 'epsilom=1'], /did you mean epsilon/],
    ['with a value that cannot be', ['last', '--at', '5', '--with', 'epsilon=7'], /must be a number from 0 to 1/],
    ['of a task that is not there', ['nothing', '--at', '5'], /there is no task nothing/],
    ['of a path', ['../../etc/passwd', '--at', '5'], /is not a task id/],
    ['of two tasks', ['ended', 'ended', '--at', '5'], /takes one task/],
  ])('%s', async (_, args, expected) => {
    const at = newHome();
    writeHarvestScript(at.home);
    placeJournal(at.data, 'ended', { bytes: 8_000, cwd: at.cwd });
    expect(await fork(at, ...args)).toMatchObject({ code: 64, err: expect.stringMatching(expected) });
    expect(readdirSync(join(at.data, 'tasks'))).toEqual(['ended.jsonl']);
  });

  test('at an entry that does not exist, before a model is looked for', async () => {
    const at = newHome();
    placeJournal(at.data, 'ended', { bytes: 8_000, cwd: at.cwd });
    expect(await runArtoo(['fork', 'last', '--at', '99999'], { at })).toMatchObject({
      code: 64,
      err: expect.stringContaining('was ended by'),
    });
  });

  test('where what it would ask is not what was asked, with the last place where it can be', async () => {
    const { at, origin } = await harvested();
    const prompt = placeOf(origin, (entry) => entry.kind === 'intent' && entry.key === '2.0.0/R2/1.0');
    const text = readFileSync(origin.path, 'utf8').split('\n');
    text[prompt] = (text[prompt] ?? '').replace('"system":"', '"system":"In another version: ');
    writeFileSync(origin.path, text.join('\n'));
    const ended = await fork(at, 'last', '--at', String(prompt + 3));
    expect(ended).toMatchObject({
      code: 70,
      err: expect.stringContaining(`entry ${prompt} is the last one at which this task can be forked`),
    });
    expect(readdirSync(join(at.data, 'tasks'))).toHaveLength(1);
    expect(await fork(at, 'last', '--at', String(prompt))).toMatchObject({ code: 0 });
  });
});
