/** What artoo's tools declare about themselves, for tests of code that judges calls. */
import { assembleTools } from '../../src/app/wiring/assemble-tools.ts';
import type { ExecutionResult, ToolCall } from '../../src/contracts/execution.ts';
import { type DeclaredCall, declaredCalls } from '../../src/roles/judging/evidence/declared-call.ts';

export const { evidence, leftOut, offered } = assembleTools({ data: '/nowhere', env: {} }).toolbox;

/** Calls of artoo's tools, or of tools that declare nothing. */
export const declared = (...calls: readonly ToolCall[]): readonly DeclaredCall[] => declaredCalls(calls, evidence);

/** An execution with these calls. */
export const declaredExecution = (execution: ExecutionResult) => ({ ...execution, tool_calls: declared(...execution.tool_calls) });
