/** Text from outside in a prompt, between marks that the text itself cannot close: it is data and never an instruction (SPEC §7). */

/** Characters that are invisible between two others, or combine with one. */
const invisible = String.raw`\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}`;
const bracket = '<﹤＜‹〈⟨ᐸ˂❮';
const slash = '/⁄∕／⧸╱';

/** Anything that looks like `</`, and what follows it up to the next bracket, so that each character is read once. */
const closing = new RegExp(`([${bracket}])(?=[${invisible}]*[${slash}]([^${bracket}]*))`, 'gu');
const ignored = new RegExp(`[${invisible}${slash}]`, 'gu');

/** Wraps `text` as `<name> … </name>`; anything in it that looks like the closing mark is broken up with a backslash. */
export function delimited(name: string, text: string): string {
  const safe = text.replaceAll(closing, (opening: string, _, rest: string) => (closes(name, rest) ? `${opening}\\` : opening));
  return `<${name}>\n${safe}\n</${name}>`;
}

/** Whether a closing mark reads `name`, or could be taken for `name` because of letters that look alike. */
function closes(name: string, rest: string): boolean {
  const said = rest.normalize('NFKD').replaceAll(ignored, '').toLowerCase();
  return said.startsWith(name) || /^\w*\P{ASCII}[^\s>＞]*[>＞]/u.test(rest);
}
