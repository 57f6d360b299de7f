/** Loaded before the command: kills its process when the receipt of a call (KILL_CALL is a part of its title) is about to get its place, after everything it tells of was done. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { readFileSync, renameSync } = fs;
fs.renameSync = (from, to) => {
  const isReceipt = /\/applying\//.test(String(from)) && /\/undo\//.test(String(to));
  if (isReceipt && readFileSync(`${from}/receipt.jsonl`, 'utf8').includes(process.env.KILL_CALL)) {
    process.kill(process.pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until it is dead
  }
  return renameSync(from, to);
};
syncBuiltinESMExports();
