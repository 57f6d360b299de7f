/** The proof that nothing is lost: the real command, killed at every place of its journal, and then resumed by `artoo resume`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replayTask } from '../src/app/replay.ts';
import type { Entry } from '../src/journal/entry.ts';
import { openKeeper } from '../src/memory/memory.ts';
import { artoo, type Ended, type Home, newHome } from './support/command.ts';
import { entriesIn, filesIn, harvest, harvestGoal, journalIn, type Kill, killing, taskIn, writeHarvestScript } from './support/harvest.ts';
import { runArtoo } from './support/run-artoo.ts';
import { sampled } from './support/sample.ts';
import { messagesOf } from './support/whole-task.ts';

const run = (at: Home, kill: Kill): Promise<Ended> =>
  artoo(['--replay', writeHarvestScript(at.home), '--quiet', harvestGoal], { at, env: killing(kill) });

/** In a proof, another process continues it; in `npm test` this process does, with only what is on disk. */
const resume = (at: Home): Promise<Ended> => runArtoo(['resume', '--replay', join(at.home, 'harvest.jsonl'), '--quiet'], { at });

/** How many processes run at once. */
const atOnce = 3;

let whole: readonly Entry[] = []; // the first test sets it: the journal of a run that was not killed

test('the task has sub-tasks side by side, a correction, a replan, and more than 60 entries', async () => {
  const at = newHome();
  expect(await run(at, { KILL_AFTER: '100000' })).toMatchObject({ code: 0 });
  whole = await entriesIn(at);
  expect(filesIn(at.cwd)).toEqual(harvest);
  expect(whole.length).toBeGreaterThan(60);
  expect(messagesOf(whole, 'CorrectionSignal').length).toBeGreaterThan(0);
  expect(messagesOf(whole, 'PlanDirective')).toHaveLength(1);
  expect(messagesOf(whole, 'Megram').length).toBeGreaterThan(2);
  expect(await rememberedIn(at)).toEqual(messagesOf(whole, 'Megram').map(({ payload }) => payload.id));
  const open = new Set<string>();
  const together = whole.map((entry) => {
    if (entry.kind === 'intent') open.add(entry.key);
    if (entry.kind === 'outcome') open.delete(entry.key);
    return open.size;
  });
  expect(Math.max(...together)).toBeGreaterThan(1);
});

/** The command is killed, resumed, and compared with the run that was not killed. */
async function killAndResume(kill: Kill): Promise<void> {
  const at = newHome();
  const name = JSON.stringify(kill);
  expect((await run(at, kill)).code, name).toBe('SIGKILL');
  const before = await entriesIn(at);
  const resumed = await resume(at);
  const after = await entriesIn(at);
  expect(resumed, `${name}: ${resumed.err}`).toMatchObject({ code: 0, out: 'apples, plums and pears are written down\n' });
  expect(after.slice(0, before.length), name).toEqual(before);
  expect(filesIn(at.cwd), name).toEqual(harvest);
  expect(receiptsIn(at), name).toBe(Object.keys(harvest).length);
  expect(await rememberedIn(at), name).toEqual(messagesOf(after, 'Megram').map(({ payload }) => payload.id));
  const end = after.at(-1);
  expect(end, name).toMatchObject({ type: 'FinalResult', payload: { directive: 'accept', reason: 'met', unmet: [], replans: 1 } });
  expect(
    after.filter((entry) => entry.kind === 'pause' && entry.resumed),
    name,
  ).toHaveLength(1);
  expect(await replayTask({ task_id: taskIn(at), path: journalIn(at) }), name).toMatchObject({ differences: [], entries: after.length });
}

/** The records of the store, by id. */
async function rememberedIn(at: Home): Promise<readonly string[]> {
  const keeper = openKeeper(join(at.data, 'memory'), { clock: () => new Date(), onNotice: (text) => expect.fail(text) });
  const { kept } = await keeper.exportFrom({ after: null, limit: 1_000 });
  await keeper.close();
  return kept.map(({ id }) => id);
}

/** One for each call that changed something. */
const receiptsIn = (at: Home): number => readdirSync(join(at.data, 'undo', taskIn(at))).length;

/** The kind of an entry: a message between roles, to memory or to the person, an intent of one effect, and so on. */
function kindOf(entry: Entry): string {
  if (entry.kind === 'message') return `message to ${/^(?:R5|User)$/.test(entry.to) ? entry.to : 'a role'}`;
  return entry.kind === 'intent' ? `intent ${entry.effect}` : entry.kind;
}

async function inParallel<T>(cases: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...cases];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

describe('a task whose process was killed', () => {
  test('after any entry continues to the same verdict and the same files, and nothing is done twice', async () => {
    const places = sampled(whole.slice(1, -1), 50, kindOf);
    expect(places.length).toBeGreaterThan(9);
    await inParallel(places, ({ seq }) => killAndResume({ KILL_AFTER: String(seq) }));
  }, 1_200_000);

  test('when an effect had happened but had not been written continues to the same verdict and the same files, and nothing is done twice', async () => {
    const effects = new Map(whole.flatMap((entry) => (entry.kind === 'intent' ? [[entry.key, entry.effect]] : [])));
    const outcomes = whole.filter((entry) => entry.kind === 'outcome');
    const places = sampled(outcomes, Number.POSITIVE_INFINITY, ({ key }) => effects.get(key) ?? '');
    expect(new Set(places.map(({ key }) => effects.get(key)))).toEqual(new Set(['model', 'tool', 'check', 'look']));
    await inParallel(places, ({ seq }) => killAndResume({ KILL_BEFORE: String(seq) }));
  }, 1_200_000);

  test('in the middle of a line continues from the last whole one', async () => {
    await inParallel([{ KILL_INSIDE: '7' }, { KILL_INSIDE: '30' }], killAndResume);
  }, 60_000);

  test('before its goal was written has nothing to continue with, and says so', async () => {
    const at = newHome();
    await run(at, { KILL_AFTER: '0' });
    expect(await resume(at)).toMatchObject({ code: 64, err: expect.stringContaining('1 halted or never started') });
    const byName = ['resume', taskIn(at), '--replay', join(at.home, 'harvest.jsonl')];
    expect(await runArtoo(byName, { at })).toMatchObject({ code: 70, err: expect.stringContaining('Nothing has been done yet') });
  });

  test('after its end is over', async () => {
    const at = newHome();
    await run(at, { KILL_AFTER_TEXT: '"type":"FinalResult"' });
    expect(await resume(at)).toMatchObject({ code: 64, err: expect.stringContaining('no task') });
    expect(await runArtoo(['resume', 'last'], { at, env: { OPENAI_API_KEY: 'x' } })).toMatchObject({
      code: 64,
      err: expect.stringContaining('has ended'),
    });
  });
});
