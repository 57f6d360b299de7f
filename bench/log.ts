/** How long it takes to list 10,000 tasks and to sum up what they cost, including the start of the process, against a bare Node. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTasks } from './golden-tasks.ts';
import { compare, median, seconds } from './measure.ts';
import { report } from './report.ts';

const howMany = 10_000;
const artoo = fileURLToPath(new URL('../bin/artoo.cjs', import.meta.url));

const home = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
const data = join(home, '.artoo');
const env = { HOME: home, PATH: process.env.PATH };

const start = (args: readonly string[]) =>
  seconds(() => {
    const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env, maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}`);
  });

/** The first time: only the code is compiled, and no task is indexed yet. */
async function firstTime(args: readonly string[]): Promise<number> {
  const seen: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    rmSync(join(data, 'index.jsonl'), { force: true });
    seen.push(await start([artoo, ...args]));
  }
  return median(seen);
}

async function measure(args: readonly string[], aim: { readonly aim?: string } = {}): Promise<void> {
  const first = await firstTime(args);
  await start([artoo, 'cost']); // now every task is indexed
  const { subject, baseline, ratio } = await compare(15, async () => ({
    subject: await start([artoo, ...args]),
    baseline: await start(['-e', '0']),
  }));
  const name = `\`artoo ${args.join(' ')}\` on ${howMany.toLocaleString('en')} tasks`;
  report({ name, figure: subject * 1000, unit: 'ms', ratio, against: `\`node -e 0\` (${(baseline * 1000).toFixed(0)} ms)`, ...aim });
  report({ name: `${name}, the first time`, figure: first * 1000, unit: 'ms' });
}

try {
  const bytes = makeTasks(data, howMany);
  console.log(`  ${(bytes / 1e6).toFixed(0)} MB of journals`);
  await measure(['log'], { aim: 'under 150 ms' });
  await measure(['log', '--text', 'index notes'], { aim: 'under 150 ms' });
  await measure(['log', '--state', 'abandon'], { aim: 'under 150 ms' });
  await measure(['log', '--since', '7d'], { aim: 'under 150 ms' });
  await measure(['log', '--all', '--json']);
  await measure(['cost']);
} finally {
  rmSync(home, { recursive: true });
}
