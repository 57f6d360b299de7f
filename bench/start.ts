/** How long the command takes to start, against a bare Node. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compare, seconds } from './measure.ts';

const artoo = fileURLToPath(new URL('../bin/artoo.cjs', import.meta.url));

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
  console.log(
    `  artoo ${args.join(' ').padEnd(18)} ${(subject * 1000).toFixed(1)} ms   node -e 0 ${(baseline * 1000).toFixed(1)} ms   ${ratio.toFixed(2)}×${aim}`,
  );
}

console.log('start');
await measure(['--version'], '   (aim: at most 1.30×)');
await measure(['--help'], '');
