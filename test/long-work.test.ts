/** A task whose conversation outgrows its model: results become references, are read again, and the task is replayed without a difference. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import { replayTask } from '../src/app/replay.ts';
import { ArtooError } from '../src/contracts/errors.ts';
import { type CassetteLine, createCassette } from '../src/effects/cassette.ts';
import { readJournal } from '../src/journal/reader.ts';
import type { Model, ModelRequest } from '../src/models/model.ts';
import { lengthOf } from '../src/roles/r3-executor/conversation.ts';
import { scratch } from './support/scratch.ts';

const criterion = { criterion: 'The answer gives the last line of a.txt', mode: 'verifiable', weight: 1 };
const subtask = { intent: 'Read the files', success_criteria: [criterion], context: '', tools: ['read_file'], sequence: 1, deadline: null };
const names = ['a', 'b', 'c', 'd'];
const reads = (name: string): CassetteLine => ({ role: 'R3', calls: [{ tool: 'read_file', input: { path: `${name}.txt` } }] });
const again: CassetteLine = { role: 'R3', calls: [{ tool: 'read_output', input: { call: '1.1.1/R3/1.1', from: 900 } }] };
const pass = { verdict: 'pass', failure_class: null, evidence: 'the end of a' };
const verdicts = [0, 1].map((number) => ({ criterion: number, ...pass }));

/** `refuses`: how many characters the model accepts before it refuses a prompt, as a provider does. */
async function longTask(context: number | undefined, refuses = Number.POSITIVE_INFINITY) {
  const folder = scratch();
  const cwd = join(folder, 'project');
  mkdirSync(cwd);
  for (const name of names) writeFileSync(join(cwd, `${name}.txt`), `${'nothing\n'.repeat(900)}the end of ${name}\n`);
  const cassette = createCassette([
    { role: 'R1', answer: { slug: 'last_line', intent: 'Give the last line of a.txt', kind: 'task' } },
    { role: 'R2', answer: { task_criteria: [criterion], subtasks: [subtask] } },
    ...names.map(reads),
    again,
    { role: 'R3', answer: 'It is: the end of a' },
    { role: 'R4a', answer: { verdicts, what_was_wrong: '', what_to_do: '' } },
  ]);
  const asked: ModelRequest[] = [];
  const model: Model = {
    ...cassette,
    async step(request, origin, signal) {
      if (origin.role === 'R3') asked.push(request);
      if (origin.role === 'R3' && lengthOf(request.turns) > refuses) throw new ArtooError('model_too_small', 'the prompt is too long');
      return cassette.step(request, origin, signal);
    },
  };
  const options = { model, data: join(folder, 'data'), workspace: cwd, env: { HOME: folder, PATH: process.env.PATH }, memory: false };
  await using artoo = createArtoo({ ...options, ...(context === undefined ? {} : { context }) });
  const task = artoo.run('What is the last line of a.txt?', { cwd });
  const result = await task.result;
  return { result, asked, entries: (await readJournal(task.journal)).entries, replayed: await replayTask({ path: task.journal }) };
}

test('the bound follows the context, what was replaced is read again, and the journal has the same', async () => {
  const { result, asked, entries, replayed } = await longTask(16_384);
  expect(result).toMatchObject({ directive: 'accept', output: 'It is: the end of a' });
  expect(entries[0]).toMatchObject({ settings: { context_tokens: 16_384 } });
  expect(Math.max(...asked.map(({ turns }) => lengthOf(turns)))).toBeLessThanOrEqual((16_384 - 12_288) * 3);
  const last = JSON.stringify(asked.at(-1));
  expect(last).toContain('read_file a.txt: 7,213 characters, too long to show here');
  expect(last).toContain('the end of a\\n');
  expect(replayed).toMatchObject({ differences: [], more: 0 });
});

test('a model that finds it too long gets less, and the task continues', async () => {
  const { result, asked, entries, replayed } = await longTask(undefined, 20_000);
  expect(result).toMatchObject({ directive: 'accept' });
  expect(asked.filter(({ turns }) => lengthOf(turns) > 20_000)).toHaveLength(1);
  expect(entries[0]).not.toHaveProperty('settings.context_tokens');
  expect(replayed).toMatchObject({ differences: [], more: 0 });
});
