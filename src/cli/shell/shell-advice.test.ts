import { expect, test } from 'vitest';
import { span, textOf } from '../../view/style/line.ts';
import { allowAdvice, lineOfShellAdvice, shellAdvice, shellAdviceInTicks } from './shell-advice.ts';

test.each([
  [
    'artoo resume k1iq317o continues it (and 2 more: artoo log --state resumable)',
    '/resume k1iq317o continues it (and 2 more: /log --state resumable)',
  ],
  ['Undone. To redo it: artoo undo k1iq317o', 'Undone. To redo it: /undo k1iq317o'],
  ['`artoo memory dream` rebuilds them', '`/memory dream` rebuilds them'],
  ['See `artoo --help`.', 'See `/help`.'],
  ['put the command after --: artoo try -- ls -l', 'put the command after --: !ls -l'],
  ["artoo try -- 'rm -r build'", '!rm -r build'],
  ['`artoo doctor` tries it', '`artoo doctor` tries it'],
  ['artoo resume --drop k1iq317o ends it for good', 'artoo resume --drop k1iq317o ends it for good'],
  ['artoo logs in', 'artoo logs in'],
  [
    'Wait a little and run it again, or choose another model with --model.',
    'Wait a little and run it again, or choose another model with /model.',
  ],
  ['ollama is up: --brain ollama:qwen3', 'ollama is up: /model ollama:qwen3'],
  ["To allow it: --allow 'shell(rm *)'", "To allow it: /allow 'shell(rm *)'"],
  ['--allow shel(x): there is no such tool', '/allow shel(x): there is no such tool'],
  ['artoo --model ollama:qwen3 "…"', 'artoo --model ollama:qwen3 "…"'],
  ['--key-env needs --model, --brain or --tool', '--key-env needs --model, --brain or --tool'],
])('%s', (outside, here) => {
  expect(shellAdvice(outside)).toBe(here);
});

test('where a goal may be quoted, only what is in backticks is advice', () => {
  expect(shellAdviceInTicks('explain artoo undo. `artoo resume k1iq317o` continues it.')).toBe(
    'explain artoo undo. `/resume k1iq317o` continues it.',
  );
});

test('within a line, only code is advice', () => {
  expect(textOf(lineOfShellAdvice([span('artoo undo, that is '), span('artoo undo k1iq317o', 'code')]))).toBe(
    'artoo undo, that is /undo k1iq317o',
  );
});

test('advice in backticks is read where it is wrapped, too', () => {
  expect(shellAdviceInTicks('It learns from tasks; `artoo memory\nremember "…"` adds a fact.')).toBe(
    'It learns from tasks; `/memory\nremember "…"` adds a fact.',
  );
});

test('the move that every handoff ends with names the command', () => {
  expect(textOf(lineOfShellAdvice([span('Try a more capable model: --model <name>.')]))).toBe('Try a more capable model: /model <name>.');
  expect(textOf(lineOfShellAdvice([span('run make --model big')]))).toBe('run make --model big');
});

test.each([
  ["--allow 'shell(rm *)'", '/allow shell(rm *)'],
  ['--allow web', '/allow web'],
])('%s is %s', (outside, here) => {
  expect(textOf(allowAdvice([span('to allow it: '), span(outside, 'code')]))).toBe(`to allow it: ${here}`);
});
