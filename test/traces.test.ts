/** Traces of whole tasks, as a collector gets them: the tree, what is told and what is not, and what children are told of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import type { Json } from '../src/contracts/json.ts';
import { type CassetteLine, createCassette } from '../src/effects/cassette.ts';
import { readJournal } from '../src/journal/reader.ts';
import { startCollector } from './support/collector.ts';
import { newHome } from './support/command.ts';
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

type Spans = Awaited<ReturnType<typeof traced>>['spans'];

/** The tree as text, a line for each span. */
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
  for (const text of ['ada', 'Name the parent', 'printf', 'Byron', 'says who']) expect(bodies).not.toContain(text);
  const asked = await traced(script(['shell'], printing), { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' });
  const told = asked.collector.requests.map(({ body }) => body).join();
  for (const text of ['ada', 'printf', 'Byron', 'says who']) expect(told).toContain(text);
});

test('no secret is told, not even with content', async () => {
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

  test('where no traces are sent, nothing is told', async () => {
    const { spans, outputs } = await traced(script(['shell'], printing), { TRACEPARENT, OTEL_SDK_DISABLED: 'true' });
    expect([spans, outputs[0]?.trim()]).toEqual([[], '']);
  });
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
