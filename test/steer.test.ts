/** What a person says while a task runs: it reaches the roles, the result is judged by it, and a replay gets it in the same place. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import { replayTask } from '../src/app/replay.ts';
import { createCassette } from '../src/effects/cassette.ts';
import type { Answers } from '../src/engine/person.ts';
import { readJournal } from '../src/journal/reader.ts';
import type { Model, ModelRequest } from '../src/models/model.ts';
import { scratch } from './support/scratch.ts';

const plan = {
  task_criteria: [{ criterion: 'The answer gives the first word of notes.txt', mode: 'verifiable', weight: 1 }],
  subtasks: [
    {
      intent: 'Read notes.txt and give its first word',
      success_criteria: [{ criterion: 'The answer gives the first word of notes.txt', mode: 'verifiable', weight: 1 }],
      context: '',
      tools: ['read_file'],
      sequence: 1,
      deadline: null,
    },
  ],
};

/** A task during which the person says something while R3 works; if artoo then stops, another process resumes it. */
async function steered(stops = false) {
  const folder = scratch();
  const cwd = join(folder, 'project');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'notes.txt'), 'alpha beta\n');
  const cassette = createCassette([
    { role: 'R1', answer: { slug: 'first_word', intent: 'Give the first word of notes.txt', kind: 'task' } },
    { role: 'R2', answer: plan },
    { role: 'R3', calls: [{ tool: 'read_file', input: { path: 'notes.txt' } }] },
    { role: 'R3', answer: 'ALPHA is the first word of notes.txt: alpha.' },
    {
      role: 'R4a',
      answer: {
        verdicts: [0, 1].map((criterion) => ({ criterion, verdict: 'pass', failure_class: null, evidence: 'alpha beta' })),
        what_was_wrong: '',
        what_to_do: '',
      },
    },
  ]);
  const asked: { readonly role: string; readonly request: ModelRequest }[] = [];
  let speak: (() => Promise<void>) | undefined;
  const model: Model = {
    ...cassette,
    async step(request, origin, signal) {
      asked.push({ role: origin.role, request });
      if (origin.role === 'R3') await speak?.();
      return cassette.step(request, origin, signal);
    },
  };
  const data = join(folder, 'data');
  const options = { model, data, workspace: cwd, env: { HOME: folder, PATH: process.env.PATH }, memory: false };
  await using artoo = createArtoo(options);
  const task = artoo.run('What is the first word of notes.txt?', { cwd });
  speak = async () => {
    speak = undefined;
    await task.steer('in capitals, please');
    if (stops) void artoo.close();
  };
  await using another = createArtoo(options);
  const result = await (stops ? task.result.catch(() => another.resume(task.id).result) : task.result);
  return { result, asked, task, journal: (await readJournal(task.journal)).entries };
}

test('it reaches the executor before its next step and the judge, once each, and the task runs again without a difference', async () => {
  const { result, asked, journal, task } = await steered();
  expect(result.summary).not.toContain('Stopped');
  const texts = (role: string) =>
    asked.filter((each) => each.role === role).map(({ request }) => request.turns.map(({ text }) => text).join('\n'));
  const [first, second] = texts('R3');
  expect(first).not.toContain('in capitals');
  expect(second?.match(/in capitals, please/g)).toHaveLength(1);
  expect(texts('R4a')[0]).toContain('in capitals, please');
  const said = journal.flatMap((entry) => (entry.kind === 'message' && entry.type === 'Steer' ? [entry.to] : []));
  expect(said).toEqual(['R2', 'R3', 'R4a', 'R4b', 'R7']);
  expect(await replayTask({ path: task.journal })).toMatchObject({ differences: [] });
});

test('after the end it is refused', async () => {
  const { task } = await steered();
  await expect(task.steer('one more thing')).rejects.toMatchObject({ code: 'task_over' });
});

test('a task that is stopped right after it and resumed gets it once', async () => {
  const { asked, journal, task } = await steered(true);
  const [, , last] = asked.filter(({ role }) => role === 'R3');
  expect(
    last?.request.turns
      .map(({ text }) => text)
      .join('\n')
      .match(/in capitals, please/g),
  ).toHaveLength(1);
  expect(journal.some((entry) => entry.kind === 'pause' && entry.resumed)).toBe(true);
  expect(await replayTask({ path: task.journal })).toMatchObject({ differences: [] });
});

const sentence = 'Leave notes.txt alone and write it to status.txt';
const writes = (path: string) => ({ role: 'R3' as const, calls: [{ tool: 'write_file', input: { path, content: 'done\n' } }] });

