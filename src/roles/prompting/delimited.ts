/** Text from outside inside a prompt: between marks that the text itself cannot close, because it is data and never an instruction (SPEC §7). */

/** What nobody sees between two characters, or on one. */
const unseen = String.raw`\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}`;
const bracket = '<﹤＜‹〈⟨ᐸ˂❮';
const slash = '/⁄∕／⧸╱';

/** Whatever looks like `</`, and what follows it up to the next bracket: each character is read once. */
const closing = new RegExp(`([${bracket}])(?=[${unseen}]*[${slash}]([^${bracket}]*))`, 'gu');
const overlooked = new RegExp(`[${unseen}${slash}]`, 'gu');

/** Wraps `text` as `<name> … </name>`; what looks like a closing mark inside it is broken up with a backslash. */
export function delimited(name: string, text: string): string {
  const safe = text.replaceAll(closing, (opening: string, _, rest: string) => (closes(name, rest) ? `${opening}\\` : opening));
  return `<${name}>\n${safe}\n</${name}>`;
}

/** Whether a closing mark says `name`, or says it in letters that may only look like it. */
function closes(name: string, rest: string): boolean {
  const said = rest.normalize('NFKD').replaceAll(overlooked, '').toLowerCase();
  return said.startsWith(name) || /^\w*\P{ASCII}[^\s>＞]*[>＞]/u.test(rest);
}
