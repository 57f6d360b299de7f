/** MCP servers for tests, and the tools that they bring, under Law 1. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { assembleTools } from '../../src/app/wiring/assemble-tools.ts';
import type { Json } from '../../src/contracts/shapes/json.ts';
import { readRule, type Use } from '../../src/laws/rules/read-rule.ts';
import type { LocalServer, McpServers } from '../../src/tools/mcp/server.ts';
import type { ToolRequest } from '../../src/tools/tool.ts';
import { scratch } from './scratch.ts';

export const badServerProgram = fileURLToPath(new URL('children/mcp-server.mjs', import.meta.url));

/** The program of a server from another project. */
export const publishedServer = (name: 'everything' | 'filesystem' | 'memory'): string =>
  fileURLToPath(new URL(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url));

/** It runs without walls, unless the test is about them. */
export const nodeServer = (args: readonly string[], more: Partial<LocalServer> = {}): LocalServer => ({
  ...{ command: process.execPath, args, env: {}, contained: false, timeout: 30_000, start_timeout: 30_000 }, // for busy machines: no test waits this long
  ...more,
});

/** The server in `children/mcp-server.mjs`, with a fault. */
export const badServer = (kind: string, file = '', more: Partial<LocalServer> = {}): LocalServer =>
  nodeServer([badServerProgram, kind, file], { timeout: 5_000, start_timeout: 10_000, ...more });

type Rules = Partial<Record<Use, readonly string[]>>;

/** The tools of servers for one test, in a home of their own. */
export function toolsOf(servers: McpServers, rules: Rules = {}, home = scratch()) {
  const opened = openToolsOf(servers, rules, home);
  onTestFinished(opened.close);
  return opened;
}

/** The same, until the caller closes them. */
export function openToolsOf(servers: McpServers, rules: Rules, home: string) {
  const [cwd, workspace, data] = [join(home, 'project'), join(home, 'workspace'), join(home, '.artoo')];
  for (const folder of [cwd, workspace, data]) mkdirSync(folder, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, OPENAI_API_KEY: 'sk-key-of-somebody-123', NOTES_TOKEN: 'the-token-of-notes' };
  const read = (use: Use) =>
    (rules[use] ?? []).map((text) => {
      const rule = readRule(text, { cwd, home }, use);
      if ('wrong' in rule) throw new Error(rule.wrong);
      return rule;
    });
  const assembled = assembleTools({ data, env, servers, rules: { allow: read('allow'), ask: read('ask'), deny: read('deny') } });
  let calls = 0;

  type More = Partial<ToolRequest> & { readonly key?: string; readonly signal?: AbortSignal; readonly onOutput?: (text: string) => void };
  function call(tool: string, input: Json, { key = `1.1.1/R3/${++calls}.1`, signal = never(), onOutput, ...more }: More = {}) {
    return assembled.toolbox.run({ tool, input, cwd, workspace, ...more }, { task_id: 'task', key }, signal, onOutput);
  }

  return {
    redact: assembled.redact,
    ...{ close: assembled.close, home, cwd, workspace, data, call },
    /** Makes a call, and says yes to what it asks. */
    async agreed(tool: string, input: Json, more: More = {}) {
      const { harm } = await call(tool, input, more);
      if (!harm) throw new Error(`${tool} needs no yes`);
      return call(tool, input, { ...more, approved: harm.hash });
    },
    look: () => assembled.look({ cwd, workspace }, never()),
    lookUp: (tool: string, input: Json, key: string, more: Partial<ToolRequest> = {}) =>
      assembled.toolbox.lookUp({ tool, input, cwd, workspace, ...more }, { task_id: 'task', key }, never()),
  };
}

const never = () => new AbortController().signal;

/** A program that runs for one test. */
export function startChild(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    kill: () => void child.kill('SIGKILL'),
    lines: () => createInterface({ input: child.stdout }),
    errors: () => createInterface({ input: child.stderr }),
  };
}
