/** Names the model in the text of a settings file, and leaves the rest of the text as it is. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isScalar, parseDocument, stringify } from 'yaml';
import type { EndpointChoice } from '../config.ts';

/** The text with `brain` set to the endpoint. The text must be readable settings. */
export function withBrain(text: string, choice: EndpointChoice): string {
  const document = parseDocument(text);
  const written = Object.fromEntries(order.flatMap((part) => (choice[part] === undefined ? [] : [[part, choice[part]]])));
  const meant = { ...(document.toJS() ?? {}), brain: written };
  const line = stringify({ brain: written }, { collectionStyle: 'flow', lineWidth: 0 })
    .trim()
    .replace(/^\{ (.*) \}$/s, '$1');
  return (
    ifSame(meant, () => replacedIn(text, document, line)) ??
    ifSame(meant, () => rewritten(document, written)) ??
    stringify(meant, { lineWidth: 0 }) // writes out an alias of the replaced value
  );
}

function rewritten(document: Document.Parsed, written: object): string {
  document.set('brain', document.createNode(written));
  return document.toString({ lineWidth: 0 });
}

const order = ['provider', 'model', 'base_url', 'api_key', 'key_env'] as const satisfies readonly (keyof EndpointChoice)[];

/** The text, if it reads back as intended. */
function ifSame(meant: object, make: () => string | undefined): string | undefined {
  try {
    const text = make();
    return text !== undefined && isDeepStrictEqual(parseDocument(text).toJS(), meant) ? text : undefined;
  } catch {
    return undefined; // an alias lost its anchor
  }
}

/** Replaces the line that names the brain, or adds a first line. Undefined for other forms, which the `yaml` package handles. */
function replacedIn(text: string, { contents }: Document.Parsed, line: string): string | undefined {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  if (contents === null) return `${text}${text === '' || text.endsWith('\n') ? '' : end}${line}${end}`;
  if (!isMap(contents) || contents.flow || !contents.range) return undefined;
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === 'brain');
  const [start] = contents.range;
  if (!pair) return `${text.slice(0, start)}${line}${end}${text.slice(start)}`;
  const [from, to] = [isNode(pair.key) ? pair.key.range?.[0] : undefined, isNode(pair.value) ? pair.value.range?.[1] : undefined];
  if (from === undefined || to === undefined) return undefined;
  const old = text.slice(from, to);
  return `${text.slice(0, from)}${line}${/\r?\n$/.exec(old)?.[0] ?? ''}${text.slice(to)}`;
}
