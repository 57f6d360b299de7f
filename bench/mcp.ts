/**
 * What a call to a tool of an MCP server costs, against starting Node in the same round: when nothing is known about the server, when it has been
 * used before, and when it is running; and what 200 tools cost a model.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assembleTools } from '../src/app/wiring/assemble-tools.ts';
import { readRule } from '../src/laws/rules/read-rule.ts';
import { compare, seconds } from './measure.ts';
import { report } from './report.ts';

const home = mkdtempSync('/var/tmp/artoo-bench-');
const program = fileURLToPath(new URL('../test/support/children/mcp-server.mjs', import.meta.url));
const { signal } = new AbortController();
const allow = [readRule('mcp(notes/*)', { cwd: home, home })].flatMap((rule) => ('wrong' in rule ? [] : [rule]));

const { containment: walls } = assembleTools({ data: join(home, 'data'), env: { HOME: home, PATH: process.env.PATH } });
await walls();
let homes = 0;
let calls = 0;

/** The tools of a server; in a data folder of their own, nothing is known about it. */
function open(kind: string, contained: boolean, data = join(home, `data-${++homes}`)) {
  mkdirSync(data, { recursive: true });
  const limits = { timeout: 60_000, start_timeout: 60_000 };
  const servers = { notes: { command: process.execPath, args: [program, kind], env: {}, contained, ...limits } };
  const env = { HOME: home, PATH: process.env.PATH };
  const { toolbox, look, close } = assembleTools({ data, env, servers, containment: walls, rules: { allow, ask: [], deny: [] } });
  const where = { cwd: home, workspace: home };
  return {
    data,
    close,
    look: () => look(where, signal),
    async call(): Promise<void> {
      const request = { tool: 'mcp__notes__say', input: { text: 'hi' }, ...where };
      const { ok, error } = await toolbox.run(request, { task_id: 'bench', key: `1.1.1/R3/${++calls}.1` }, signal);
      if (!ok) throw new Error(error?.message);
    },
  };
}

const node = () => seconds(() => execFileSync(process.execPath, ['-e', '0']));
const against = 'starting Node';

/** Makes one call with new tools each time. */
async function first(contained: boolean, data?: string): Promise<number> {
  const opened = open('plain', contained, data);
  try {
    return await seconds(opened.call);
  } finally {
    opened.close();
  }
}

report({
  ...{ name: 'the client of the protocol is loaded', unit: 'ms', against: 'once, with the first server' },
  figure: (await seconds(() => import('@modelcontextprotocol/client'))) * 1000,
});
for (const [how, contained] of [
  ['', false],
  [', within walls', true],
] as const) {
  const cold = await compare(9, async () => ({ subject: await first(contained), baseline: await node() }));
  report({
    name: `the first call to an MCP tool, nothing known of its server${how}`,
    figure: cold.subject * 1000,
    unit: 'ms',
    ratio: cold.ratio,
    against,
  });
  const known = open('plain', contained);
  await known.call();
  known.close();
  const warm = await compare(9, async () => ({ subject: await first(contained, known.data), baseline: await node() }));
  report({
    name: `the first call to an MCP tool, its server used before${how}`,
    figure: warm.subject * 1000,
    unit: 'ms',
    ratio: warm.ratio,
    against,
  });
}
const running = open('plain', false);
await running.call();
const each = await compare(50, async () => ({ subject: await seconds(running.call), baseline: await node() }));
report({ name: 'a call to an MCP tool, its server running', figure: each.subject * 1000, unit: 'ms', ratio: each.ratio, against });
running.close();

const many = open('many', false);
const offered = (await many.look()).tools ?? [];
const { definitions } = await import('../src/tools/mcp/known-servers.ts').then(({ openKnownServers }) => {
  const limits = { timeout: 60_000, start_timeout: 60_000 };
  const server = { command: process.execPath, args: [program, 'many'], env: {}, contained: false, ...limits };
  return openKnownServers(many.data).read('notes', server) ?? { definitions: [] };
});
many.close();
const tokens = (value: unknown): number => JSON.stringify(value).length / 4;
const whole = tokens(definitions.map(({ tool, description, input }) => ({ name: `mcp__notes__${tool}`, description, input })));
const deferred = tokens(offered.map(({ name, description, input }) => ({ name, description, input })));
report({
  ...{
    name: 'tokens of 200 tools in every step, deferred',
    unit: 'tokens',
    against: `~${Math.round(whole).toLocaleString('en')} of all definitions`,
  },
  ...{ figure: deferred, ratio: deferred / whole },
});
rmSync(home, { recursive: true });
