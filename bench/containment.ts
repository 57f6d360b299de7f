/** What Law 1 costs: a command in a view against the same command bare, as this user and as an ordinary one; and making 1,000 new files real against `cp -r`. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assembleTools } from '../src/app/wiring/assemble-tools.ts';
import { surroundingsIn } from '../src/config/surroundings.ts';
import { chooseContainment } from '../src/tools/containment/choose.ts';
import { scrubbed } from '../src/tools/running/environment.ts';
import { runBare } from '../src/tools/running/run-bare.ts';
import { figuresFile } from './figures.ts';
import { compare, seconds } from './measure.ts';
import { report } from './report.ts';

const ordinary = ['--reuid=65534', '--regid=65534', '--clear-groups'];
const { signal } = new AbortController();
const who = process.getuid?.() === 0 ? 'root' : 'an ordinary user';
const home = mkdtempSync('/var/tmp/artoo-bench-');
const data = join(home, '.artoo');
const [cwd, workspace] = [join(home, 'project'), join(home, 'workspace')];
for (const folder of [data, cwd, workspace]) mkdirSync(folder);
const env = { PATH: process.env.PATH, HOME: home };

const containment = await chooseContainment({ surroundings: surroundingsIn(env, data), signal });
console.log(`  ${containment.detail}`);
const looking = await compare(30, async () => {
  await setTimeout(150); // the shortest answer of a model: meanwhile the walls for the next command are prepared, so that nothing runs beside the bare command
  const baseline = await seconds(() => runBare({ command: 'ls', cwd, env: scrubbed(env), timeoutMs: 20_000, signal }));
  const subject = await seconds(async () => {
    await using _run = await containment.run({ command: 'ls', cwd, workspace, timeoutMs: 20_000, signal });
  });
  return { subject, baseline };
});
report({
  name: `\`ls\` in walls that were put up ahead, as ${who}`,
  figure: looking.subject * 1000,
  unit: 'ms',
  ratio: looking.ratio,
  against: `\`ls\` bare (${(looking.baseline * 1000).toFixed(1)} ms)`,
  aim: 'at most 8 ms more',
});
for (const command of ['true', 'echo x > new.txt', 'for i in $(seq 100); do echo $i > new$i.txt; done']) {
  const { subject, baseline, ratio } = await compare(20, async () => {
    await setTimeout(150);
    const bare = await seconds(() => runBare({ command, cwd: workspace, env: scrubbed(env), timeoutMs: 20_000, signal }));
    const contained = await seconds(async () => {
      await using _run = await containment.run({ command, cwd, workspace, timeoutMs: 20_000, signal });
    });
    return { subject: contained, baseline: bare };
  });
  report({
    name: `\`${command}\` in a view, its effects read, as ${who}`,
    figure: subject * 1000,
    unit: 'ms',
    ratio,
    against: `the same command bare (${(baseline * 1000).toFixed(1)} ms)`,
    aim: 'at most 12 ms more where the bare one takes 2.9 ms (5.1×)',
  });
}

const source = join(home, 'source');
mkdirSync(source);
for (let at = 0; at < 1_000; at += 1) writeFileSync(join(source, String(at)), `file ${at}\n`.repeat(100));
const { toolbox } = assembleTools({ data, env });
const copying = await compare(7, async () => {
  const name = randomUUID();
  const call = { task_id: 'bench', key: `1.1.1/R3/${name}` };
  const command = `cp -r ../source ${name}`;
  const subject = await seconds(async () => {
    const result = await toolbox.run({ tool: 'shell', input: { command }, cwd, workspace }, call, signal);
    if (!result.ok) throw new Error(result.error?.message);
  });
  return { subject, baseline: await seconds(() => execFileSync('cp', ['-r', source, join(workspace, name)])) };
});
report({
  name: `1,000 new files, made in a view, judged and applied with a receipt, as ${who}`,
  figure: copying.subject * 1000,
  unit: 'ms',
  ratio: copying.ratio,
  against: '`cp -r` alone',
});
rmSync(home, { recursive: true });

if (process.getuid?.() === 0) {
  const kept = join(mkdtempSync(join(tmpdir(), 'artoo-bench-')), 'figures.json'); // an ordinary user cannot write in this folder
  chmodSync(dirname(kept), 0o755);
  copyFileSync(figuresFile, kept);
  chmodSync(kept, 0o666);
  spawnSync('setpriv', [...ordinary, process.execPath, fileURLToPath(import.meta.url)], {
    stdio: 'inherit',
    env: { ...process.env, ARTOO_BENCH_FIGURES: kept },
  });
  copyFileSync(kept, figuresFile);
  rmSync(dirname(kept), { recursive: true });
}
