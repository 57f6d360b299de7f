import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createTypedAhead } from './typed-ahead.ts';

/** A terminal into which text is typed. */
function typing() {
  const input = new PassThrough();
  // it uses only what both kinds of stream have
  return { ahead: createTypedAhead(input as unknown as Parameters<typeof createTypedAhead>[0]), input };
}

test('what is typed while it listens is kept, line by line, once', () => {
  const { ahead, input } = typing();
  using _listening = ahead.listen();
  input.emit('data', Buffer.from('one goal\n\nand ano'));
  input.emit('data', 'ther\n');
  expect(ahead.take()).toEqual(['one goal', 'and another']);
  expect(ahead.take()).toEqual([]);
});

test('what is typed while something else reads is not taken from it', () => {
  const { ahead, input } = typing();
  const listening = ahead.listen();
  const [outer, inner] = [ahead.pause(), ahead.pause()];
  inner[Symbol.dispose]();
  input.emit('data', 'y\n');
  expect([ahead.take(), input.isPaused()]).toEqual([[], true]);
  outer[Symbol.dispose]();
  input.emit('data', 'a goal\n');
  expect(ahead.take()).toEqual(['a goal']);
  listening[Symbol.dispose]();
  input.emit('data', 'for the prompt\n');
  expect(ahead.take()).toEqual([]);
});
