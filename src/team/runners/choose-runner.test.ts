import { expect, test } from 'vitest';
import { chooseRunner, chosenWords } from './choose-runner.ts';

test.each<[string, readonly string[], readonly string[], string, readonly string[], boolean]>([
  ['nothing speaks against the first', ['claude', 'codex'], [], 'claude', [], false],
  ['the first is avoided', ['claude', 'codex'], ['claude'], 'codex', ['claude'], false],
  ['the first two are', ['claude', 'codex', 'built-in'], ['codex', 'claude'], 'built-in', ['claude', 'codex'], false],
  ['a later one is', ['claude', 'codex'], ['codex'], 'claude', [], false],
  ['all are', ['claude', 'codex'], ['codex', 'claude'], 'claude', [], true],
  ['there is only one, and it is', ['claude'], ['claude'], 'claude', [], true],
])('where %s', (_, runners, avoided, runner, passedOver, isWarned) =>
  expect(chooseRunner(runners, avoided)).toEqual({ runner, passedOver, isWarned }),
);

test('a person is told who takes over, and why', () =>
  expect(chosenWords('coder-1', chooseRunner(['claude', 'codex'], ['claude']))).toMatch(/^codex .*coder-1.*claude/));
