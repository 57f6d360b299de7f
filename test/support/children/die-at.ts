/** Kills this process, for real, at its n-th change of the team's files, in the middle of it. Call it before importing the code that changes them. */
import fs from 'node:fs';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';

export function dieAt(root: string, n: number): void {
  const isTeams = (path: unknown): boolean =>
    String(path).startsWith(`${root}/.liza/`) && !/\/locks\/(?!program-)|\.lock$/.test(String(path));
  const open = new Set<number>();
  let changes = 0;

  function count(write?: () => void): void {
    changes += 1;
    if (changes !== n) return;
    flushCompileCache(); // a killed process keeps nothing for the next one
    write?.();
    process.kill(process.pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until it is dead
  }

  const { openSync, closeSync, writeSync, renameSync, appendFileSync, writeFileSync } = fs;
  Object.assign(fs, {
    openSync(path: string, ...rest: [string]) {
      const fd = openSync(path, ...rest);
      if (isTeams(path)) open.add(fd);
      return fd;
    },
    closeSync(fd: number) {
      open.delete(fd);
      closeSync(fd);
    },
    renameSync(from: string, to: string) {
      if (isTeams(to)) count();
      renameSync(from, to);
    },
    appendFileSync(path: string, text: string) {
      if (isTeams(path)) count(() => appendFileSync(path, text.slice(0, 20)));
      appendFileSync(path, text);
    },
    writeFileSync(file: string | number, text: string, ...rest: []) {
      if (typeof file === 'number' && open.has(file)) count(() => writeSync(file, String(text).slice(0, 20)));
      else if (isTeams(file)) count();
      writeFileSync(file, text, ...rest);
    },
  });
  syncBuiltinESMExports();
}