/** A task whose plan includes something that the person rules out, and the answers in which they do so. */
async function ruledOut(first: readonly string[], answersFor: (steer: () => Promise<void>) => Answers, review = false) {
  const folder = scratch();
  const cwd = join(folder, 'project');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'notes.txt'), 'alpha\n');
  const holds = (path: string) => ({
    criterion: `${path} says done`,
    mode: 'verifiable',
    weight: 3,
    check: { kind: 'file_contains', path, text: 'done' },
  });
  const planned = (intent: string, more: object) => ({
    subtasks: [{ intent, context: '', tools: ['write_file', 'read_file'], sequence: 1 }],
    ...more,
  });
  const why = `The person said no, and "${sentence}".`;
  const cassette = createCassette([
    { role: 'R1', answer: { slug: 'write_done', intent: 'Write done into notes.txt', kind: 'task' } },
    { role: 'R2', answer: planned('Write done into notes.txt', { task_criteria: [holds('notes.txt')] }) },
    ...first.map(writes),
    { role: 'R3', answer: 'Written to status.txt, as you said.' },
    {
      role: 'R2',
      answer: planned('See that status.txt says done', {
        task_criteria: [holds('notes.txt'), holds('status.txt')],
        amended: [{ criterion: 'notes.txt says done', instead: 'status.txt says done', why }],
      }),
    },
    { role: 'R3', calls: [{ tool: 'read_file', input: { path: 'status.txt' } }] },
    { role: 'R3', answer: 'status.txt says done.' },
  ]);
  const asked: { readonly role: string; readonly text: string }[] = [];
  const model: Model = {
    ...cassette,
    step(request, origin, signal) {
      asked.push({ role: origin.role, text: request.turns.map(({ text }) => text).join('\n') });
      return cassette.step(request, origin, signal);
    },
  };
  const env = { HOME: folder, PATH: process.env.PATH };
  let steer = async () => {};
  const answers = answersFor(() => steer());
  await using artoo = createArtoo({ model, data: join(folder, 'data'), workspace: join(folder, 'workspace'), env, memory: false, answers });
  const task = artoo.run('Write done into notes.txt', { cwd, review });
  steer = async () => {
    steer = async () => {};
    await task.steer(sentence);
  };
  return { cwd, asked, result: await task.result, journal: (await readJournal(task.journal)).entries, path: task.journal };
}

test.each<[string, Parameters<typeof ruledOut>]>([
  ['a no with a sentence steers, too', [['notes.txt', 'status.txt'], () => ({ confirm: () => ({ allowed: false, instead: sentence }) })]],
  [
    'what is said while the plan is reviewed is not planned for',
    [
      ['status.txt'],
      (steer) => ({
        review: async () => {
          await steer();
          return { approved: true };
        },
      }),
      true,
    ],
  ],
])('%s: the plan is made again, and what the sentence rules out is replaced, not missed', async (_, how) => {
  const { cwd, asked, result, journal, path } = await ruledOut(...how);
  expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('alpha\n');
  expect(result).toMatchObject({ reason: 'met', unmet: [] });
  expect(journal.filter((entry) => entry.kind === 'message' && entry.type === 'CorrectionSignal')).toEqual([]);
  const [, again] = asked.filter(({ role }) => role === 'R3');
  expect(again?.text.match(/Leave notes\.txt alone/g)).toHaveLength(1);
  const [, second] = asked.filter(({ role }) => role === 'R2');
  expect(second?.text).toContain('The person has said more since that plan');
  expect(await replayTask({ path })).toMatchObject({ differences: [] });
});

test.each([1, 6])(
  'a no to a plan that says what to do instead, %i times over, makes another plan each time, which is reviewed too',
  async (noes) => {
    const folder = scratch();
    const cwd = join(folder, 'project');
    mkdirSync(cwd);
    const planned = (path: string) => ({
      role: 'R2' as const,
      answer: {
        task_criteria: [
          { criterion: `${path} says done`, mode: 'verifiable', weight: 3, check: { kind: 'file_contains', path, text: 'done' } },
        ],
        subtasks: [{ intent: `Write done into ${path}`, context: '', tools: ['write_file'], sequence: 1 }],
      },
    });
    const files = Array.from({ length: noes + 1 }, (_, at) => `${at}.txt`);
    const last = files.at(-1) ?? '';
    const cassette = createCassette([
      { role: 'R1', answer: { slug: 'write_done', intent: 'Write done into a file', kind: 'task' } },
      ...files.map(planned),
      writes(last),
      { role: 'R3', answer: `Written to ${last}.` },
    ]);
    const prompts: string[] = [];
    const model: Model = {
      ...cassette,
      step(request, origin, signal) {
        if (origin.role === 'R2') prompts.push(request.turns.map(({ text }) => text).join('\n'));
        return cassette.step(request, origin, signal);
      },
    };
    const shown: string[] = [];
    const declinedBefore: (string | undefined)[] = [];
    const review: Answers['review'] = ({ subtasks, declined }) => {
      shown.push(subtasks[0]?.intent ?? '');
      declinedBefore.push(declined?.subtasks[0]?.intent);
      return shown.length > noes ? { approved: true } : { approved: false, instead: `No: rather into ${files[shown.length]}` };
    };
    const env = { HOME: folder, PATH: process.env.PATH };
    await using artoo = createArtoo({ model, data: join(folder, 'data'), workspace: cwd, env, memory: false, answers: { review } });
    const task = artoo.run('Write done into a file', { cwd, review: true });
    expect(await task.result).toMatchObject({ reason: 'met', unmet: [] });
    expect(shown).toEqual(files.map((file) => `Write done into ${file}`));
    expect(declinedBefore).toEqual([undefined, ...shown.slice(0, -1)]);
    expect(prompts[1]?.match(/No: rather into 1\.txt/g)).toHaveLength(1);
    expect(files.filter((file) => existsSync(join(cwd, file)))).toEqual([last]);
    expect(await replayTask({ path: task.journal })).toMatchObject({ differences: [] });
  },
);
