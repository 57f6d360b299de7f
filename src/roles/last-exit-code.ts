/** The exit code of the last shell call that was made, if there was one and it ended. */
import type { ToolCall } from '../contracts/execution.ts';

export const lastExitCode = (calls: readonly ToolCall[]): number | undefined =>
  calls.findLast(({ tool, error_class }) => tool === 'shell' && error_class !== 'refused' && error_class !== 'invalid_input')?.exit_code;
