/** What a write and a read of a team's board cost, 500 tasks with 8 events each, beside reading and writing the same text as plain YAML. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { openBoardFile } from '../src/team/board/file.ts';
import { next } from '../src/team/supervisor/next.ts';
import { compare, median, seconds } from './measure.ts';
import { report } from './report.ts';
import { largeRepository, noted } from './team-board.ts';

const size = '500 tasks, 8 events each';
const root = largeRepository();
const state = join(root, '.liza/state.yaml');
const text = readFileSync(state, 'utf8');
const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const plainYaml = () => seconds(() => stringify(parse(text)));
const told = (yaml: number): string => `a plain YAML round trip (${(yaml * 1000).toFixed(0)} ms)`;

/** A process that writes when it is told to, and says when it has. */
async function writer(first: number): Promise<ChildProcess & { write(times: number): Promise<void> }> {
  const child = spawn(process.execPath, [path('board-writer.ts'), root, String(first)], { stdio: ['pipe', 'pipe', 'inherit'] });
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
    subject: await seconds(() => next(board, { ...facts, now: new Date('2026-11-15T12:00:00Z'), dead: new Set() })),
    baseline: await seconds(() => structuredClone(board)),
  }));
  report({
    ...{ name: 'what the supervisor does next, on that board', figure: deciding.subject * 1000, unit: 'ms', ratio: deciding.ratio },
    ...{ against: '`structuredClone` of it', aim: '5 ms' },
  });
}

const bareNode = () => seconds(() => spawnSync(process.execPath, ['-e', '0']));
const reading = await compare(9, async () => ({
  subject: await seconds(() => {
    const { status } = spawnSync(process.execPath, [path('board-reader.ts'), root], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`the reader exited with ${status}`);
  }),
  baseline: await bareNode(),
}));
report({
  ...{ name: 'that board read and judged by a new process', figure: reading.subject * 1000, unit: 'ms', ratio: reading.ratio },
  ...{ against: `\`node -e 0\` (${(reading.baseline * 1000).toFixed(0)} ms)`, aim: '150 ms' },
});

/** Seconds that 1,000 updates take, dealt out among processes that are ready to write. */
async function thousand(processes: number): Promise<number> {
  const writers = await Promise.all(Array.from({ length: processes }, (_, at) => writer(at * 25)));
  const took = await seconds(() => Promise.all(writers.map((each) => each.write(1_000 / processes))));
  for (const each of writers) each.stdin?.end();
  await Promise.all(writers.map((each) => once(each, 'exit')));
  return took;
}
const crowd = await compare(1, async () => ({ subject: await thousand(20), baseline: await thousand(1) }));
report({
  ...{ name: '1,000 updates of that board by 20 processes', figure: crowd.subject, unit: 's', ratio: crowd.ratio },
  ...{ against: `one process (${crowd.baseline.toFixed(1)} s)`, aim: '1.5×' },
});
rmSync(root, { recursive: true });
