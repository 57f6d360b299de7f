import { expect, test } from 'vitest';
import { span, textOf } from '../../view/style/line.ts';
import { allowTypedHere, lineTypedHere, typedHere, typedHereInTicks } from './typed-here.ts';

test.each([
  [
    'artoo resume k1iq317o continues it (and 2 more: artoo log --state unfinished)',
    '/resume k1iq317o continues it (and 2 more: /log --state unfinished)',
  ],
  ['Undone. To redo it: artoo undo k1iq317o', 'Undone. To redo it: /undo k1iq317o'],
  ['`artoo memory dream` rebuilds them', '`/memory dream` rebuilds them'],
  ['See `artoo --help`.', 'See `/help`.'],
  ['`artoo doctor` tries it', '`artoo doctor` tries it'],
  ['artoo resume --drop k1iq317o ends it for good', 'artoo resume --drop k1iq317o ends it for good'],
  ['artoo logs in', 'artoo logs in'],
])('%s', (outside, here) => {
  expect(typedHere(outside)).toBe(here);
});

test('where a goal may be quoted, only what stands in backticks is advice', () => {
  expect(typedHereInTicks('explain artoo undo. `artoo resume k1iq317o` continues it.')).toBe(
    'explain artoo undo. `/resume k1iq317o` continues it.',
  );
});

test('within a line, only code is advice', () => {
  expect(textOf(lineTypedHere([span('artoo undo, that is '), span('artoo undo k1iq317o', 'code')]))).toBe(
    'artoo undo, that is /undo k1iq317o',
  );
});

test.each([
  ["--allow 'shell(rm *)'", '/allow shell(rm *)'],
  ['--allow web', '/allow web'],
])('%s is %s', (outside, here) => {
  expect(textOf(allowTypedHere([span('to allow it: '), span(outside, 'code')]))).toBe(`to allow it: ${here}`);
});
