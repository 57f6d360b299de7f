/** What a write and a read of a team's board cost, 500 tasks with 8 events each, against reading and writing the same text as plain YAML. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { openBoardFile } from '../src/team/board/file.ts';
import { claimTask } from '../src/team/supervisor/claim.ts';
import { next as nextActions } from '../src/team/supervisor/next.ts';
import { artoo } from './first-request.ts';
import { compare, median, seconds } from './measure.ts';
import { report } from './report.ts';
import { noted } from './team-board.ts';
import { largeGitRepository, teamWithoutTurns, withCoders } from './team-repository.ts';

const size = '500 tasks, 8 events each';
const root = await largeGitRepository();
const state = join(root, '.liza/state.yaml');
const text = readFileSync(state, 'utf8');
const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const plainYaml = () => seconds(() => stringify(parse(text)));
const told = (yaml: number): string => `a plain YAML round trip (${(yaml * 1000).toFixed(0)} ms)`;

/** A process that writes on request, and reports when it has written. */
async function writer(first: number, warmUp = 10): Promise<ChildProcess & { write(times: number): Promise<void> }> {
  const child = spawn(process.execPath, [path('board-writer.ts'), root, String(first), String(warmUp)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return Object.assign(child, {
    async write(times: number) {
      child.stdin.write(`${times}\n`);
      await once(child.stdout, 'data');
    },
  });
}

{
  await using file = openBoardFile({ root, env: {}, lockMs: 600_000 });
  await file.read();
  let task = 0;
  const updated = () => {
    task += 7;
    return seconds(() => file.update('supervisor', noted(task, 'bench')));
  };
  for (let at = 0; at < 20; at += 1) await updated();

  const within = await compare(5, async () => {
    const took: number[] = [];
    for (let at = 0; at < 20; at += 1) took.push(await updated());
    return { subject: median(took), baseline: await plainYaml() };
  });
  report({
    ...{
      name: `an update of a board, ${size} (${Math.round(text.length / 1000)} kB)`,
      figure: within.subject * 1000,
      unit: 'ms',
      ratio: within.ratio,
    },
    ...{ against: told(within.baseline), aim: '8 ms' },
  });

  const other = await writer(3);
  const across = await compare(5, async () => {
    const took: number[] = [];
    for (let at = 0; at < 20; at += 1) {
      await other.write(1);
      took.push(await updated());
    }
    return { subject: median(took), baseline: await plainYaml() };
  });
  other.stdin?.end();
  await once(other, 'exit');
  report({
    ...{ name: 'an update of that board after another process wrote it', figure: across.subject * 1000, unit: 'ms', ratio: across.ratio },
    ...{ against: told(across.baseline), aim: '15 ms' },
  });

  const board = await file.read();
  const facts = {
    control: { abort: false, pause: false, checkpoint: false },
    isValid: true,
    letters: [],
    busy: new Set<string>(),
    resting: new Set<string>(),
    meantFor: new Map<string, string>(),
    heard: undefined,
  };
  const deciding = await compare(25, async () => ({
    subject: await seconds(() => nextActions(board, { ...facts, now: new Date('2026-11-15T12:00:00Z'), dead: new Set() })),
    baseline: await seconds(() => structuredClone(board)),
  }));
  report({
    ...{ name: 'what the supervisor does next, on that board', figure: deciding.subject * 1000, unit: 'ms', ratio: deciding.ratio },
    ...{ against: '`structuredClone` of it', aim: '5 ms' },
  });
}

const home = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
mkdirSync(join(home, '.artoo')); // compiled code is cached in it
const node = (baseline: number): string => `\`node -e 0\` (${(baseline * 1000).toFixed(0)} ms)`;
const timed = (args: readonly string[]) =>
  seconds(() => {
    const { status } = spawnSync(process.execPath, args, {
      ...{ cwd: root, env: { HOME: home, PATH: process.env.PATH }, stdio: ['ignore', 'ignore', 'inherit'] },
    });
    if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}`);
  });

const status = await compare(15, async () => ({ subject: await timed([artoo, 'team', 'status']), baseline: await timed(['-e', '0']) }));
report({
  ...{ name: '`artoo team status` of that board', figure: status.subject * 1000, unit: 'ms', ratio: status.ratio },
  ...{ against: node(status.baseline), aim: '150 ms' },
});
const unread = await compare(5, async () => {
  rmSync(join(root, '.liza/board.cache.json'), { force: true });
  return { subject: await timed([artoo, 'team', 'status']), baseline: await timed(['-e', '0']) };
});
report({
  ...{ name: '`artoo team status` of that board, which no process has read before', figure: unread.subject * 1000, unit: 'ms' },
  ...{ ratio: unread.ratio, against: node(unread.baseline) },
});

/** Seconds that 1,000 updates take, spread over processes that are ready to write. */
async function thousand(processes: number, warmUp?: number): Promise<number> {
  const writers = await Promise.all(Array.from({ length: processes }, (_, at) => writer(at * 25, warmUp)));
  const took = await seconds(() => Promise.all(writers.map((each) => each.write(1_000 / processes))));
  for (const each of writers) each.stdin?.end();
  await Promise.all(writers.map((each) => once(each, 'exit')));
  return took;
}
const rounds = await compare(3, async () => {
  const [before, crowd, after] = [await thousand(1), await thousand(20), await thousand(1)];
  return { subject: crowd, baseline: (before + after) / 2 };
});
const one = `one process (${rounds.baseline.toFixed(1)} s)`;
report({
  ...{ name: '1,000 updates of that board by 20 processes at once', figure: rounds.subject, unit: 's', ratio: rounds.ratio },
  ...{ against: one, aim: '1.5×' },
});
const settled = await thousand(20, 80);
report({
  ...{ name: 'the same by 20 processes that have written 80 times each before', figure: settled, unit: 's' },
  ...{ ratio: settled / rounds.baseline, against: one },
});

{
  await using file = openBoardFile({ root, env: {} });
  const free = (await file.read()).tasks.filter((task) => task.status === 'UNCLAIMED' && task.depends_on?.length === 0);
  await file.update('human', withCoders(free.length));
  const team = teamWithoutTurns(root, file);
  let next = 0;
  const claim = await compare(free.length - 1, async () => {
    const [id, coder] = [free[next]?.id ?? '', `coder-${next + 1}`];
    next += 1;
    const subject = await seconds(async () => {
      const claimed = await claimTask(team, id, coder, new AbortController().signal);
      if (!claimed.ok) throw new Error(claimed.why.join('; '));
    });
    const args = ['worktree', 'add', '--quiet', '-b', `plain-${next}`, join(root, '.worktrees', `plain-${next}`), 'integration'];
    return { subject, baseline: await seconds(() => execFileSync('git', args, { cwd: root })) };
  });
  report({
    ...{ name: 'a claim on that board, with its worktree of 200 files', figure: claim.subject * 1000, unit: 'ms', ratio: claim.ratio },
    ...{ against: `\`git worktree add\` (${(claim.baseline * 1000).toFixed(0)} ms)`, aim: '60 ms more' },
  });
}

const idleSeconds = 65; // it looks every 30 s, and its agent reports every 60 s that it is alive
const idle = spawnSync(process.execPath, [path('board-idle.ts'), root, String(idleSeconds)], { encoding: 'utf8' });
if (idle.status !== 0) throw new Error(`the idle supervisor exited with ${idle.status}: ${idle.stderr}`);
report({
  name: `a supervisor of that board with nothing to do, over ${idleSeconds} s`,
  figure: Number(idle.stdout),
  unit: '% of a core',
  aim: '0 %',
});
for (const folder of [root, home]) rmSync(folder, { recursive: true });
