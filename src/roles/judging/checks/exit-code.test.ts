import { expect, test } from 'vitest';
import { declared } from '../../../../test/support/declared.ts';
import { call, failing } from '../../../../test/support/work.ts';
import type { ToolCall } from '../../../contracts/execution.ts';
import { exitCodeOf } from './exit-code.ts';

const shell = (command: string, exit_code = 0): ToolCall => call({ tool: 'shell', input: { command }, exit_code, ok: exit_code === 0 });
const unended = (error_class: ToolCall['error_class']): ToolCall => failing(error_class, { tool: 'shell', input: { command: 'npm test' } });

/** A code, `none`, `unclear`, or `failed` for what is unclear but failed. */
function told(calls: readonly ToolCall[], program?: string) {
  const exit = exitCodeOf(declared(...calls), program);
  if ('code' in exit) return exit.code;
  if ('none' in exit) return 'none';
  return exit.failed ? 'failed' : 'unclear';
}

test.each<[string, readonly ToolCall[], number | string]>([
  ['that of the one call', [shell('npm test')], 0],
  ['that of the last call', [shell('npm test'), shell('npm test', 2)], 2],
  ['that of the last of the shell', [shell('npm test', 2), call(), call({ exit_code: 0 })], 2],
  ['that of the last that was made', [shell('npm test', 2), unended('refused'), unended('invalid_input')], 2],
  ['none when nothing was called', [], 'none'],
  ['none when everything was refused', [unended('refused')], 'none'],
  ['none when the last did not end', [shell('npm test'), unended('timeout')], 'none'],
  ['that of the program after cd and echo', [shell('cd app && echo testing; npm test', 1)], 1],
  ['that of the program after an assignment', [shell('export CI=1; X=2 npm test')], 0],
  ['0 when all that && joins succeeded', [shell('npm run build && npm test')], 0],
  ['a failure of one of several that && joins', [shell('npm run build && npm test', 1)], 'failed'],
  ['not to be told after another program', [shell('npm test; git status')], 'unclear'],
  ['not to be told of a pipe', [shell('npm test | tail -3')], 'unclear'],
  ['that of a pipe that fails', [shell('set -o pipefail; npm test | tail -3')], 0],
  ['not to be told where it is hidden', [shell('npm test || true')], 'unclear'],
  ['not to be told of what is left running', [shell('npm test &')], 'unclear'],
  ['that of a negation alone', [shell('! grep x a', 0)], 0],
  ['not to be told of what cannot be read', [shell('npm "test')], 'unclear'],
])('the exit code is %s', (_, calls, expected) => {
  expect(told(calls)).toBe(expected);
});

test.each<[string, string, readonly ToolCall[], number | string]>([
  ['npm', 'of the last call that ran it', [shell('npm test', 1), shell('ls')], 1],
  ['pytest', 'of a module', [shell('python3 -m pytest -q', 1)], 1],
  ['vitest', 'of what npx runs', [shell('npx vitest run')], 0],
  ['npm', 'where && goes on after it', [shell('npm test && ls')], 0],
  ['npm', 'unclear where && goes on and fails', [shell('npm test && ls x', 1)], 'unclear'],
  ['npm', 'unclear where another follows', [shell('npm test; ls')], 'unclear'],
  ['ls', 'of the last of a list', [shell('npm test; ls', 2)], 2],
  ['npm', 'unclear in a pipe', [shell('npm test | tee log')], 'unclear'],
  ['npm', 'unclear where it is hidden', [shell('npm test || true')], 'unclear'],
  ['npm', 'of a wrapped one', [shell('timeout 60 npm test', 1)], 1],
  ['npm', 'none where it never ran', [shell('echo npm test')], 'none'],
  ['unittest', 'unclear before git', [shell('python3 -m unittest; git status; git diff')], 'unclear'],
])('the exit code of %s is told %s', (program, _, calls, expected) => {
  expect(told(calls, program)).toBe(expected);
});
