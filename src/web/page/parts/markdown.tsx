/** Markdown as elements. Only Markdown becomes markup: HTML in the text is shown as text, and links lead to the web or to a mailbox. */
import { type ReactNode, useMemo } from 'react';
import { plain } from '../../../view/markdown/inline.ts';
import { parseMarkdown, type Token, type Tokens } from '../../../view/markdown/parse.ts';

/** Text that is not Markdown, or is too long, is shown as it is. */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  const tokens = useMemo(() => parseMarkdown(text), [text]);
  return <div className={tokens ? 'prose' : 'prose as-is'}>{tokens ? blocks(tokens) : text}</div>;
}

const blocks = (tokens: readonly Token[] | undefined): ReactNode => keyed(tokens, block);
const inline = (tokens: readonly Token[] | undefined): ReactNode => keyed(tokens, piece);

function keyed(tokens: readonly Token[] | undefined, draw: (token: Token) => ReactNode): ReactNode {
  return (tokens ?? []).map((token, at) => <Piece key={at}>{draw(token)}</Piece>);
}

const Piece = ({ children }: { readonly children: ReactNode }): ReactNode => children;

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    case 'heading':
      return heading(token.depth, inline(token.tokens));
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>;
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{blocks(token.tokens)}</blockquote>;
    case 'list':
      return list(token as Tokens.List); // its type guarantees this
    case 'table':
      return table(token as Tokens.Table); // its type guarantees this
    case 'hr':
      return <hr />;
    case 'html':
      return <p className="is-muted">{token.raw.trimEnd()}</p>;
    default:
      return inline([token]);
  }
}

/** A heading one level below the heading of the section that contains the text. */
function heading(depth: number, text: ReactNode): ReactNode {
  if (depth <= 1) return <h3>{text}</h3>;
  return depth === 2 ? <h4>{text}</h4> : <h5>{text}</h5>;
}

function list({ items, ordered, start }: Tokens.List): ReactNode {
  const inside = items.map(({ tokens, task, checked }, at) => (
    <li key={at}>
      {task ? (checked ? '☑ ' : '☐ ') : null}
      {blocks(tokens)}
    </li>
  ));
  return ordered ? <ol start={Number(start || 1)}>{inside}</ol> : <ul>{inside}</ul>;
}

function table({ header, rows }: Tokens.Table): ReactNode {
  return (
    <section className="wide" tabIndex={0} aria-label="table">
      <table>
        <thead>
          <tr>
            {header.map(({ tokens, align }, at) => (
              <th key={at} scope="col" className={align ?? ''}>
                {inline(tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map(({ tokens, align }, column) => (
                <td key={column} className={align ?? ''}>
                  {inline(tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function piece(token: Token): ReactNode {
  switch (token.type) {
    case 'br':
      return <br />;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>;
    case 'em':
      return <em>{inline(token.tokens)}</em>;
    case 'del':
      return <del>{inline(token.tokens)}</del>;
    case 'link':
      return <Address of={token as Tokens.Link}>{inline(token.tokens)}</Address>; // its type guarantees this
    case 'image':
      return <Address of={token as Tokens.Image}>{token.text || token.href}</Address>; // its type guarantees this
    case 'html':
      return <span className="is-muted">{token.raw}</span>;
    default:
      return 'tokens' in token && token.tokens?.length ? inline(token.tokens) : plain(token);
  }
}

type AddressProps = { readonly of: Pick<Tokens.Link, 'href' | 'text'>; readonly children: ReactNode };

/** Where a link leads, if that is the web or a mailbox. If its text looks like another address, the real address is shown instead. */
function Address({ of: { href, text }, children }: AddressProps): ReactNode {
  const target = URL.canParse(href) ? new URL(href) : undefined;
  if (!target || !schemes.has(target.protocol)) return href === text || href === '' ? children : [children, ` (${href})`];
  const isMisleading = /:\/\/|^www\./i.test(text) && text !== href;
  return (
    <a href={target.href} target="_blank" rel="noreferrer noopener">
      {isMisleading ? target.href : children}
    </a>
  );
}

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
