/** A task of six model calls against a server that answers at once, beside the same six calls by node:http, by fetch and by the AI SDK alone. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as post } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai';
import { createArtoo } from '../src/app/artoo.ts';
import { createProviderModel } from '../src/models/http/provider.ts';
import type { Model, ModelRequest } from '../src/models/model.ts';
import { median } from './measure.ts';

globalThis.AI_SDK_LOG_WARNINGS = false;
const server = spawn(process.execPath, [fileURLToPath(new URL('zero-latency-server.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const port = await new Promise<string>((resolve) => server.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())));
const base_url = `http://127.0.0.1:${port}/v1`;

const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
const cwd = join(folder, 'home');
mkdirSync(cwd);
writeFileSync(join(cwd, 'note.md'), '# Note\n\nThis is about zero-latency servers.\n');

const endpoint = { protocol: 'openai', base_url, model: 'bench', api_key: 'none', max_output_tokens: 8_192, timeout_ms: 60_000 } as const;
const model = createProviderModel(endpoint);
type Asked = { readonly role: string; readonly request: ModelRequest };
const asked: Asked[] = [];
const listening: Model = {
  ...model,
  step(request, origin, signal) {
    asked.push({ role: origin.role, request });
    return model.step(request, origin, signal);
  },
};

async function task(with_: Model): Promise<void> {
  await using artoo = createArtoo({ model: with_, data: join(folder, 'data'), workspace: cwd, env: {} });
  await check(artoo.run('What is the note about?', { cwd }).result);
}
async function check(result: ReturnType<ReturnType<typeof createArtoo>['run']>['result']): Promise<void> {
  const { directive, summary, cost } = await result;
  if (directive !== 'accept' || cost.model_calls !== 6) throw new Error(`${directive} after ${cost.model_calls} calls: ${summary}`);
}
await task(listening); // what the others are to send is what the task sent

const bodies = asked.map(({ role, request: { system, turns, tools } }) => ({
  role,
  body: JSON.stringify({
    model: 'bench',
    max_tokens: 8_192,
    messages: [{ role: 'system', content: system }, ...turns.map((turn) => ({ role: turn.role, content: turn.text }))],
    ...(tools.length > 0
      ? { tools: tools.map(({ name, description, input }) => ({ type: 'function', function: { name, description, parameters: input } })) }
      : {}),
  }),
}));

const agent = new Agent({ keepAlive: true });
const byHttp = (role: string, body: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'x-artoo-role': role };
    const sent = post(`${base_url}/chat/completions`, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())));
    });
    sent.on('error', reject);
    sent.end(body);
  });
const byFetch = async (role: string, body: string): Promise<unknown> =>
  (
    await fetch(`${base_url}/chat/completions`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-artoo-role': role },
    })
  ).json();

const sdk = createOpenAICompatible({ name: 'bench', baseURL: base_url, apiKey: 'none' }).chatModel('bench');
const prompts = asked.map(({ role, request: { system, turns, tools } }) => ({
  model: sdk,
  system,
  maxOutputTokens: 8_192,
  headers: { 'x-artoo-role': role },
  messages: turns.map((turn): ModelMessage => {
    if (turn.role === 'user') return { role: 'user', content: turn.text };
    if (turn.role === 'tool')
      return {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: turn.call_id, toolName: turn.tool, output: { type: 'text', value: turn.text } }],
      };
    return {
      role: 'assistant',
      content: turn.calls.map((call) => ({ type: 'tool-call', toolCallId: call.call_id, toolName: call.tool, input: call.input })),
    };
  }),
  tools: Object.fromEntries(
    tools.map(({ name, description, input }) => [name, tool({ description, inputSchema: jsonSchema(input as never) })]),
  ) as ToolSet, // without `execute`, as artoo offers them
}));

const artoo = createArtoo({ model, data: join(folder, 'data'), workspace: cwd, env: {} });
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'node:http': async () => {
    for (const { role, body } of bodies) await byHttp(role, body);
  },
  fetch: async () => {
    for (const { role, body } of bodies) await byFetch(role, body);
  },
  'AI SDK': async () => {
    for (const prompt of prompts) await generateText(prompt);
  },
  artoo: () => check(artoo.run('What is the note about?', { cwd }).result),
};

type Figures = { readonly wall: number; readonly cpu: number };

/** ms of wall and processor time for one workflow, of `count` in batches of `width` at once. */
async function measure(work: () => Promise<unknown>, count: number, width: number): Promise<Figures> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  for (let at = 0; at < count; at += width) await Promise.all(Array.from({ length: width }, work));
  const { user, system } = process.cpuUsage(cpu);
  return { wall: (performance.now() - began) / count, cpu: (user + system) / 1000 / count };
}

async function compareAll(title: string, count: number, width: number, rounds: number): Promise<void> {
  const seen = new Map(Object.keys(ways).map((name) => [name, [] as Figures[]]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, work] of Object.entries(ways)) {
      const figures = await measure(work, count, width);
      if (round > 0) seen.get(name)?.push(figures); // the first round warms up
    }
  console.log(`${title}                  wall        cpu   × node:http   × AI SDK   a second`);
  const of = (name: string, figure: keyof Figures) => median((seen.get(name) ?? []).map((figures) => figures[figure]));
  const ratio = (name: string, to: string) =>
    median((seen.get(name) ?? []).map(({ wall }, at) => wall / (seen.get(to)?.[at]?.wall ?? Number.NaN)));
  for (const name of Object.keys(ways)) {
    const wall = of(name, 'wall');
    console.log(
      `  ${name.padEnd(12)} ${wall.toFixed(2).padStart(8)} ms ${of(name, 'cpu').toFixed(2).padStart(8)} ms ${ratio(name, 'node:http').toFixed(2).padStart(8)} ${ratio(name, 'AI SDK').toFixed(2).padStart(10)} ${(1000 / wall).toFixed(0).padStart(10)}`,
    );
  }
}

console.log(
  'six model calls and one tool call, against a server that answers at once (artoo: with journal, validation, gates and a sync to disk)',
);
try {
  await compareAll('alone', 200, 1, 5);
  await compareAll('100 at once', 300, 100, 5);
} finally {
  await artoo.close();
  server.stdin.end();
  rmSync(folder, { recursive: true });
}
