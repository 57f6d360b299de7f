/** Memory as a whole: real tasks, a real store, and how it changes the next plan. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import type { Megram, MegramState } from '../src/contracts/memory.ts';
import { readJournal } from '../src/journal/reader.ts';
import { quantize } from '../src/memory/fading/quantize.ts';
import { openKeeper } from '../src/memory/memory.ts';
import { memoryFolder } from '../src/memory/memory-folder.ts';
import { scriptedModel } from '../src/testing.ts';
import { messagesOf } from './support/whole-task.ts';

const day = 86_400_000;
let home: string;
let cwd: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'artoo-whole-memory-'));
  cwd = join(home, 'cwd');
  rmSync(cwd, { recursive: true, force: true });
  writeFileSync(join(home, 'words.txt'), 'one two three\n');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const data = () => join(home, 'data');
const space = 'intent:count_words';

async function remembered(
  ...all: readonly { id: string; state: MegramState; entity: string; ago: number; content?: string }[]
): Promise<void> {
  const keeper = openKeeper(memoryFolder(data()), { clock: () => new Date(), onNotice: (text) => expect.fail(text) });
  const megrams = all.map(
    ({ id, state, entity, ago, content = `${entity} failed` }): Megram => ({
      id,
      level: state === 'rule' ? 'C' : 'M',
      created_at: new Date(Date.now() - ago).toISOString(),
      space,
      entity,
      content,
      state,
      ...quantize(state, state === 'rule' ? -1 : undefined),
      learnt_in: home,
    }),
  );
  await keeper.write({ megrams });
  await keeper.close();
}

const criterion = { criterion: 'the answer is the number', check: { kind: 'output_contains', text: '3' } };
const planOf = (intent: string, tool: string) => ({
  task_criteria: [criterion],
  subtasks: [{ intent, success_criteria: [criterion], tools: [tool], sequence: 1 }],
});
const understood = { key: '0.0.0/R1/1.0', answer: { slug: 'count_words', intent: 'Count the words.', kind: 'task' } } as const;
const byEye = planOf('Count the words of words.txt by reading them', 'read_file');
const byProgram = planOf('Let a program count the words of words.txt', 'shell');
/** Passes for the criterion and the built-in one, citing the call that counted. */
const verdicts = (key: string) => [0, 1].map((at) => ({ criterion: at, verdict: 'pass', evidence: `${key}/R3/1.1` }));
const counts = (key: string) => [
  { key: `${key}/R3/1.0`, calls: [{ tool: 'shell', input: { command: 'wc -w words.txt' } }] },
  { key: `${key}/R3/2.0`, answer: '3 words' },
  { key: `${key}/R4a/2.0`, answer: { verdicts: verdicts(key) } },
];

async function run(model: ReturnType<typeof scriptedModel>, options: { memory?: boolean } = {}) {
  const notices: string[] = [];
  await using artoo = createArtoo({ model, data: data(), workspace: join(home, 'ws'), onNotice: (text) => notices.push(text), ...options });
  const task = artoo.run('How many words are in words.txt?', { cwd: home });
  const result = await task.result;
  const { entries } = await readJournal(task.journal);
  return { result, entries, notices, rejections: entries.filter((entry) => entry.kind === 'decision' && entry.name === 'plan_rejected') };
}

test("a plan is rejected because of last week's failures, and the next one is not", async () => {
  await remembered(
    { id: 'monday-m01', state: 'change_approach', entity: 'tool:read_file', ago: 7 * day },
    {
      id: 'tuesday-m01',
      state: 'change_approach',
      entity: 'tool:read_file',
      ago: 6 * day,
      content: 'counting by reading gave another number each time',
    },
  );
  const model = scriptedModel([
    understood,
    { key: '1.0.0/R2/1.0', answer: byEye },
    { key: '1.0.0/R2/2.0', answer: byProgram },
    ...counts('1.1.1'),
  ]);
  const { result, entries, rejections } = await run(model);
  expect(result).toMatchObject({ directive: 'accept', reason: 'met' });
  expect(JSON.stringify(rejections)).toContain('counting by reading gave another number each time');
  expect(rejections).toHaveLength(1);
  expect(messagesOf(entries, 'MemoryRecall').map(({ to }) => to)).toEqual(['R7', 'R2']);
  expect(model.unused).toEqual([]);
});

test('one bad day bans nothing', async () => {
  const derived = [{ fact: '3', from: ['one', 'two', 'three'], how: 'count' }];
  await remembered(
    ...[1, 2, 3].map((at) => ({ id: `monday-m0${at}`, state: 'change_approach' as const, entity: 'tool:read_file', ago: day })),
  );
  const model = scriptedModel([
    understood,
    { key: '1.0.0/R2/1.0', answer: byEye },
    { key: '1.1.1/R3/1.0', calls: [{ tool: 'read_file', input: { path: 'words.txt' } }] },
    { key: '1.1.1/R3/2.0', answer: '3 words' },
    { key: '1.1.1/R4a/2.0', answer: { verdicts: verdicts('1.1.1').map((each) => ({ ...each, derived })) } },
  ]);
  const { result, rejections, entries } = await run(model);
  expect(result).toMatchObject({ directive: 'accept' });
  expect(rejections).toEqual([]);
  expect(JSON.stringify(entries.find((entry) => entry.kind === 'intent' && entry.effect === 'model' && entry.role === 'R2'))).toContain(
    'MUST NOT',
  );
});

