import { expect, test } from 'vitest';
import { pairMoves, type Seen } from './pair-moves.ts';

const seen = (...entries: readonly string[]): readonly Seen[] =>
  entries.map((entry) => {
    const [path = '', content = ''] = entry.split('=');
    return { path, content };
  });

test.each([
  ['one file under another name', ['/a=1'], ['/b=1'], { '/b': '/a' }],
  ['other content', ['/a=1'], ['/b=2'], {}],
  ['nothing to recognize it by', ['/a='], ['/b='], {}],
  [
    'two of the same content: the name decides, whatever the order',
    ['/a/y=1', '/a/x=1'],
    ['/b/x=1', '/b/y=1'],
    { '/b/x': '/a/x', '/b/y': '/a/y' },
  ],
  ['a name is not taken by an entry before it', ['/a/y=1', '/a/z=1'], ['/b/x=1', '/b/y=1'], { '/b/x': '/a/z', '/b/y': '/a/y' }],
  ['each old path once', ['/a=1'], ['/b=1', '/c=1'], { '/b': '/a' }],
])('%s', (_, gone, come, moves) => {
  expect(Object.fromEntries(pairMoves(seen(...gone), seen(...come)))).toEqual(moves);
});
