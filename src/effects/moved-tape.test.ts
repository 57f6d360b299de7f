import { expect, test } from 'vitest';
import { tapeOf } from '../journal/tape.ts';
import { inputHash } from './effects.ts';
import { movedTape } from './moved-tape.ts';

const moves = [
  { from: '/home/a/shop', to: '/srv/shop' },
  { from: '/home/a/shop/ws', to: '/srv/ws' },
];

test.each([
  ['the folder itself', '/home/a/shop', '/srv/shop'],
  ['what is in it', 'cat "/home/a/shop/a b.txt"', 'cat "/srv/shop/a b.txt"'],
  ['at the end of a sentence', 'It is in /home/a/shop.', 'It is in /srv/shop.'],
  ['the longest one that fits', '/home/a/shop/ws/x', '/srv/ws/x'],
  [
    'not another folder that begins alike',
    '/home/a/shop-2 /home/a/shops /home/a/shop.bak',
    '/home/a/shop-2 /home/a/shops /home/a/shop.bak',
  ],
  ['not the end of another path', '/mnt/home/a/shop', '/mnt/home/a/shop'],
  ['what a replacement could mean to a pattern', '$& /home/a/shop $1', '$& /srv/shop $1'],
])('%s', (_, text, moved) => {
  const input = { text };
  const entry = { kind: 'intent', seq: 0, ts: '2026-01-01T00:00:00.000Z', key: '0.0.0/R1/1.0', effect: 'model', role: 'R1' } as const;
  const tape = movedTape(tapeOf([{ ...entry, repeatable: true, input, input_hash: inputHash(input) } as never]), moves);
  expect(tape.peek()?.entry()).toMatchObject({ input: { text: moved }, input_hash: inputHash({ text: moved }) });
});
