/** How long the command takes to start, against a bare Node; and how long from Enter to the first request on the wire. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artoo, toFirstRequest } from './first-request.ts';
import { compare, median, seconds } from './measure.ts';
import { report } from './report.ts';

const start = (args: readonly string[]) =>
  seconds(() => {
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
    if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}`);
  });

async function measure(args: readonly string[], aim: string): Promise<void> {
  const { subject, baseline, ratio } = await compare(25, async () => ({
    subject: await start([artoo, ...args]),
    baseline: await start(['-e', '0']),
  }));
  report({ name: `\`artoo ${args.join(' ')}\``, figure: subject * 1000, unit: 'ms', ratio, against: node(baseline), aim });
}

/** How long a Node that does nothing takes, and its processor time. */
async function bareNode(): Promise<{ readonly took: number; readonly worked: number }> {
  let worked = 0;
  const script = 'const { user, system } = process.cpuUsage(); process.stdout.write(String(user + system))';
  const took = await seconds(() => {
    worked = Number(spawnSync(process.execPath, ['-e', script]).stdout) / 1e6;
  });
  return { took, worked };
}

const node = (baseline: number): string => `\`node -e 0\` (${(baseline * 1000).toFixed(0)} ms)`;

const toGoal = (brain: string) => ['--brain', brain, 'a goal'];

await measure(['--version'], '1.3×');
await measure(['--help'], '2×');
const home = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
const env = { HOME: home, PATH: process.env.PATH };
const firstTime = await toFirstRequest(home, home, toGoal);
spawnSync(process.execPath, [artoo, '--brain', 'm@http://127.0.0.1:9', 'a goal'], { cwd: home, env, stdio: 'ignore' }); // a run that ends, so that compiled code is cached
const name = 'from Enter to the first request on the wire';
const both: { took: number; worked: number; bare: number }[] = [];
const enter = await compare(15, async () => {
  rmSync(join(home, '.artoo/tasks'), { recursive: true, force: true }); // tasks that were stopped would be read, so that they can be mentioned
  const [subject, bare] = [await toFirstRequest(home, home, toGoal), await bareNode()];
  both.push({ ...subject, bare: bare.worked });
  return { subject: subject.took, baseline: bare.took };
});
const worked = median(both.map((each) => each.worked));
const ratio = median(both.map((each) => each.worked / each.bare));
report({ name, figure: enter.subject * 1000, unit: 'ms', ratio: enter.ratio, against: node(enter.baseline), aim: '150 ms more' });
report({ name: `${name}, processor time`, figure: worked * 1000, unit: 'ms', ratio, against: node(median(both.map(({ bare }) => bare))) });
report({ name: `${name}, the very first time, before compiled code is kept`, figure: firstTime.took * 1000, unit: 'ms' });
rmSync(home, { recursive: true });
