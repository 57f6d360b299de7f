/**
 * Loaded before the command: kills its process, for real, at one place of its journal. KILL_AFTER=n: right after entry n is written, and nothing behind it. KILL_BEFORE=n: when entry n
 * would be written, and nothing of it is; by then what it tells of has happened. KILL_INSIDE=n: in the middle of its line. KILL_AFTER_TEXT=text: right after the first entry with that text.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { openSync, writeSync } = fs;
const { KILL_AFTER, KILL_BEFORE, KILL_INSIDE, KILL_AFTER_TEXT } = process.env;
const wholeLines = KILL_AFTER === undefined ? Number(KILL_BEFORE ?? KILL_INSIDE) : Number(KILL_AFTER) + 1;
const journals = new Map();

fs.openSync = (path, flags, ...rest) => {
  const fd = openSync(path, flags, ...rest);
  const isJournal = /\/tasks\/[^/]+\.jsonl$/.test(String(path)) && typeof flags === 'number' && (flags & fs.constants.O_RDWR) !== 0;
  if (isJournal) journals.set(fd, fs.readFileSync(path).filter((byte) => byte === 10).length);
  else journals.delete(fd);
  return fd;
};

fs.writeSync = (fd, bytes, offset = 0, length = bytes.length - offset, ...rest) => {
  const written = journals.get(fd);
  if (written === undefined) return writeSync(fd, bytes, offset, length, ...rest);
  const found = KILL_AFTER_TEXT === undefined ? -1 : bytes.indexOf(KILL_AFTER_TEXT, offset);
  if (found !== -1) die(fd, bytes, offset, bytes.indexOf(10, found) + 1); // lines are written whole
  let lines = written;
  for (let at = offset; at < offset + length; at += 1) {
    if (lines === wholeLines && KILL_AFTER === undefined)
      die(fd, bytes, offset, KILL_INSIDE === undefined ? at : Math.min(at + 20, offset + length));
    if (bytes[at] === 10) lines += 1;
    if (lines === wholeLines && KILL_AFTER !== undefined) die(fd, bytes, offset, at + 1);
  }
  journals.set(fd, lines);
  return writeSync(fd, bytes, offset, length, ...rest);
};
syncBuiltinESMExports();

function die(fd, bytes, from, to) {
  if (to > from) writeSync(fd, bytes, from, to - from);
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until it is dead
}
