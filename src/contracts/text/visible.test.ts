import { expect, test } from 'vitest';
import { visible, visibleLines } from './visible.ts';

test.each([
  ['plain text', 'Grüße, 世界', 'Grüße, 世界'],
  ['an escape sequence', 'a\u001b[2Kb', 'a\ufffd[2Kb'],
  ['a line break', 'a\nb\rc', 'a\ufffdb\ufffdc'],
  ['what turns the direction', 'a\u202eb\u2066c', 'a\ufffdb\ufffdc'],
  ['what cannot be seen', 'r\u200dm\u200b', 'r\ufffdm\ufffd'],
  ['a family', '👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
  ['a heart on fire', '❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥'],
  ['a joiner behind a picture', '👨\u200dx', '👨\ufffdx'],
])('%s', (_, text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('lines stay lines, and tabs become spaces', () => {
  expect(visibleLines('a\tb\r\n\u001bc\n')).toEqual(['a    b', '\ufffdc', '']);
});
