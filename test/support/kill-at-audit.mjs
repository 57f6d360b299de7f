/**
 * Loaded before the auditor: counts what it does to its folder, and kills the process, for real, at one of these steps. KILL_AT=n, with KILL_HOW: `before` it, `inside` it (half of what is
 * written is there, as far as it writes), or `after` it. STEPS_TO=path: at the end, the names of all steps are written there.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { openSync, writeSync, writeFileSync, renameSync, fsyncSync, ftruncateSync } = fs;
const { KILL_AT, KILL_HOW, STEPS_TO } = process.env;
const steps = [];
const ours = new Set();
let isWithin = false;
const isOurs = (path) => /\/audit\/[^/]+$/.test(String(path)) && !String(path).endsWith('/lock');

/** `half` does a part of it. */
function step(name, whole, half = () => {}) {
  if (isWithin) return whole(); // a step of a step
  steps.push(name);
  const isHere = steps.length - 1 === Number(KILL_AT);
  if (isHere && KILL_HOW === 'before') die();
  if (isHere && KILL_HOW === 'inside') {
    isWithin = true;
    half();
    die();
  }
  isWithin = true;
  const result = whole();
  isWithin = false;
  if (isHere) die();
  return result;
}

fs.openSync = (path, ...rest) => {
  const fd = openSync(path, ...rest);
  if (isOurs(path)) ours.add(fd);
  else ours.delete(fd);
  return fd;
};
fs.writeSync = (fd, bytes, offset = 0, ...rest) => {
  if (!ours.has(fd)) return writeSync(fd, bytes, offset, ...rest);
  const half = () => writeSync(fd, bytes, offset, Math.floor((bytes.length - offset) / 2));
  return step('write', () => writeSync(fd, bytes, offset, ...rest), half);
};
fs.fsyncSync = (fd) => (ours.has(fd) ? step('sync', () => fsyncSync(fd)) : fsyncSync(fd));
fs.ftruncateSync = (fd, size) => (ours.has(fd) ? step('cut', () => ftruncateSync(fd, size)) : ftruncateSync(fd, size));
fs.writeFileSync = (path, data, ...rest) => {
  if (!isOurs(path)) return writeFileSync(path, data, ...rest);
  return step(
    `write ${String(path).split('/').at(-1)}`,
    () => writeFileSync(path, data, ...rest),
    () => writeFileSync(path, data.slice(0, data.length / 2)),
  );
};
fs.renameSync = (from, to) =>
  isOurs(to) ? step(`rename ${String(to).split('/').at(-1)}`, () => renameSync(from, to)) : renameSync(from, to);
syncBuiltinESMExports();
if (STEPS_TO !== undefined) process.on('exit', () => writeFileSync(STEPS_TO, JSON.stringify(steps)));

function die() {
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until it is dead
}
