/**
 * What network access by permission costs: a contained command that was granted a host against the same command without one, and transfers through
 * the proxy against direct ones.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { assembleTools } from '../src/app/wiring/assemble-tools.ts';
import { readRule } from '../src/laws/rules/read-rule.ts';
import type { Outside } from '../src/tools/network/outside.ts';
import { runBare } from '../src/tools/running/run-bare.ts';
import { compare, seconds } from './measure.ts';
import { report } from './report.ts';

const { signal } = new AbortController();
const home = mkdtempSync('/var/tmp/artoo-bench-');
const cwd = join(home, 'project');
mkdirSync(cwd);
const mebibyte = Buffer.alloc(1024 ** 2, 'x');
const mebibytes = 256;
const server = createServer((request, response) => {
  if (request.url !== '/large') return void response.end('hello\n');
  response.writeHead(200, { 'content-length': mebibytes * mebibyte.length });
  let sent = 0;
  const more = () => {
    while (sent < mebibytes) {
      sent += 1;
      if (!response.write(mebibyte)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo; // it listens on a port

/** Every name leads to the server of this benchmark, at an address that is allowed. */
const outside: Outside = {
  resolve: async () => ['93.184.215.14'],
  async connect() {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  },
};
const rule = readRule('net(a.example)', { cwd, home });
if ('wrong' in rule) throw new Error(rule.wrong);
const env = { PATH: process.env.PATH, HOME: home };
const { toolbox } = assembleTools({ data: join(home, '.artoo'), env, rules: { allow: [rule], ask: [], deny: [] }, outside });
let calls = 0;
async function run(command: string, network: boolean): Promise<void> {
  calls += 1;
  const call = { task_id: 'bench', key: `1.1.1/R3/${calls}.1` };
  const result = await toolbox.run({ tool: 'shell', input: { command, network }, cwd, workspace: cwd }, call, signal);
  if (!result.ok) throw new Error(result.error?.message);
}

await run('true', false);
const opening = await compare(20, async () => ({
  subject: await seconds(() => run('true', true)),
  baseline: await seconds(() => run('true', false)),
}));
report({
  name: 'a contained `true` that may ask for hosts',
  figure: opening.subject * 1000,
  unit: 'ms',
  ratio: opening.ratio,
  against: `one that may not, one after another (${(opening.baseline * 1000).toFixed(1)} ms)`,
});
const request = await compare(20, async () => ({
  subject: await seconds(() => run('curl -sS http://a.example/', true)),
  baseline: await seconds(() =>
    runBare({ command: `curl -sS http://127.0.0.1:${port}/`, cwd, env: { PATH: env.PATH ?? '' }, timeoutMs: 20_000, signal }),
  ),
}));
report({
  name: 'a request of a contained `curl` to a host that a rule allows',
  figure: request.subject * 1000,
  unit: 'ms',
  ratio: request.ratio,
  against: `the same request bare (${(request.baseline * 1000).toFixed(1)} ms)`,
});
const download = await compare(5, async () => ({
  subject: await seconds(() => run('curl -sS -o /dev/null http://a.example/large', true)),
  baseline: await seconds(() =>
    runBare({
      command: `curl -sS -o /dev/null http://127.0.0.1:${port}/large`,
      cwd,
      env: { PATH: env.PATH ?? '' },
      timeoutMs: 60_000,
      signal,
    }),
  ),
}));
report({
  name: `${mebibytes} MiB through the proxy`,
  figure: mebibytes / download.subject,
  unit: 'MiB a second',
  against: `${Math.round(mebibytes / download.baseline).toLocaleString('en')} MiB a second without walls and proxy`,
});
server.close();
rmSync(home, { recursive: true, force: true });
process.exit(0);
