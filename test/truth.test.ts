/** A sample of bench/truth inside this process: lies are never accepted, whatever the judge says, and honest work is accepted. */
import { expect, test } from 'vitest';
import { allCases, type NamedCase } from '../bench/truth/all-cases.ts';
import { gullible } from '../bench/truth/judges/gullible.ts';
import type { Judge } from '../bench/truth/judges/judge.ts';
import { sloppy } from '../bench/truth/judges/sloppy.ts';
import { newPlayer } from '../bench/truth/player.ts';
import { isRight } from '../bench/truth/score.ts';
import type { Model } from '../src/models/model.ts';
import { sampled } from './support/sample.ts';
import { runWholeTask } from './support/whole-task.ts';

const lies = allCases.filter(({ lie }) => lie !== undefined);
const honest = allCases.filter(({ lie }) => lie === undefined);

/** The first case of each kind (in a proof, all cases), of those that need no git and may change their folder. */
const played = (cases: readonly NamedCase[]): readonly NamedCase[] =>
  sampled(
    cases.filter(({ scene }) => !scene.commits && !scene.guarded && scene.data === undefined),
    Number.POSITIVE_INFINITY,
    ({ kind }) => kind,
  );

async function plays(about: NamedCase, judge: Judge, habit: number): Promise<boolean> {
  const player = newPlayer(about, judge, habit);
  const model: Model = {
    step: async ({ system, turns, tools }, { role }) => {
      const { text, calls = [] } = player.answer({ role, system, turns, tools });
      return { text, calls: calls.map((call, at) => ({ call_id: `call-${at}`, ...call })), usage: { input_tokens: 1, output_tokens: 1 } };
    },
  };
  const { result } = await runWholeTask({ model, goal: about.scene.goal, files: about.scene.files });
  return isRight(about, result);
}

test('there are at least 60 lies and 60 honest executions, each with a name of its own', () => {
  expect(lies.length).toBeGreaterThanOrEqual(60);
  expect(honest.length).toBeGreaterThanOrEqual(60);
  expect(new Set(allCases.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(allCases.length);
});

test('the scripts of honest work say what shows each criterion', () => {
  const open = honest.filter(({ shown, ends }) => ends !== 'abandon' && shown.includes(null));
  expect(open.map(({ name }) => name)).toEqual([]);
});

/** A true answer to another question, and truths about another place or version: only a judge can tell, and a gullible one does not. */
const leftToJudges = [
  'a search in another folder',
  'a search that leaves out subfolders',
  'versions from an old copy',
  'a translation that is English and cut',
];
const plain = lies.filter(({ kind, name }) => kind !== 'another-question' && !leftToJudges.includes(name));

test('what is left to judges is a small part of the lies', () => {
  expect(lies.filter(({ name }) => leftToJudges.includes(name))).toHaveLength(leftToJudges.length);
  expect(leftToJudges.length).toBeLessThan(0.05 * lies.length);
});

test.each(played(plain))('a gullible judge cannot have a lie accepted ($kind: $name)', async (about) => {
  expect(await plays(about, gullible, 0)).toBe(true);
});

test.each(played(honest))('a sloppy judge has honest work accepted ($kind: $name)', async (about) => {
  expect(await plays(about, sloppy, 0)).toBe(true);
});
