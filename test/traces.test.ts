/** Traces of whole tasks, as a collector gets them: the tree, what is sent and what is not, and what child processes get of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import type { Json } from '../src/contracts/shapes/json.ts';
import { type CassetteLine, createCassette } from '../src/effects/cassette.ts';
import { readJournal } from '../src/journal/reader.ts';
import { startCollector } from './support/collector.ts';
import { artoo, newHome } from './support/command.ts';
import { harvestGoal, writeHarvestScript } from './support/harvest.ts';
import { runArtoo } from './support/run-artoo.ts';
import { scratch } from './support/scratch.ts';

const modernServer = fileURLToPath(new URL('support/children/mcp-modern.ts', import.meta.url));
const secret = 'the-key-of-the-collector';
const passed = { verdict: 'pass', failure_class: null, evidence: 'the parent is Byron' };

/** A task of one sub-task with these calls. */
const script = (
  tools: readonly string[],
  ...calls: readonly { readonly tool: string; readonly input: Json }[]
): readonly CassetteLine[] => {
  const criterion = { criterion: 'the answer says who "the parent" is', mode: 'plausible' };
  return [
    { role: 'R1', answer: { slug: 'name_the_parent', intent: 'Name the parent.', kind: 'task' } },
    {
      role: 'R2',
      answer: {
        task_criteria: [criterion],
        subtasks: [{ intent: 'Ask for the parent', success_criteria: [criterion], context: '', tools, sequence: 1 }],
      },
    },
    ...calls.map((call): CassetteLine => ({ role: 'R3', calls: [call] })),
    { role: 'R3', answer: 'the parent is Byron' },
    { role: 'R4a', answer: { verdicts: [0, 1, 2].map((criterion) => ({ criterion, ...passed })) }, repeat: true },
    { role: 'R4b', answer: { verdicts: [0, 1, 2].map((criterion) => ({ criterion, ...passed })) }, repeat: true },
  ];
};

