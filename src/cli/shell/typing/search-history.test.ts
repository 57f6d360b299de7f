import { expect, test } from 'vitest';
import { textOf } from '../../../view/style/line.ts';
import { matches, searchKey, searchLines } from './search-history.ts';

const entries = ['list the photos', 'Rename the Photos', 'commit it', 'list the photos'];

test('the newest comes first, each text once, whatever the case', () => {
  expect(matches(entries, 'photos')).toEqual(['list the photos', 'Rename the Photos']);
  expect(matches(entries, 'the li')).toEqual(['list the photos']);
  expect(matches(entries, '')).toEqual(['list the photos', 'commit it', 'Rename the Photos']);
  expect(matches(entries, 'none')).toEqual([]);
});

const search = { query: 'ab', at: 1 };

test.each([
  ['a letter adds to it', 'c', 'c', { query: 'abc', at: 0 }],
  ['a letter of another script, too', '日', undefined, { query: 'ab日', at: 0 }],
  ['Backspace takes away', '\u007f', 'backspace', { query: 'a', at: 0 }],
  ['Ctrl+R goes to an older one', '\u0012', 'ctrl+r', { query: 'ab', at: 2 }],
  ['Up goes to a newer one', '\u001b[A', 'up', { query: 'ab', at: 0 }],
  ['Enter takes it', '\r', 'enter', 'take'],
  ['Esc leaves the draft as it was', '\u001b', 'escape', 'leave'],
  ['other keys are not for it', '\u001b[5~', 'pageUp', 'pass'],
] as const)('%s', (_, key, name, expected) => {
  expect(searchKey(search, key, name, 3)).toEqual(expected);
});

test('the last one is not left behind', () => {
  expect(searchKey({ query: '', at: 2 }, '\u0012', 'ctrl+r', 3)).toEqual({ query: '', at: 2 });
});

test('five are shown, the chosen one among them, each on one line', () => {
  const found = Array.from({ length: 20 }, (_, at) => `text ${at}\nmore`);
  const lines = searchLines(found, 10).map(textOf);
  expect(lines).toHaveLength(5);
  expect(lines.filter((text) => text.startsWith('→'))).toEqual(['→ text 10 more']);
  expect(searchLines([], 0).map(textOf)).toEqual(['  nothing found']);
});
