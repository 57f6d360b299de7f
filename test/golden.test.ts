/** One journal per demo scenario, kept in the repository: a change in how whole tasks behave shows in its diff. `npm run golden` rewrites them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openDemo } from '../src/app/demo/demo.ts';
import { makePlace } from '../src/app/demo/demo-place.ts';
import { type Scenario, scenarios } from '../src/app/demo/scenarios.ts';
import { wire } from '../src/app/wiring/wire.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import { inputHash } from '../src/effects/effects.ts';
import { type Entry, parseEntry } from '../src/journal/entry.ts';
import { readJournal } from '../src/journal/reader.ts';
import { tapeOf } from '../src/journal/tape.ts';
import type { Model } from '../src/models/model.ts';
import { replayed } from './support/replay.ts';
import { settingsFor } from './support/settings.ts';

const now = Date.parse('2026-01-01T00:00:00.000Z');
const stopped = { now: () => now, monotonic: () => 0 };

/**
 * The same model, but each sub-task waits until the one before it has its answer: otherwise their entries would interleave differently in every run.
 */
function inTurn(model: Model): Model {
  const answered = new Map<string, PromiseWithResolvers<void>>();
  const turn = (round: string, index: number): PromiseWithResolvers<void> => {
    const key = `${round}.${index}`;
    const found = answered.get(key) ?? Promise.withResolvers<void>();
    answered.set(key, found);
    return found;
  };
  return {
    async step(request, origin, signal) {
      const [, round = '', index = ''] = /^(\d+)\.(\d+)\.\d+\/R3\//.exec(origin.key) ?? [];
      if (Number(index) > 1) await turn(round, Number(index) - 1).promise;
      const answer = await model.step(request, origin, signal);
      if (answer.calls.length === 0) turn(round, Number(index)).resolve();
      return answer;
    },
  };
}

/** A journal in which everything is replaced that depends on the run: paths, what is bound to them, ids of tasks and durations. */
function neutral(entries: readonly Entry[], folder: string, names: ReadonlyMap<TaskId, string>): readonly Entry[] {
  const asked = entries.flatMap((entry) => (entry.kind === 'message' && entry.type === 'ConfirmRequest' ? [entry.payload.hash] : []));
  const withoutHashes = asked.reduce((all, hash, at) => all.replaceAll(hash, `harm-${at + 1}`), JSON.stringify(entries));
  const text = [...names]
    .reduce((all, [task_id, name]) => all.replaceAll(task_id, name), withoutHashes)
    .replaceAll(folder, '/scratch')
    .replaceAll(/"(ms|model_ms|tool_ms)":\d+/g, '"$1":0');
  const moved = JSON.parse(text) as Entry[]; // the same entries with other texts
  return moved.map((entry) => (entry.kind === 'intent' ? { ...entry, input_hash: inputHash(entry.input) } : entry));
}

const entriesIn = (text: string): readonly Entry[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseEntry(line))
    .map((parsed) => (parsed.ok ? parsed.value : expect.fail(parsed.error)));

const modelless = () =>
  wire({
    settings: settingsFor({ data: '/nowhere', workspace: '/nowhere' }),
    model: { step: () => expect.fail('a replay asks no model') },
    env: {},
  });

const pathOf = (name: string): string => fileURLToPath(new URL(`golden/${name}.jsonl`, import.meta.url));
const kept = (name: string): string => (existsSync(pathOf(name)) ? readFileSync(pathOf(name), 'utf8') : '');
/** One journal for each run of the goal; of tasks that only the auditor reports on, which are all alike, only the first. */
const namesOf = ({ name, runs = 1, isAudited }: Scenario): readonly string[] =>
  Array.from({ length: isAudited ? 1 : runs }, (_, at) => (at === 0 ? name : `${name}-${at + 1}`));

describe.each(scenarios)('the scenario $name', (scenario) => {
  test('writes the journals that are kept', async () => {
    await using place = await makePlace(scenario.files);
    await using demo = await openDemo(scenario, place, { clock: stopped, around: inTurn });
    const names = new Map<TaskId, string>();
    for (const name of namesOf(scenario)) {
      const { task, journal } = demo.start();
      names.set(task.id, name);
      await task.result;
      const { entries } = await readJournal(journal);
      const lines = neutral(entries, place.folder, names)
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join('');
      if (process.env.ARTOO_GOLDEN === 'write') writeFileSync(pathOf(name), lines);
      expect(lines).toBe(kept(name));
    }
  });

  test.each(namesOf(scenario))('replays %s from the journal that is kept without a difference', async (name) => {
    const entries = entriesIn(kept(name));
    const replay = await replayed(modelless(), entries);
    expect(replay.entries).toEqual(entries);
    expect(replay.result).toMatchObject(scenario.ends);
  });
});

/** Journals of earlier formats, as they were written then. */
const older = readdirSync(new URL('golden/', import.meta.url)).filter((name) => name.startsWith('format-'));

describe.each(older)('journals of %s', (format) => {
  const folder = fileURLToPath(new URL(`golden/${format}/`, import.meta.url));

  test.each(readdirSync(folder))('are read, and followed until the code of today asks for something else: %s', async (name) => {
    const entries = entriesIn(readFileSync(`${folder}${name}`, 'utf8'));
    expect(entries[0]).toMatchObject({ kind: 'open', format: Number(format.slice('format-'.length)) });
    expect(entries.at(-1)).toMatchObject({ kind: 'message', type: 'FinalResult' });
    const { result, lost } = await modelless().replay(tapeOf(entries), { onDifference: () => {} });
    const isFollowed = ['format-3', 'format-4'].includes(format) && lost === undefined; // since then, only kinds of lines have been added
    expect([isFollowed ? undefined : result, lost?.code]).toEqual([undefined, isFollowed ? undefined : 'diverged']);
    if (isFollowed) expect(entries.at(-1)).toMatchObject({ payload: result });
  });
});
