/** "0 failures" is supported if the output of a run that reports its result mentions no failures. */

const mishap = /^(?:fail|error|warn|skip|flak|pending|fehler|warnung|échec|erreur|fallo)/iu;
const wentWell =
  /(?<![\w.])[1-9]\d{0,6} (?:tests? |specs? |checks? )?(?:passed|passing|pass|ok|succeeded)(?![\w])|(?:^|\n)(?:# pass [1-9]|OK(?:\s|$)|ok\s)/i;

/** Whether the word names a kind of failure that an output reporting successes does not mention. */
export function isNoneOf(word: string, outputs: readonly string[]): boolean {
  const kind = mishap.exec(word)?.[0].toLowerCase();
  return kind !== undefined && outputs.some((output) => wentWell.test(output) && !output.toLowerCase().includes(kind));
}
