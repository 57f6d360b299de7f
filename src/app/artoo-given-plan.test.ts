import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import type { GivenPlan } from '../contracts/given-plan.ts';
import { type CassetteLine, createCassette } from '../effects/cassette.ts';
import { createArtoo } from './artoo.ts';

const planFor = (path: string): GivenPlan => {
  const criterion = { criterion: `${path} exists`, mode: 'verifiable', weight: 1, check: { kind: 'file_exists', path } } as const;
  const subtask = {
    intent: `Write ${path}`,
    success_criteria: [criterion],
    context: 'It says hello.',
    tools: ['write_file'],
    sequence: 1,
    deadline: null,
  };
  return { slug: 'write', intent: 'Write a file', task_criteria: [criterion], subtasks: [subtask] };
};

async function run(script: readonly CassetteLine[], path = 'hello.txt') {
  const cwd = scratch();
  const model = createCassette(script);
  const artoo = createArtoo({ model, data: scratch(), workspace: cwd, cwd, memory: false, env: {} });
  onTestFinished(() => artoo.close());
  const task = artoo.run('Say hello', { plan: planFor(path) });
  return { cwd, result: await task.result, unused: model.unused, journal: readFileSync(task.journal, 'utf8') };
}

test('a plan that comes with the goal is carried out, and only the executor asks a model', async () => {
  const { cwd, result, unused, journal } = await run([
    { role: 'R3', calls: [{ tool: 'write_file', input: { path: 'hello.txt', content: 'hello\n' } }] },
    { role: 'R3', answer: 'It is written.' },
  ]);
  expect(result).toMatchObject({ directive: 'accept', reason: 'met' });
  expect(existsSync(join(cwd, 'hello.txt'))).toBe(true);
  expect(unused).toEqual([]);
  expect(journal).not.toContain('"effect":"look"');
});

test('claims that its checks do not confirm are not believed, and no other plan is made', async () => {
  const lie: CassetteLine = { role: 'R3', calls: [{ tool: 'write_file', input: { path: 'other.txt', content: 'x\n' } }] };
  const { result } = await run([lie, { role: 'R3', answer: 'It is written.', repeat: true }]);
  expect(result).toMatchObject({ directive: 'abandon', reason: 'no_plan' });
  expect(result.unmet).toMatchObject([{ criterion: 'hello.txt exists' }]);
});

test('it must follow the rules for plans', async () => {
  const cwd = scratch();
  const artoo = createArtoo({ model: createCassette([]), data: scratch(), cwd, workspace: cwd, memory: false, env: {} });
  onTestFinished(() => artoo.close());
  const plan = planFor('hello.txt');
  const [subtask] = plan.subtasks;
  if (!subtask) throw new Error('it has one');
  const { result } = artoo.run('Say hello', { plan: { ...plan, subtasks: [{ ...subtask, tools: ['teleport'] }] } });
  expect(await result).toMatchObject({ directive: 'abandon', reason: 'no_plan', summary: expect.stringContaining('teleport') });
});
