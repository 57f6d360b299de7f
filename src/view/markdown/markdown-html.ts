/** Markdown as HTML. Pure. Only Markdown becomes markup: HTML in the text is shown as text, and links lead to the web or to a mailbox. */
import { type Html, html, nothing } from '../html.ts';
import { plain } from './inline.ts';
import { parseMarkdown, type Token, type Tokens } from './parse.ts';

/** A text of many blocks. Text that is not Markdown, or too long, is shown as it is. */
export function markdownHtml(text: string): Html {
  const tokens = parseMarkdown(text);
  return tokens ? html`<div class="text">${blocks(tokens)}</div>` : html`<div class="text asis">${text}</div>`;
}

/** A text of one line among others: only code and links become markup. Other marks stay, because in such texts they usually belong to a name or a pattern. */
export function markdownLineHtml(text: string): Html {
  const [only, ...others] = parseMarkdown(text) ?? [];
  return only?.type === 'paragraph' && others.length === 0 ? inline(only.tokens, 'marked') : html`${text}`;
}

const blocks = (tokens: readonly Token[] | undefined): Html => html`${(tokens ?? []).map(block)}`;

function block(token: Token): Html {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return nothing;
    case 'heading':
      return heading(token.depth, inline(token.tokens));
    case 'paragraph':
      return html`<p>${inline(token.tokens)}</p>`;
    case 'code':
      return html`<pre><code>${token.text}</code></pre>`;
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens)}</blockquote>`;
    case 'list':
      return list(token as Tokens.List); // its type guarantees this
    case 'table':
      return table(token as Tokens.Table); // its type guarantees this
    case 'hr':
      return html`<hr>`;
    case 'html':
      return html`<p class="soft">${token.raw.trimEnd()}</p>`;
    default:
      return inline([token]);
  }
}

/** One level below the heading of the section that contains the text. */
function heading(depth: number, text: Html): Html {
  if (depth <= 1) return html`<h3>${text}</h3>`;
  if (depth === 2) return html`<h4>${text}</h4>`;
  return html`<h5>${text}</h5>`;
}

function list({ items, ordered, start }: Tokens.List): Html {
  const inside = items.map(
    ({ tokens, task, checked }) =>
      html`<li>${task ? html`<span class="box">${checked ? '☑' : '☐'}</span> ` : nothing}${blocks(tokens)}</li>`,
  );
  return ordered ? html`<ol start="${Number(start || 1)}">${inside}</ol>` : html`<ul>${inside}</ul>`;
}

const table = ({ header, rows }: Tokens.Table): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="table"><table><thead><tr>${header.map(
    ({ tokens, align }) => html`<th scope="col"${side(align)}>${inline(tokens)}</th>`,
  )}</tr></thead><tbody>
${rows.map((row) => html`<tr>${row.map(({ tokens, align }) => html`<td${side(align)}>${inline(tokens)}</td>`)}</tr>`)}
</tbody></table></div>`;

const side = (align: string | null): Html =>
  align === 'right' ? html` class="right"` : align === 'center' ? html` class="center"` : nothing;

/** `marked`: everything except code and links keeps its marks. */
type How = 'plain' | 'marked';

const inline = (tokens: readonly Token[] | undefined, how: How = 'plain'): Html =>
  html`${(tokens ?? []).map((token) => piece(token, how))}`;

function piece(token: Token, how: How): Html {
  switch (token.type) {
    case 'br':
      return html`<br>`;
    case 'codespan':
      return html`<code>${token.text}</code>`;
    case 'strong':
    case 'em':
    case 'del':
      return emphasis(token.type, token, how);
    case 'link':
      return address(token as Tokens.Link, inline(token.tokens, how), how); // its type guarantees this
    case 'image':
      return address(token as Tokens.Image, html`${token.text || token.href}`, how); // its type guarantees this
    case 'html':
      return html`<span class="soft">${token.raw}</span>`;
    default:
      if ('tokens' in token && token.tokens?.length) return inline(token.tokens, how);
      return html`${how === 'marked' ? token.raw : plain(token)}`;
  }
}

function emphasis(type: 'strong' | 'em' | 'del', { raw, tokens }: Token & { readonly tokens?: readonly Token[] }, how: How): Html {
  const inside = inline(tokens, how);
  if (how === 'marked') {
    const marks = raw.slice(0, type === 'em' ? 1 : type === 'strong' ? 2 : (/^~+/.exec(raw)?.[0].length ?? 1));
    return html`${marks}${inside}${marks}`;
  }
  return type === 'strong' ? html`<strong>${inside}</strong>` : type === 'em' ? html`<em>${inside}</em>` : html`<del>${inside}</del>`;
}

/** A link, if it leads to the web or to a mailbox. If its text looks like another address, the real address is shown instead. */
function address({ href, text, raw }: Pick<Tokens.Link, 'href' | 'text' | 'raw'>, inside: Html, how: How): Html {
  const target = URL.canParse(href) ? new URL(href) : undefined;
  if (!target || !schemes.has(target.protocol)) {
    if (how === 'marked') return html`${raw}`;
    return href === text || href === '' ? inside : html`${inside} (${href})`;
  }
  const isMisleading = /:\/\/|^www\./i.test(text) && text !== href;
  return html`<a href="${target.href}" rel="noreferrer noopener">${isMisleading ? html`${target.href}` : inside}</a>`;
}

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
