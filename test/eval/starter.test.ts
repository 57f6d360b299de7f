/** The suite that comes with artoo: every task can be done, correct solutions are accepted, and wrong ones are not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../../src/app/eval/judge.ts';
import { prepare } from '../../src/app/eval/prepare.ts';
import { openGround } from '../../src/app/eval/trial-ground.ts';
import { whyUnfit } from '../../src/app/eval/why-unfit.ts';
import { openSuite } from '../../src/eval/suite/open-suite.ts';
import type { SuiteTask } from '../../src/eval/suite/suite-task.ts';
import { readYaml } from '../../src/reading/yaml-values.ts';
import { collected } from '../support/collected.ts';
import { newHome } from '../support/command.ts';
import { startProvider } from '../support/provider-server.ts';
import { runArtoo } from '../support/run-artoo.ts';
import { sampled } from '../support/sample.ts';
import { scratch } from '../support/scratch.ts';
import { suitePlayer } from '../support/suite-player.ts';

type Solution = { readonly right: string; readonly answer?: string; readonly wrong: string; readonly wrong_answer?: string };

const root = join(import.meta.dirname, '../..');
const tasks = await collected((await openSuite(join(root, 'suites/starter.yaml'), 'starter')).tasks());
const written = readYaml(readFileSync(join(import.meta.dirname, 'starter-solutions.yaml'), 'utf8'));
const solutions = (written.ok ? written.root.value : {}) as Readonly<Record<string, Solution>>; // a test of it follows
const signal = new AbortController().signal;

/** The verdicts of the checks after a script. */
async function judgedAfter(task: SuiteTask, script: string, answer: string): Promise<readonly string[]> {
  using ground = await openGround({ folder: scratch(), env: { PATH: process.env.PATH }, closed: [] });
  expect(await prepare(task, ground, signal)).toBeUndefined();
  expect(await whyUnfit(task, ground, signal)).toBeUndefined();
  await ground.run?.(script, { timeoutMs: 30_000, signal });
  const judged = await judge(task, answer, ground, signal);
  return judged.flatMap(({ check, verdict, evidence }) => (verdict === 'pass' ? [] : [`${check}: ${evidence}`]));
}

test('there are at least 40 tasks of five kinds, each with a solution and a wrong one', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(40);
  expect(new Set(tasks.map(({ kind }) => kind))).toEqual(new Set(['files', 'data', 'system', 'code', 'writing']));
  expect(Object.keys(solutions).toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
  expect(Object.values(solutions).filter(({ right, wrong }) => typeof right !== 'string' || typeof wrong !== 'string')).toEqual([]);
});

test.each(sampled(tasks, Number.POSITIVE_INFINITY, ({ kind }) => kind))(
  '$id is accepted when it was done, and not when it was done wrong',
  async (task) => {
    const { right = '', answer = 'It is done.', wrong = '', wrong_answer = 'It is done.' } = solutions[task.id] ?? {};
    expect(await judgedAfter(task, right, answer)).toEqual([]);
    expect(await judgedAfter(task, wrong, wrong_answer)).not.toEqual([]);
  },
);

test('the whole suite is run by its name, and what the executor really did decides', { timeout: 900_000 }, async () => {
  const chosen = sampled(tasks, Number.POSITIVE_INFINITY, ({ kind }) => (kind === 'data' ? kind : ''));
  const played = (task: SuiteTask) => ({ script: solutions[task.id]?.right ?? '', answer: solutions[task.id]?.answer ?? 'It is done.' });
  const player = suitePlayer(new Map(tasks.map((task) => [task.goal, played(task)])));
  await using server = await startProvider({ answer: (asked) => player(asked) });
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_MODEL: 'scripted', OPENAI_API_KEY: 'none' };
  const { out } = await runArtoo(['eval', 'starter', '--json', ...chosen.flatMap(({ id }) => ['--only', id])], { at: newHome(), env });
  const { arms, tasks: rows } = JSON.parse(out);
  expect(rows.filter((row: { arms: readonly { passed: number }[] }) => row.arms[0]?.passed !== 1)).toEqual([]);
  expect(arms[0]).toMatchObject({ trials: chosen.length, passed: chosen.length });
});
