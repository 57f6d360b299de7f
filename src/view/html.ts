/** HTML that is escaped by construction: texts in a template are escaped, and only `html` makes markup. Pure. */
import { visibleLines } from '../contracts/text/visible.ts';

export type Html = { readonly html: string };

type Part = string | number | Html | readonly Html[];

/** A template whose texts are escaped, in content and in quoted attributes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((string, at) => `${string}${markup(parts[at] ?? '')}`).join(''),
});

export const nothing: Html = { html: '' };

function markup(part: Part): string {
  if (typeof part === 'object') return 'html' in part ? part.html : part.map((each) => each.html).join('');
  return visibleLines(String(part))
    .join('\n')
    .replaceAll(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
