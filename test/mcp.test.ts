/** Whole tasks with tools of MCP servers: the offered tools are recorded, so that a task is replayed and resumed without its servers. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import { replayTask } from '../src/app/replay.ts';
import type { Json } from '../src/contracts/shapes/json.ts';
import { type CassetteLine, createCassette } from '../src/effects/cassette.ts';
import type { Answers } from '../src/engine/person.ts';
import { readJournal } from '../src/journal/reader.ts';
import type { LocalServer } from '../src/tools/mcp/server.ts';
import { badServer } from './support/mcp.ts';
import { scratch } from './support/scratch.ts';

const criterion = { criterion: 'the answer says what "notes" said', mode: 'plausible' };

const script = (tools: readonly string[], steps: readonly Omit<CassetteLine, 'role'>[]): readonly CassetteLine[] => [
  { role: 'R1', answer: { slug: 'ask_notes', intent: 'Ask the notes.', kind: 'task' } },
  {
    role: 'R2',
    answer: {
      task_criteria: [criterion],
      subtasks: [{ intent: 'Ask notes', success_criteria: [criterion], context: '', tools, sequence: 1 }],
    },
  },
  ...steps.map((step): CassetteLine => ({ role: 'R3', ...step })),
  {
    role: 'R4a',
    answer: { verdicts: [0, 1, 2].map((at) => ({ criterion: at, verdict: 'pass', failure_class: null, evidence: 'you said hello' })) },
  },
];

const calls = (tool: string, input: Json) => ({ calls: [{ tool, input }] });
const done = { answer: 'notes said: you said hello' };

/** One task, with a configuration that names a server. */
async function runWith(server: LocalServer, lines: readonly CassetteLine[], isAttended = true) {
  const [data, home] = [scratch(), scratch()];
  const { command, args } = server;
  writeFileSync(join(data, 'config.yaml'), JSON.stringify({ mcp: { servers: { notes: { command, args, contained: false } } } }));
  const asked: string[] = [];
  const confirm: Answers['confirm'] = ({ action, form }) => {
    asked.push(action);
    return form ? { allowed: true, filled: { name: 'Ada', age: 36 } } : true;
  };
  const env = { HOME: home, PATH: process.env.PATH };
  await using artoo = createArtoo({ model: createCassette(lines), data, env, memory: false, answers: isAttended ? { confirm } : {} });
  const task = artoo.run('Ask the notes', { cwd: home });
  const result = await task.result;
  const { entries } = await readJournal(task.journal);
  return { result, entries, asked, data, home, id: task.id, journal: task.journal };
}

type Entries = Awaited<ReturnType<typeof readJournal>>['entries'];

/** The tools that a model step was offered, the first and the last time. */
function offeredTo(role: string, entries: Entries): readonly (readonly string[])[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'intent' || entry.effect !== 'model' || entry.role !== role) return [];
    const { tools = [] } = entry.input as { tools?: readonly { name: string }[] }; // a model step has tools if R3 asked for it
    return [tools.map(({ name }) => name)];
  });
}

test('a task calls a tool of a server after a yes, and its journal replays without the server', async () => {
  const tool = 'mcp__notes__say';
  const { result, entries, asked, journal } = await runWith(badServer('plain'), script([tool], [calls(tool, { text: 'hello' }), done]));
  expect(result).toMatchObject({ directive: 'accept', output: 'notes said: you said hello' });
  expect(asked).toEqual(['notes/say {\n  "text": "hello"\n}']);
  const look = entries.find((entry) => entry.kind === 'outcome' && entry.result.ok && 'left_out' in Object(entry.result.value));
  expect(look).toMatchObject({
    result: { value: { tools: [{ name: tool, pin: expect.stringMatching(/^[0-9a-f]{32}$/) }, { name: 'mcp__notes__env' }] } },
  });
  expect(offeredTo('R3', entries)[0]).toEqual([tool, 'report_infeasible']);
  expect(await replayTask({ path: journal })).toMatchObject({ differences: [], more: 0, result: { directive: 'accept' } });
});

