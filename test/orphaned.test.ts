/** artoo at a terminal, when what started it dies: it ends, says nothing of its insides, and its task can be resumed. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resumableTasks } from '../src/history/tasks/resumable.ts';
import { bin, type Home, newHome } from './support/command.ts';
import { startGreeting } from './support/greeting.ts';
import { artoosOf } from './support/processes.ts';
import { scratch } from './support/scratch.ts';
import { inTmux, type Tmux } from './support/tmux.ts';

const old = 'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.1.0" } })';

/** The launcher on an older Node, which starts artoo on the one installed beside it. */
function launcher(): string {
  const folder = scratch();
  for (const part of ['bin', 'node_modules/node/bin']) mkdirSync(join(folder, part), { recursive: true });
  copyFileSync(bin, join(folder, 'bin/artoo.cjs'));
  const start = `#!/bin/sh\nshift\nexec '${process.execPath}' '${bin}' "$@"\n`;
  writeFileSync(join(folder, 'node_modules/node/bin/node'), start, { mode: 0o755 });
  return `'${process.execPath}' --import '${old}' '${join(folder, 'bin/artoo.cjs')}'`;
}

/** A shell script that waits for artoo, as `npm start` does. */
function wrapper(): string {
  const script = join(scratch(), 'wrapper.sh');
  writeFileSync(script, `'${process.execPath}' '${bin}' "$@"; true\n`);
  return `sh '${script}'`;
}

const startedBy = (start: string, words: string, home: Home): Tmux =>
  inTmux([], home, { before: `artoo() { ${start} ${words}; echo "ended with $?"; }` });

/** Kills the parent of the only artoo of this home, without warning. */
function killParent(home: Home): void {
  const [child] = artoosOf(home.home);
  const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${child}/status`, 'latin1')) ?? [];
  process.kill(Number(parent), 'SIGKILL');
}

const isOver = (home: Home) => expect.poll(() => artoosOf(home.home), { timeout: 15_000 }).toEqual([]);

test('a task whose launcher is killed stops, and can be resumed', async () => {
  await using server = await startGreeting((asked) => (asked.role === 'R2' ? { fault: 'silence' } : undefined));
  const home = newHome();
  const { send, shows, all } = startedBy(launcher(), `--brain 'good-model@${server.url}' 'write a greeting'`, home);
  send('artoo\r');
  await shows('Ctrl+C stops it');
  killParent(home);
  await isOver(home);
  await shows(/artoo resume [0-9a-v]{8} continues it/);
  expect(all().join('\n')).not.toMatch(/EIO|Unhandled|node:/);
  expect((await resumableTasks(home.data, home.cwd)).here).toMatchObject([{ goal: 'write a greeting', stoppedBy: 'kill' }]);
});

test.each([
  ['the launcher', launcher],
  ['a script that waits for it', wrapper],
] as const)('a question ends when %s is killed', async (_, start) => {
  const home = newHome();
  const { send, shows, all } = startedBy(start(), 'setup', home);
  send('artoo\r');
  await shows('Which should artoo use?');
  killParent(home);
  await shows('ended with 137');
  const left = (): readonly string[] => {
    send('x'); // the shell reads it; a process that reads the terminal without owning it any more gets an error
    return artoosOf(home.home);
  };
  await expect.poll(left, { timeout: 15_000 }).toEqual([]);
  expect(all().join('\n')).not.toMatch(/EIO|Unhandled|node:/);
});
