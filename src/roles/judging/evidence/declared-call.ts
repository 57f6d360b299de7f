/** A call together with what its tool declares, which is all that judging uses of a tool. Pure. */
import type { ToolCall } from '../../../contracts/execution.ts';
import type { Json } from '../../../contracts/shapes/json.ts';
import type { DeclaredEvidence, ToolEvidence } from '../../../tools/tool.ts';

/** `evidence` is undefined for a tool that declares nothing. */
export type DeclaredCall = ToolCall & { readonly evidence: ToolEvidence | undefined };

export const declaredCalls = (calls: readonly ToolCall[], declared: DeclaredEvidence): readonly DeclaredCall[] =>
  calls.map((call) => ({ ...call, evidence: declared.get(call.tool) }));

/** The shell line that a call ran, or whose output it shows; empty for a tool that runs none. */
export const commandOf = ({ evidence, input, target, started }: Pick<DeclaredCall, 'evidence' | 'input' | 'target' | 'started'>): string =>
  evidence?.kind === 'runs' ? (started ?? textOf(input, evidence.line) ?? target) : '';

/** A text in the input of a call. */
export function textOf(input: Json, key: string): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const value = (input as { readonly [key: string]: Json })[key]; // an object and not a list, as checked above
  return typeof value === 'string' ? value : undefined;
}