test('what a server asks the person is answered in the task, and replays', async () => {
  const tool = 'mcp__notes__say';
  const { result, entries, asked, journal } = await runWith(badServer('elicits'), script([tool], [calls(tool, { text: 'form' }), done]));
  expect(asked).toEqual([expect.stringContaining('notes/say {'), 'notes/say asks: Are you sure?']);
  const outputs = entries.flatMap((entry) => (entry.kind === 'outcome' && entry.result.ok ? [Object(entry.result.value).output] : []));
  expect(outputs).toContain('the answer: {"action":"accept","content":{"name":"Ada","age":36}}');
  expect(result.reason).toBe('met');
  expect(await replayTask({ path: journal })).toMatchObject({ differences: [], more: 0 });
});

test('a server is told about a no to its question, even if no further call follows', async () => {
  const tool = 'mcp__notes__say';
  const file = join(scratch(), 'answer');
  const no: Answers['confirm'] = ({ action }) => !action.includes('asks:');
  const told = expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'));
  const [data, home] = [scratch(), scratch()];
  const { command, args } = badServer('elicits', file);
  writeFileSync(join(data, 'config.yaml'), JSON.stringify({ mcp: { servers: { notes: { command, args, contained: false } } } }));
  const env = { HOME: home, PATH: process.env.PATH };
  const model = createCassette(script([tool], [calls(tool, {})]));
  await using artoo = createArtoo({ model, data, env, memory: false, answers: { confirm: no } });
  const task = artoo.run('Ask the notes', { cwd: home });
  await told.toBe('{"action":"decline"}');
  task.cancel();
  await task.result.catch(() => {});
});

test('a task that was killed in a call continues with the tools that it had, and the person says what became of the call', async () => {
  const tool = 'mcp__notes__say';
  const steps = [calls(tool, { text: 'hello' }), done];
  const { data, home, id, journal } = await runWith(badServer('plain'), script([tool], steps));
  const lines = readFileSync(journal, 'utf8').split('\n');
  const call = lines.findIndex((line) => line.includes('"kind":"intent"') && line.includes('"approved"'));
  writeFileSync(journal, `${lines.slice(0, call + 1).join('\n')}\n`);
  writeFileSync(join(data, 'config.yaml'), ''); // no server is configured any more
  const asked: string[] = [];
  const interrupted = ({ action }: { action: string }) => {
    asked.push(action);
    return 'done' as const;
  };
  const model = createCassette(script([tool], [done]).slice(2));
  await using artoo = createArtoo({ model, data, env: { HOME: home, PATH: process.env.PATH }, memory: false, answers: { interrupted } });
  expect(await artoo.resume(id).result).toMatchObject({ output: 'notes said: you said hello' });
  expect(asked).toEqual(['{"text":"hello"}']);
  expect(await replayTask({ path: journal })).toMatchObject({ differences: [], more: 0 });
});

test('if no one is there, it is refused with the rule that would allow it', async () => {
  const tool = 'mcp__notes__say';
  const lines = script([tool], [calls(tool, { text: 'hello' })]);
  const { result } = await runWith(
    badServer('plain'),
    [...lines, { role: 'R2', answer: { partial_result: 'none', next_moves: ['a', 'b'] } }],
    false,
  );
  expect(result).toMatchObject({
    directive: 'abandon',
    reason: 'refused',
    summary: expect.stringContaining("To allow it: --allow 'mcp(notes/say)'"),
  });
});

describe('of 200 tools', () => {
  test('a task is offered one that finds them, and then what it found, on replay too', async () => {
    const weather = 'mcp__notes__fetch_weather';
    const steps = [calls('find_tool', { query: 'weather in a city' }), calls(weather, { text: 'hello' }), done];
    const { result, entries, journal } = await runWith(badServer('many'), script(['find_tool'], steps));
    expect(result).toMatchObject({ directive: 'accept' });
    const [first, second] = offeredTo('R3', entries);
    expect(first).toEqual(['find_tool', 'report_infeasible']);
    expect(second?.slice(0, 2)).toEqual(['find_tool', weather]);
    expect(second?.length).toBeLessThan(12);
    expect(await replayTask({ path: journal })).toMatchObject({ differences: [], more: 0 });
  });

  test('a plan may name one itself: it is described before the first step, on replay too', async () => {
    const weather = 'mcp__notes__fetch_weather';
    const { result, entries, journal } = await runWith(badServer('many'), script([weather], [calls(weather, { text: 'hello' }), done]));
    expect(result).toMatchObject({ directive: 'accept' });
    expect(offeredTo('R3', entries)[0]).toEqual([weather, 'report_infeasible']);
    expect(await replayTask({ path: journal })).toMatchObject({ differences: [], more: 0 });
  });
});
