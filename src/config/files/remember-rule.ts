/** "Allow this kind from now on": adds a rule to the person's own file, and leaves everything else in the file as it is. */
import { changeOwnFile } from './own-file.ts';

/** Whether the file now contains the rule; `added` if it was not there before. */
export type Remembered = { readonly ok: true; readonly added: boolean } | { readonly ok: false; readonly error: string };

/** Adds the rule to `allow`. A file that cannot be read is left alone, and the error says why. */
export async function rememberRule(data: string, rule: string): Promise<Remembered> {
  const changed = await changeOwnFile(data, async (text, values) => {
    if (values?.allow.includes(rule)) return undefined;
    const { withRule } = await import('./rule-text.ts'); // loaded only when a rule is written
    return withRule(text, rule);
  });
  return changed.ok ? { ok: true, added: changed.changed } : changed;
}
