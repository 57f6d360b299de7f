/** The line of a shell call. */
import type { ToolCall } from '../../contracts/execution.ts';

/** The command line that a call ran; empty for a call of another tool. */
export function commandOf({ tool, input, target }: Pick<ToolCall, 'tool' | 'input' | 'target'>): string {
  if (tool !== 'shell') return '';
  const command = typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined;
  return typeof command === 'string' ? command : target;
}
