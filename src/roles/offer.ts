/**
 * The tools that are not blocked. If all are, the last one that can read or write here stays on offer (SPEC §5). A blocked program (`shell:find`) does not
 * block the shell.
 */
export function offer<T extends { readonly name: string }>(tools: readonly T[], blocked: readonly string[]): readonly T[] {
  const left = tools.filter(({ name }) => !blocked.includes(name));
  if (left.length > 0) return left;
  const last = tools.findLast(({ name }) => !ofTheWeb.has(name)) ?? tools.at(-1);
  return last === undefined ? [] : [last];
}

const ofTheWeb: ReadonlySet<string> = new Set(['search', 'fetch_url']);