/** Runs it with a collector. */
async function traced(lines: readonly CassetteLine[], more: Readonly<Record<string, string>> = {}) {
  const collector = await startCollector();
  const [data, home] = [scratch(), scratch()];
  const server = { command: process.execPath, args: [modernServer], contained: false };
  writeFileSync(join(data, 'config.yaml'), JSON.stringify({ allow: ['mcp(notes/*)'], mcp: { servers: { notes: server } } }));
  const env = {
    ...{ HOME: home, PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
    ...{ OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${secret}`, ...more },
  };
  const notices: string[] = [];
  const artoo = createArtoo({ model: createCassette(lines), data, env, memory: false, onNotice: (notice) => notices.push(notice) });
  const task = artoo.run('Name the parent of ada', { cwd: home });
  const result = await task.result;
  await artoo.close();
  const { entries } = await readJournal(task.journal);
  const outputs = entries.flatMap((entry) => {
    const value = entry.kind === 'outcome' && entry.key.includes('/R3/') && entry.result.ok ? entry.result.value : undefined;
    return value && typeof value === 'object' && 'output' in value ? [String(value.output)] : [];
  });
  return { id: task.id, result, collector, spans: collector.spans(), outputs, notices, journal: JSON.stringify(entries) };
}

/** The plan of a script, with one more check. */
const withCheck = (line: CassetteLine, check: object): CassetteLine =>
  JSON.parse(
    JSON.stringify(line).replaceAll(
      '"success_criteria":[',
      `"success_criteria":[${JSON.stringify({ criterion: 'the folder is there', mode: 'strict', check })},`,
    ),
  );

type Spans = Awaited<ReturnType<typeof traced>>['spans'];

/** The tree as text, one line per span. */
function tree(spans: Spans, parent?: string, depth = 0): readonly string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .flatMap(({ spanId, name }) => [`${'  '.repeat(depth)}${name}`, ...tree(spans, spanId, depth + 1)]);
}

const named = (spans: Spans, name: string) => spans.find((span) => span.name === name) ?? expect.fail(`there is no ${name}`);
const naming = { tool: 'shell', input: { command: 'echo the parent is Byron' } };
const printing = { tool: 'shell', input: { command: 'printf %s "$TRACEPARENT" | sed "s/-/ /g"; echo " $TRACESTATE"' } };

test('a task is one tree, from the task to its model steps, tools and checks', async () => {
  const { id, spans, result, collector, notices, journal } = await traced(script(['shell'], naming));
  expect(result).toMatchObject({ directive: 'accept' });
  expect(notices).toEqual([]);
  expect(tree(spans)).toEqual([
    'invoke_agent artoo',
    '  chat',
    '  look',
    '  round 1',
    '    plan R2',
    '      chat',
    '    sub-task 1',
    '      invoke_agent R3',
    '        chat',
    '        execute_tool shell',
    '        chat',
    '        chat',
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(spans[0]?.attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'artoo',
    'gen_ai.conversation.id': id,
    'artoo.slug': 'name_the_parent',
    'artoo.directive': 'accept',
    'artoo.audited': true,
  });
  expect(named(spans, 'round 1').attributes).toMatchObject({ 'artoo.loss.D': 0, 'artoo.directive': 'accept' });
  expect(named(spans, 'sub-task 1').events).toEqual([
    expect.objectContaining({
      name: 'gen_ai.evaluation.result',
      attributes: expect.objectContaining({ 'gen_ai.evaluation.score.label': 'pass', 'gen_ai.evaluation.score.value': 1 }),
    }),
  ]);
  expect(named(spans, 'execute_tool shell').attributes).toMatchObject({ 'gen_ai.tool.name': 'shell', 'process.exit.code': 0 });
  expect(collector.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
  expect(journal).not.toContain(secret);
});

test('what a task is about is not told, unless content is asked for', async () => {
  const plain = await traced(script(['shell'], printing));
  const bodies = plain.collector.requests.map(({ body }) => body).join();
  // with a space, because ids may contain the letters "ada"
  for (const text of [' ada', 'Name the parent', 'printf', 'Byron', 'says who']) expect(bodies).not.toContain(text);
  const asked = await traced(script(['shell'], printing), { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' });
  const told = asked.collector.requests.map(({ body }) => body).join();
  for (const text of [' ada', 'printf', 'Byron', 'says who']) expect(told).toContain(text);
});

test('no secret is shown, not even with content', async () => {
  const printsIt = { tool: 'shell', input: { command: `echo ${secret.replace('key', "k'e'y")} sk-ant-api03-${'a1B2'.repeat(10)}` } };
  const { collector, journal, outputs } = await traced(script(['shell'], printsIt), {
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
  });
  expect(outputs[0]).toContain('[redacted');
  for (const text of [journal, ...collector.requests.map(({ body }) => body)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('sk-ant-api03');
  }
});

describe('children', () => {
  const [trace, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const TRACEPARENT = `00-${trace}-${caller}-01`;

  test('a command is told that its call is its parent, in the trace of the caller of artoo', async () => {
    const { spans, outputs } = await traced(script(['shell'], printing), { TRACEPARENT, TRACESTATE: 'vendor=1' });
    expect(spans[0]).toMatchObject({ traceId: trace, parentSpanId: caller });
    expect(outputs[0]?.trim()).toBe(`00 ${trace} ${named(spans, 'execute_tool shell').spanId} 01 vendor=1`);
  });

  test('without a caller, the trace is that of the task', async () => {
    const { spans, outputs } = await traced(script(['shell'], printing));
    expect(spans[0]?.parentSpanId).toBeUndefined();
    expect(outputs[0]?.trim()).toBe(`00 ${spans[0]?.traceId} ${named(spans, 'execute_tool shell').spanId} 01`);
  });

  test('so is a command in the background', async () => {
    const input = { command: 'printf %s "$TRACEPARENT" | sed "s/-/ /g"; echo; exec sleep 100', background: true };
    const { spans, outputs } = await traced(script(['shell'], { tool: 'shell', input }));
    expect(outputs[0]).toContain(`00 ${spans[0]?.traceId} ${named(spans, 'execute_tool shell').spanId} 01`);
  });

  test('a server of tools is told it with the call', async () => {
    const tool = 'mcp__notes__meta';
    const { spans, outputs } = await traced(script([tool], { tool, input: {} }), {
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    });
    const span = named(spans, `execute_tool ${tool}`);
    expect(span.attributes).toMatchObject({ 'gen_ai.tool.type': 'extension' });
    expect(outputs[0]).toContain(`"traceparent":"00-${spans[0]?.traceId}-${span.spanId}-01"`);
  });

  test('a server of tools, which serves many calls, is started in the trace of the caller of artoo', async () => {
    const tool = 'mcp__notes__environment';
    const { outputs } = await traced(script([tool], { tool, input: {} }), { TRACEPARENT, TRACESTATE: 'vendor=1' });
    expect(outputs[0]).toContain(`${TRACEPARENT} vendor=1`);
    const alone = await traced(script([tool], { tool, input: {} }));
    expect(alone.outputs[0]).toContain('undefined undefined');
  });

  test('a check is told that it is its own parent', async () => {
    const check = { kind: 'command', run: 'printf %s "$TRACEPARENT" | sed "s/-/ /g"; test -d . && exit 3', equals: 0 };
    const lines = script(['shell'], naming).map((line) => withCheck(line, check));
    const { spans, journal } = await traced(lines);
    const [, trace_, span] = /"output":"00 ([0-9a-f]{32}) ([0-9a-f]{16}) 01"/.exec(journal) ?? [];
    expect(trace_).toBe(spans[0]?.traceId);
    expect(spans.filter(({ name }) => name === 'check').map(({ spanId }) => spanId)).toContain(span);
  });

  test('where no traces are sent, nothing is shown', async () => {
    const { spans, outputs } = await traced(script(['shell'], printing), { TRACEPARENT, OTEL_SDK_DISABLED: 'true' });
    expect([spans, outputs[0]?.trim()]).toEqual([[], '']);
  });
});

describe('the end of a process', () => {
  test.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['never answers', () => {}, /no answer in time/],
    ['is gone', (response) => response.socket?.destroy(), /Traces are not sent: /],
  ])(
    'is not held up by a collector that %s, and says so once',
    async (_, answer, why) => {
      const collector = await startCollector(answer);
      const at = newHome();
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
      const ended = await artoo(['--replay', writeHarvestScript(at.home), '--quiet', '--workspace', '.', harvestGoal], { at, env });
      expect(ended, ended.err).toMatchObject({ code: 0 });
      expect(ended.err.match(/Traces are not sent/g)).toHaveLength(1);
      expect(ended.err).toMatch(why);
    },
    60_000,
  );
});

test('a fork has a trace of its own, which names its origin and begins where it was forked; its spans have no parent outside', async () => {
  const collector = await startCollector();
  const [data, home] = [scratch(), scratch()];
  const env = { HOME: home, PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const open = () => createArtoo({ model: createCassette(script(['shell'], naming)), data, env, memory: false });
  const first = open();
  const origin = first.run('Name the parent of ada', { cwd: home });
  await origin.result;
  await first.close();
  const before = collector.spans();
  const { entries } = await readJournal(origin.journal);
  const place = entries.findIndex((entry) => entry.kind === 'message' && entry.type === 'ExecutionResult');
  const second = open();
  const fork = await second.fork(origin.id, { at: place });
  await fork.result;
  await second.close();
  const own = collector.spans().slice(before.length);
  const [root] = own;
  expect(root?.attributes).toMatchObject({ 'gen_ai.conversation.id': fork.id, 'artoo.origin': origin.id });
  expect(new Set(own.map(({ traceId }) => traceId))).toEqual(new Set([root?.traceId]));
  expect(root?.traceId).not.toBe(before[0]?.traceId);
  const known = new Set(own.map(({ spanId }) => spanId));
  expect(own.filter(({ parentSpanId }) => parentSpanId !== undefined && !known.has(parentSpanId))).toEqual([]);
  expect(own.filter(({ spanId }) => before.some((span) => span.spanId === spanId))).toEqual([]);
});

test('a task that was stopped is sent when it was resumed, as one trace from its beginning', async () => {
  const collector = await startCollector();
  const [data, home] = [scratch(), scratch()];
  const env = { HOME: home, PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const lines = script(['shell'], naming);
  const cassette = createCassette(lines);
  const silent: typeof cassette = {
    ...cassette,
    step: (request, origin, signal) =>
      origin.role === 'R4a'
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : cassette.step(request, origin, signal),
  };
  const first = createArtoo({ model: silent, data, env, memory: false });
  const task = first.run('Name the parent of ada', { cwd: home });
  await expect.poll(() => readFileSync(task.journal, 'utf8'), { timeout: 20_000 }).toMatch(/"kind":"intent".*"role":"R4a"/);
  await Promise.all([first.close(), task.result.catch(() => {})]); // it is stopped, not ended
  expect(collector.requests).toEqual([]);
  const second = createArtoo({ model: createCassette(lines), data, env, memory: false });
  await (await second.resume(task.id)).result;
  await second.close();
  const spans = collector.spans();
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(tree(spans)).toEqual(
    expect.arrayContaining(['invoke_agent artoo', '  round 1', '      invoke_agent R3', '        execute_tool shell']),
  );
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
});

test('the doctor says where traces go, and shows no header', async () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel.example:4318?key=hunter2hunter2',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hunter2hunter2',
  };
  const { out } = await runArtoo(['doctor', '--json'], { at: newHome(), env });
  const { checks } = JSON.parse(out) as { checks: readonly { name: string }[] };
  expect(checks.find(({ name }) => name === 'traces')).toMatchObject({ state: 'warning', hint: expect.stringContaining('https') });
  expect(out).not.toContain('hunter2');
});
