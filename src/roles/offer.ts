/** The tools that are not blocked. If all are, the last one stays on offer (SPEC §5). A blocked program (`shell:find`) does not block the shell. */
export function offer<T extends { readonly name: string }>(tools: readonly T[], blocked: readonly string[]): readonly T[] {
  const left = tools.filter(({ name }) => !blocked.includes(name));
  return left.length > 0 ? left : tools.slice(-1);
}
