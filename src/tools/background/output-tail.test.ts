import { expect, test } from 'vitest';
import { OutputTail } from './output-tail.ts';

test('each piece is reported once', () => {
  const tail = new OutputTail(10);
  tail.add('one');
  tail.add('two');
  expect([tail.take(), tail.take()]).toEqual([
    { text: 'onetwo', missed: 0 },
    { text: '', missed: 0 },
  ]);
  tail.add('three');
  expect(tail.take()).toEqual({ text: 'three', missed: 0 });
});

test('of more than it keeps, the end is reported, and how much was before it', () => {
  const tail = new OutputTail(10);
  tail.add('read');
  tail.take();
  for (let count = 0; count < 100; count += 1) tail.add('abcdefg');
  expect(tail.take()).toEqual({ text: 'efgabcdefg', missed: 690 });
});

test('a character that is cut in half is replaced', () => {
  const tail = new OutputTail(2);
  tail.add('a😀b');
  expect(tail.take()).toEqual({ text: '\ufffdb', missed: 2 });
});
