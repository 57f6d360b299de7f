import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type ServedRequest, serveProgram } from './served-program.ts';

const serve = (script: string, more: Partial<ServedRequest> = {}) =>
  serveProgram({ file: '/bin/sh', args: ['-c', script], cwd: '/', env: { PATH: process.env.PATH ?? '' }, ...more });

test('what is written to it is read, and what it prints is there', async () => {
  const program = serve('read -r line; echo "got $line"');
  program.input.write('this\n');
  expect(await text(program.output)).toBe('got this\n');
  expect(await program.ended).toBe('it ended with exit code 0');
});

test.each([
  ['exit 3', 'it ended with exit code 3', ''],
  ['echo broken >&2; exit 1', 'it ended with exit code 1', 'broken\n'],
  ['kill -9 $$', 'it was ended by SIGKILL', ''],
])('how it ended is reported, with its last words: %s', async (script, how, errors) => {
  const program = serve(script);
  expect(await program.ended).toBe(how);
  expect(program.errors()).toBe(errors);
});

test('a program that is not there could not be started', async () => {
  expect(await serveProgram({ file: '/no/such', args: [], cwd: '/', env: {} }).ended).toMatch(/^it could not be started: .*ENOENT/);
});

test('handed-over data comes once the program has said that it is ready', async () => {
  const program = serve('echo ready >&3; cat <&4', { handedOver: 'go on' });
  expect(await text(program.output)).toBe('go on');
  expect(program.report()).toBe('ready\n');
});

test('one that ignores being asked to end is killed, with what it started', async () => {
  const program = serve("trap '' TERM; (trap '' TERM; sleep 60) & echo up; wait");
  await once(program.output, 'data');
  program.end();
  expect(await program.ended).toBe('it was ended by SIGKILL');
  await text(program.output); // ends only when no process holds it open
});

test('keeping it alive and not, again and again, leaves nothing behind', async () => {
  const program = serve('exec 3>&-; echo up; read -r line');
  await once(program.output, 'data');
  const warned: unknown[] = [];
  const note = (warning: unknown) => warned.push(warning);
  process.on('warning', note);
  for (let times = 0; times < 40; times += 1) program.keepAlive(times % 2 === 0);
  program.end();
  await program.ended;
  process.off('warning', note);
  expect(warned).toEqual([]);
});
