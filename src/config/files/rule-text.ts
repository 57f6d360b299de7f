/** Adds a rule to the text of a settings file with as little change as possible. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isSeq, parseDocument, stringify } from 'yaml';

/** The text with the rule at the end of `allow`. The text must be readable settings. */
export function withRule(text: string, rule: string): string {
  const document = parseDocument(text);
  const meant = withValue(document, rule);
  const inserted = insertedIn(text, document, stringify(rule, { lineWidth: 0 }).trimEnd());
  if (inserted !== undefined && isDeepStrictEqual(parseDocument(inserted).toJS(), meant)) return inserted;
  const allow = document.get('allow');
  if (isSeq(allow)) allow.add(document.createNode(rule));
  else document.set('allow', document.createNode([rule]));
  return document.toString({ lineWidth: 0 });
}

function withValue(document: Document.Parsed, rule: string): object {
  const before: { readonly allow?: readonly string[] | null } = document.toJS() ?? {};
  return { ...before, allow: [...(before.allow ?? []), rule] };
}

/** A new line below the last rule, or a list at the end of the file. Undefined for other forms, which the `yaml` package handles. */
function insertedIn(text: string, document: Document.Parsed, item: string): string | undefined {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const { contents } = document;
  if (isMap(contents) ? !contents.flow && !contents.has('allow') : contents === null)
    return `${text}${text === '' || text.endsWith('\n') ? '' : end}allow:${end}  - ${item}${end}`;
  const allow = document.get('allow');
  const last = isSeq(allow) && !allow.flow ? allow.items.at(-1) : undefined;
  if (!isNode(last) || !last.range) return undefined;
  const [from, to] = last.range;
  const lead = text.slice(text.lastIndexOf('\n', from) + 1, from);
  const line = text.indexOf('\n', to);
  const at = line === -1 ? text.length : line + 1;
  return `${text.slice(0, at)}${line === -1 ? end : ''}${lead}${item}${end}${text.slice(at)}`;
}
