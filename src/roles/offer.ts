/** Which tools stay on offer when some are blocked. */

/**
 * What is on offer without what is blocked. Where nothing would be left, the last one stays, whatever the directive says: nobody can work with nothing (SPEC §5). A blocked
 * program of the shell (`shell:find`) does not take the shell away.
 */
export function offer<T extends { readonly name: string }>(tools: readonly T[], blocked: readonly string[]): readonly T[] {
  const left = tools.filter(({ name }) => !blocked.includes(name));
  return left.length > 0 ? left : tools.slice(-1);
}
