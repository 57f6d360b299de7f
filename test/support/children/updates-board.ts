/** Raises the priority of a task on a team's board by one, again and again: `root task times [n]`. With n it is killed, for real, before its n-th change on disk. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [root = '', task = '', times = '1', at] = process.argv.slice(2);
const changing = [
  'openSync',
  'writeSync',
  'fdatasyncSync',
  'ftruncateSync',
  'renameSync',
  'fsyncSync',
  'fdatasync',
  'fsync',
  'appendFileSync',
] as const;
let changes = 0;

if (at !== undefined)
  for (const name of changing) {
    const change = fs[name] as (...args: unknown[]) => unknown; // called as before
    Object.assign(fs, {
      [name](...args: unknown[]) {
        if (isChange(name, args)) {
          if (changes === Number(at)) {
            if (name === 'writeSync') change(args[0], String(args[1]).slice(0, 20)); // in the middle of it
            process.kill(process.pid, 'SIGKILL');
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until it is dead
          }
          changes += 1;
        }
        return change(...args);
      },
    });
  }
syncBuiltinESMExports();

const { openBoardFile } = await import('../../../src/team/board/file.ts');
const file = openBoardFile({ root, env: {}, lockMs: 60_000 });
for (let time = 0; time < Number(times); time += 1)
  await file.update('supervisor', (board) => ({
    ok: true,
    what: 'raise',
    board: { ...board, tasks: board.tasks.map((each) => (each.id === task ? { ...each, priority: (each.priority ?? 0) + 1 } : each)) },
    log: [{ action: 'noted', task, detail: `raised by ${process.pid}` }],
  }));
await file[Symbol.asyncDispose]();
process.stdout.write(`${changes}\n`);

function isChange(name: string, args: readonly unknown[]): boolean {
  return name !== 'openSync' || args[1] === 'w' || args[1] === 'a+';
}
