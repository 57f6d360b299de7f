import { execFileSync } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { turns } from '../../../test/support/turns.ts';
import { type InputOptions, readInput } from './stdin.ts';

const never = new AbortController().signal;

/** An open pipe that carries what the test writes. */
function pipe() {
  const path = join(scratch(), 'pipe');
  execFileSync('mkfifo', [path]);
  const stream = Object.assign(new PassThrough(), { fd: openSync(path, constants.O_RDWR), isTTY: false });
  return stream as typeof stream & InputOptions['stream']; // it needs no other members of a terminal's stream
}

const read = (stream: InputOptions['stream'], more: Partial<InputOptions> = {}) => {
  const notes: string[] = [];
  return {
    notes,
    input: readInput({ stream, isPatient: false, note: (line) => void notes.push(line), signal: never, waitMs: 1, ...more }),
  };
};

test('what was piped in is read to its end', async () => {
  const stream = pipe();
  const { input, notes } = read(stream, { waitMs: 60_000 });
  stream.write('one ');
  stream.end('two');
  expect((await input).data?.toString()).toBe('one two');
  expect((await input).isEmpty).toBe(false);
  expect(notes).toEqual([]);
});

test('a pipe that is closed without any data counts as no data, and as empty', async () => {
  const stream = pipe();
  const { input } = read(stream, { waitMs: 60_000 });
  stream.end();
  expect(await input).toMatchObject({ data: undefined, isEmpty: true });
});

test('a pipe on which nothing comes is given up on, with a note; what comes later is reported', async () => {
  const stream = pipe();
  const { input, notes } = read(stream);
  const { data, late } = await input;
  expect([data, late.aborted]).toEqual([undefined, false]);
  expect(notes).toEqual([expect.stringContaining('nothing arrived on standard input')]);
  stream.write('late');
  await turns(1);
  expect(late.aborted).toBe(true);
});

test('a patient reader waits as long as it takes', async () => {
  const stream = pipe();
  const { input, notes } = read(stream, { isPatient: true });
  await read(pipe()).input; // an impatient reader has already given up
  stream.end('late but welcome');
  expect((await input).data?.toString()).toBe('late but welcome');
  expect(notes).toEqual([]);
});

test('a terminal, and what carries no data, are not read', async () => {
  const nothing = { data: undefined, isEmpty: false };
  expect(await read(Object.assign(pipe(), { isTTY: true })).input).toMatchObject(nothing);
  expect(await read(Object.assign(pipe(), { fd: openSync('/dev/null', 'r') })).input).toMatchObject(nothing);
});

test('a cancel does not wait for the end', async () => {
  const stop = new AbortController();
  const { input } = read(pipe(), { isPatient: true, signal: stop.signal });
  stop.abort();
  await expect(input).rejects.toMatchObject({ code: 'cancelled' });
});