test('a rule bans a tool on its own, and says how it was made', async () => {
  await remembered({ id: 'the-rule', state: 'rule', entity: 'tool:read_file', ago: 100 * day, content: 'Never count words by reading.' });
  const model = scriptedModel([
    understood,
    { key: '1.0.0/R2/1.0', answer: byEye },
    { key: '1.0.0/R2/2.0', answer: byProgram },
    ...counts('1.1.1'),
  ]);
  const { result, rejections } = await run(model);
  expect(result).toMatchObject({ directive: 'accept' });
  expect(JSON.stringify(rejections)).toContain('Never count words by reading.');
});

test('the lessons of a task are available to the next one, in both directions, and a task without memory neither reads nor writes', async () => {
  const script = () => scriptedModel([understood, { key: '1.0.0/R2/1.0', answer: byProgram }, ...counts('1.1.1')]);
  const quiet = await run(script(), { memory: false });
  expect(messagesOf(quiet.entries, 'MemoryQuery')).toEqual([]);
  expect(messagesOf(quiet.entries, 'Megram')).toEqual([]);
  const first = await run(script());
  expect(messagesOf(first.entries, 'MemoryRecall')[0]?.payload).toMatchObject({ space: null, potentials: [], missing: null });
  const taught = messagesOf(first.entries, 'Megram').map(({ payload }) => `${payload.level} ${payload.space} ${payload.entity}`);
  expect(taught).toEqual([`M ${space} env:local`, `M ${space} tool:shell:wc`, `K folder:${home} env:local`]);
  const second = await run(script());
  expect(messagesOf(second.entries, 'MemoryRecall')[0]?.payload).toMatchObject({
    space,
    potentials: [
      { entity: 'env:local', action: 'Exploit' },
      { entity: 'tool:shell:wc', action: 'Exploit', tasks: 1 },
    ],
    notes: [{ content: '"Let a program count the words of words.txt": 3 words.' }],
  });
  const prompt = JSON.stringify(second.entries.find((entry) => entry.kind === 'intent' && entry.effect === 'model' && entry.role === 'R2'));
  expect(prompt).toContain('The plan that worked: Let a program count the words of words.txt (wc -w words.txt).');
  expect(prompt).toContain('found here before');
  expect(messagesOf(second.entries, 'SubTask')[0]?.payload.surroundings).toContain('SHOULD PREFER: wc in tasks like');
  expect(second.notices).toEqual([]);
});

test('a memory that cannot be opened is reported with what to do, and the task continues without', async () => {
  await remembered({ id: 'monday-m01', state: 'accept', entity: 'tool:shell:wc', ago: day });
  const { ClassicLevel } = await import('classic-level');
  const level = new ClassicLevel<string, string>(join(memoryFolder(data()), 'store'));
  await level.put('n|', '{"format":99}');
  await level.close();
  const model = scriptedModel([understood, { key: '1.0.0/R2/1.0', answer: byProgram }, ...counts('1.1.1')]);
  const { result, entries, notices } = await run(model);
  expect(result).toMatchObject({ directive: 'accept' });
  expect(messagesOf(entries, 'MemoryRecall')[0]?.payload.missing).toContain('format 99');
  expect(notices).toEqual([expect.stringMatching(/format 99.*Update artoo/)]);
});

test('many tasks at once, in two programs, teach one memory', async () => {
  const tasks = 12;
  const programs = [1, 2].map(() =>
    createArtoo({
      model: scriptedModel([
        { role: 'R1', repeat: true, answer: understood.answer },
        { role: 'R2', repeat: true, answer: byProgram },
        { role: 'R3', match: '3 words.txt', repeat: true, answer: '3 words' },
        { role: 'R4a', repeat: true, answer: { verdicts: verdicts('1.1.1') } },
        { role: 'R3', repeat: true, calls: [{ tool: 'shell', input: { command: 'wc -w words.txt' } }] },
      ]),
      data: data(),
      workspace: join(home, 'ws'),
      onNotice: (text) => expect.fail(text),
    }),
  );
  const ends = await Promise.all(
    Array.from({ length: tasks }, (_, at) => programs[at % 2]?.run('How many words are in words.txt?', { cwd: home }).result),
  );
  expect(new Set(ends.map((end) => end?.directive))).toEqual(new Set(['accept']));
  await Promise.all(programs.map((program) => program.close()));
  const keeper = openKeeper(memoryFolder(data()), { clock: () => new Date(), onNotice: (text) => expect.fail(text) });
  expect((await keeper.view({ space, entity: 'tool:shell:wc', limit: 100 })).entries).toHaveLength(tasks);
  await keeper.close();
});
