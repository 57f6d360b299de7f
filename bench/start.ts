/** How long the command takes to start, against a bare Node; and how long from Enter to the first request on the wire. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artoo, toFirstRequest } from './first-request.ts';
import { compare, seconds } from './measure.ts';

const start = (args: readonly string[]) =>
  seconds(() => {
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
    if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}`);
  });

const report = (what: string, { subject, baseline, ratio }: Awaited<ReturnType<typeof compare>>, aim: string) =>
  console.log(
    `  ${what.padEnd(24)} ${(subject * 1000).toFixed(1)} ms   node -e 0 ${(baseline * 1000).toFixed(1)} ms   ${ratio.toFixed(2)}×${aim}`,
  );

async function measure(args: readonly string[], aim: string): Promise<void> {
  const figures = await compare(25, async () => ({ subject: await start([artoo, ...args]), baseline: await start(['-e', '0']) }));
  report(`artoo ${args.join(' ')}`, figures, aim);
}

const toGoal = (brain: string) => ['--brain', brain, 'a goal'];

console.log('start');
await measure(['--version'], '   (aim: at most 1.30×)');
await measure(['--help'], '   (aim: at most 2.00×)');
const home = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
const env = { HOME: home, PATH: process.env.PATH };
const firstTime = await toFirstRequest(home, home, toGoal);
spawnSync(process.execPath, [artoo, '--brain', 'm@http://127.0.0.1:9', 'a goal'], { cwd: home, env, stdio: 'ignore' }); // one that ends: now compiled code is kept
const enter = await compare(15, async () => ({ subject: await toFirstRequest(home, home, toGoal), baseline: await start(['-e', '0']) }));
report('Enter to first request', enter, `   (the very first time ${(firstTime * 1000).toFixed(0)} ms)`);
rmSync(home, { recursive: true });
