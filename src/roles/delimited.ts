/** Text from outside inside a prompt: between marks that the text itself cannot close, because it is data and never an instruction (SPEC §7). */

/** Wraps `text` as `<name> … </name>`; a closing mark inside it is broken up. */
export function delimited(name: string, text: string): string {
  return `<${name}>\n${text.replaceAll(`</${name}`, `<\\/${name}`)}\n</${name}>`;
}
