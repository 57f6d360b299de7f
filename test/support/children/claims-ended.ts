/** Claims a cancelled task and makes the journal that continues it, and is killed, for real, before its n-th change on disk: `data task path by n`. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { TaskId } from '../../../src/contracts/ids.ts';

const [data = '', task_id = '', path = '', by = '', at = ''] = process.argv.slice(2);
const changing = ['mkdirSync', 'writeFileSync', 'linkSync', 'renameSync', 'rmSync'] as const;
let changes = 0;

for (const name of changing) {
  const change = fs[name] as (...args: unknown[]) => unknown; // called as before
  Object.assign(fs, {
    [name](...args: unknown[]) {
      if (changes === Number(at)) {
        process.kill(process.pid, 'SIGKILL');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until it is dead
      }
      changes += 1;
      return change(...args);
    },
  });
}
syncBuiltinESMExports();

const { claimingEnded } = await import('../../../src/app/claim-ended.ts');
const { journalPath } = await import('../../../src/journal/files.ts');
await claimingEnded(data, { task_id: task_id as TaskId, path }, by as TaskId, async () => {
  fs.linkSync(path, journalPath(data, by as TaskId)); // placed at once, as a draft is
});
