/**
 * artoo's tools on a machine whose only cable leads to the world of the lab. Runs the trials of one line of JSON, and prints the result of each and
 * what reached the world.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { assembleTools } from '../../src/app/wiring/assemble-tools.ts';
import type { ToolRequest } from '../../src/tools/tool.ts';
import { cable, dnsAddress } from './names.ts';

export type Trial = { readonly line: string; readonly yes: readonly string[] };
export type Came = {
  readonly ok: boolean;
  readonly output: string;
  /** Every question that was asked, by host, or by its reason if it is not about a host. */
  readonly asked: readonly string[];
  readonly reached: readonly string[];
};

const { home, files, trials } = JSON.parse(process.argv[2] ?? '') as { home: string; files: string; trials: readonly Trial[] };
const run = (file: string, ...args: readonly string[]): void => void execFileSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });

run('ip', 'link', 'set', 'lo', 'up');
const world = spawn(
  'unshare',
  ['-n', 'sh', '-c', 'read go && exec "$@"', 'sh', process.execPath, join(import.meta.dirname, 'world.ts'), files],
  {
    stdio: ['pipe', 'pipe', 'inherit'],
  },
);
const { pid = 0 } = world;
const inWorld = (...args: readonly string[]) => run('nsenter', '-t', String(pid), '-n', 'ip', ...args);
await expectNamespace();
run('ip', 'link', 'add', 'here', 'type', 'veth', 'peer', 'name', 'there', 'netns', String(pid));
for (const address of cable.here) run('ip', 'addr', 'add', address, 'dev', 'here', ...(address.includes(':') ? ['nodad'] : []));
for (const address of cable.there) inWorld('addr', 'add', address, 'dev', 'there', ...(address.includes(':') ? ['nodad'] : []));
run('ip', 'link', 'set', 'here', 'up');
for (const link of ['lo', 'there']) inWorld('link', 'set', link, 'up');
const resolver = join(files, 'resolv.conf');
writeFileSync(resolver, `nameserver ${dnsAddress}\noptions timeout:1 attempts:1\n`);
run('mount', '--bind', resolver, '/etc/resolv.conf');

const reached: string[] = [];
const lines = createInterface({ input: world.stdout });
lines.on('line', (line) => reached.push(line));
world.stdin.write('go\n');
await once(lines, 'line');

const cwd = join(home, 'project');
const env = { HOME: home, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, CURL_CA_BUNDLE: join(cwd, 'ca.pem') };
const { toolbox } = assembleTools({ data: join(home, '.artoo'), env });
let calls = 0;
for (const trial of trials) process.stdout.write(`${JSON.stringify(await tried(trial))}\n`);
world.kill('SIGKILL');
process.exit(0);

/** One command, with a yes to the hosts that the trial grants, and to nothing else. */
async function tried({ line, yes }: Trial): Promise<Came> {
  reached.length = 0;
  const asked: string[] = [];
  let request: ToolRequest = { tool: 'shell', input: { command: line, network: true, timeout_s: 60 }, cwd, workspace: cwd };
  for (;;) {
    calls += 1;
    const result = await toolbox.run(request, { task_id: 'lab', key: `1.${calls}.1/R3/1.1` }, new AbortController().signal);
    const { harm } = result;
    if (harm)
      asked.push(harm.host === undefined ? harm.reason : `${harm.host}${harm.reason.includes('your own network') ? ' (private)' : ''}`);
    if (!harm || !yes.includes(asked.at(-1) ?? '')) return { ok: result.ok, output: result.output, asked, reached: await told() };
    request = { ...request, approved: harm.hash, network: true };
  }
}

/** Everything that has reached the world so far. */
async function told(): Promise<readonly string[]> {
  world.stdin.write('all of it\n');
  while (reached.at(-1) !== 'all of it') await once(lines, 'line');
  return reached.slice(0, -1);
}

/** The world has its own network once its namespace differs from ours. */
async function expectNamespace(): Promise<void> {
  for (let tries = 0; tries < 500 && readlinkSync(`/proc/${pid}/ns/net`) === readlinkSync('/proc/self/ns/net'); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
}
