import { expect, test } from 'vitest';
import { call, failing } from '../../../test/support/work.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import { lastExitCode } from './last-exit-code.ts';

const shell = (exit_code?: number): ToolCall => call({ tool: 'shell', ...(exit_code === undefined ? {} : { exit_code }) });
const unended = (error_class: ToolCall['error_class']): ToolCall => failing(error_class, { tool: 'shell' });

test.each<[string, readonly ToolCall[], number | null | undefined]>([
  ['that of the one call', [shell(0)], 0],
  ['that of the last call, whichever it is', [shell(0), shell(2)], 2],
  ['that of the last call, although one failed before', [shell(2), shell(0)], 0],
  ['that of the last of the shell', [shell(2), call(), call({ exit_code: 0 })], 2],
  ['that of the last that was made, when the next was refused', [shell(2), unended('refused')], 2],
  ['that of the last that was made, when the next could not be read', [shell(2), unended('invalid_input')], 2],
  ['none when nothing was called', [], undefined],
  ['none when nothing was called in the shell', [call({ exit_code: 0 })], undefined],
  ['none when everything was refused', [unended('refused')], undefined],
  ['null when the last did not end in time, whatever came before', [shell(0), unended('timeout')], null],
  ['null when the last could not be started', [shell(0), unended('missing_program')], null],
])('the exit code is %s', (_, calls, exitCode) => {
  expect(lastExitCode(calls)).toBe(exitCode);
});
