/** The exit code of the last shell call that was made: null when it did not end by itself, undefined when there was none. */
import { type ToolCall, wasMade } from '../../contracts/execution.ts';

export function lastExitCode(calls: readonly ToolCall[]): number | null | undefined {
  const last = calls.findLast((call) => call.tool === 'shell' && wasMade(call) && call.error_class !== 'invalid_input');
  return last && (last.exit_code ?? null);
}
