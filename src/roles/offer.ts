import type { DeclaredEvidence } from '../tools/tool.ts';

/**
 * The tools that are not blocked. If all are blocked, the last tool that can read or write on this machine stays on offer (SPEC §5). A blocked program
 * (`shell:find`) does not block the shell.
 */
export function offer<T extends { readonly name: string }>(
  tools: readonly T[],
  blocked: readonly string[],
  declared: DeclaredEvidence = new Map(),
): readonly T[] {
  const left = tools.filter(({ name }) => !blocked.includes(name));
  if (left.length > 0) return left;
  const last = tools.findLast(({ name }) => declared.get(name)?.kind !== 'fetches') ?? tools.at(-1);
  return last === undefined ? [] : [last];
}
