/** HTML that is escaped by construction: a text that stands in a template is shown as it is, and only markup made here is markup. Pure. */
import { visibleLines } from '../contracts/visible.ts';

/** Markup. */
export type Html = { readonly html: string };

type Part = string | number | Html | readonly Html[];

/** A template whose texts are escaped, for content and for quoted attributes alike. */
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
