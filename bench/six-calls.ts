/**
 * A task of two sub-tasks and six model calls against a server that answers at once, compared with the same six requests by node:http, by fetch and
 * by the AI SDK alone. The six: R1 reads
 * the goal, R2 plans, R3 calls a tool and says what it did, R3 says it again in the second sub-task, R4b puts both together and judges the whole. Checks of the world decide the sub-tasks,
 * so R4a asks no model. Everything is on as in a usual run: journal with its sync to disk, memory that is read and written, caps, all tools, the look
 * around.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, request as post } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai';
import { z } from 'zod';
import { type ArtooOptions, createArtoo } from '../src/app/artoo.ts';
import { createProviderModel } from '../src/models/http/provider.ts';
import type { Model, ModelRequest } from '../src/models/model.ts';
import { createReadingGate } from '../src/tools/files/reading-gate.ts';
import { createLookAround } from '../src/tools/look/look-around.ts';
import { succeeded, type Tool } from '../src/tools/tool.ts';
import { median } from './measure.ts';
import { report } from './report.ts';

globalThis.AI_SDK_LOG_WARNINGS = false;
const server = spawn(process.execPath, [fileURLToPath(new URL('zero-latency-server.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const port = await new Promise<string>((resolve) => server.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())));
const base_url = `http://127.0.0.1:${port}/v1`;

const folder = mkdtempSync('/var/tmp/artoo-bench-');
const cwd = join(folder, 'home');
mkdirSync(join(cwd, 'saved'), { recursive: true });
writeFileSync(join(cwd, 'README.md'), '# Topics\n\nEach file in saved/ names one.\n');
writeFileSync(join(cwd, 'saved', 'topic.md'), 'not yet a real topic');
const goal = 'Save the topic zero-latency servers to saved/topic.md and say what you saved.';

/** A program's own tool. Many tasks write the same words in place at once, so that none of them reads an empty file. */
const saveTopic: Tool<{ readonly topic: string }> = {
  name: 'save_topic',
  description: 'Saves a topic to saved/topic.md.',
  input: z.object({ topic: z.string() }),
  timeoutMs: 10_000,
  target: () => 'saved/topic.md',
  changes: () => true,
  repeatable: () => true,
  async run({ topic }, { cwd: folder_ }) {
    const path = join(folder_, 'saved', 'topic.md');
    await writeFile(path, topic, { flag: 'r+' });
    return succeeded(`saved: ${topic}`, { changed: [{ path, change: 'changed' }] });
  },
};

const env = { PATH: process.env.PATH, HOME: folder };
const data = join(folder, 'data');
const unauditedData = join(folder, 'data-without-auditor');
mkdirSync(unauditedData);
writeFileSync(join(unauditedData, 'config.yaml'), 'audit: false\n');
const options: ArtooOptions = { data, workspace: cwd, env, tools: (own) => [...own, saveTopic] };

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

/** Runs one task to its end. */
async function task({ run }: Pick<ReturnType<typeof createArtoo>, 'run'>): Promise<void> {
  const { directive, summary, cost } = await run(goal, { cwd }).result;
  if (directive !== 'accept' || cost.model_calls !== 6) throw new Error(`${directive} after ${cost.model_calls} calls: ${summary}`);
}
{
  await using first = createArtoo({ ...options, model: listening });
  await task(first); // the others will send what this task sent
}

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

const artoo = createArtoo({ ...options, model });
const forgetful = createArtoo({ ...options, model, memory: false });
const unaudited = createArtoo({ ...options, data: unauditedData, model });
const look = createLookAround({ data, gate: createReadingGate({ home: folder, data }), path: env.PATH ?? '' });
const { signal } = new AbortController();
const files = join(folder, 'files');
mkdirSync(files);
let made = 0;
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
  artoo: () => task(artoo),
  'artoo without memory': () => task(forgetful),
  'artoo without the auditor': () => task(unaudited),
  'the look around alone': () => look({ cwd, workspace: cwd }, signal),
  'a new file alone': async () => {
    made += 1;
    closeSync(openSync(join(files, `${made}`), 'wx'));
  },
};

type Figures = { readonly wall: number; readonly cpu: number };

/** The auditor and the Dreamer begin a second after the last task. */
const restMs = 1_500;

/**
 * ms of wall and processor time for one workflow, of `count` in batches of `width` at once. Work that tasks leave for later counts as their processor
 * time.
 */
async function measure(work: () => Promise<unknown>, count: number, width: number, leaves: boolean): Promise<Figures> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  for (let at = 0; at < count; at += width) await Promise.all(Array.from({ length: width }, work));
  const wall = (performance.now() - began) / count;
  if (leaves) await delay(restMs);
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1000 / count };
}

/** All of them take turns, so that a slow moment of the machine affects them equally. */
async function compareAll(title: string, count: number, width: number, aim: string): Promise<void> {
  const seen = new Map(Object.keys(ways).map((name) => [name, [] as Figures[]]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, work] of Object.entries(ways)) {
      const figures = await measure(work, count, width, name.startsWith('artoo'));
      if (round > 0) seen.get(name)?.push(figures); // the first round warms up
    }
  const all = (name: string, figure: keyof Figures) => (seen.get(name) ?? []).map((figures) => figures[figure]);
  const ratio = (name: string, to: string, figure: keyof Figures) => {
    const base = all(to, figure);
    return median(all(name, figure).map((value, at) => value / (base[at] ?? Number.NaN)));
  };
  for (const name of Object.keys(ways))
    for (const [figure, what] of [
      ['cpu', 'processor time'],
      ['wall', 'wall time'],
    ] as const) {
      const row = `${title}: ${name}, ${what}`;
      const against = `the AI SDK alone, ${ratio(name, 'node:http', figure).toFixed(1)}× of node:http`;
      const aimed = name === 'artoo' ? { aim } : {};
      report({ name: row, figure: median(all(name, figure)), unit: 'ms', ratio: ratio(name, 'AI SDK', figure), against, ...aimed });
    }
  report({ name: `${title}: tasks a second`, figure: 1000 / median(all('artoo', 'wall')), unit: '' });
}

const rounds = 7;
try {
  await compareAll('alone', 200, 1, '1.6× of the AI SDK');
  await compareAll('100 at once', 300, 100, '1.3× of the AI SDK');
} finally {
  await artoo.close();
  await forgetful.close();
  await unaudited.close();
  server.stdin.end();
  rmSync(folder, { recursive: true });
}
