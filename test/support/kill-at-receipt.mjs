/** Loaded before the command: kills its process when the first receipt is about to get its place, after everything it tells of was done. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (/\/applying\//.test(String(from)) && /\/undo\//.test(String(to))) {
    process.kill(process.pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until it is dead
  }
  return renameSync(from, to);
};
syncBuiltinESMExports();
