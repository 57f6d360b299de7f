/** Which calls ended in a way that says something about the world. Pure. */
import { type ToolCall, wasMade } from '../../../contracts/execution.ts';
import { isAnswer } from '../../../laws/commands/programs/answering-exit-codes.ts';
import { commandOf, type DeclaredCall } from './declared-call.ts';

/** Errors that count as answers: the tool looked, and this is what it found. */
const answering: ReadonlySet<string> = new Set(['not_found', 'permission', 'exists', 'network']);

/** Whether a call ran to its end: it worked, it ended with an exit code, or it failed with an error that is an answer. */
export const ranToEnd = (call: ToolCall): boolean =>
  wasMade(call) &&
  call.error_class !== 'timeout' &&
  (call.ok || call.exit_code !== undefined || (call.error_class !== undefined && answering.has(call.error_class)));

/** Whether a call succeeded, or its exit code is an answer and not a failure. */
export const answered = (call: DeclaredCall): boolean => wasMade(call) && (call.ok || answeredNo(call));

/** Whether the answer from a call is "no": `grep` found nothing, `test` is false. */
export const answeredNo = (call: DeclaredCall): boolean => call.exit_code !== undefined && isAnswer(commandOf(call), call.exit_code);
