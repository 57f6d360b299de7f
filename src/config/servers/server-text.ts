/** Adds and removes MCP servers in the text of a settings file, and keeps its comments. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, parseDocument, stringify } from 'yaml';

/** What is written about a server: only the values that differ from the defaults. */
export type ServerEntry = Readonly<Record<string, string | boolean | readonly string[] | Readonly<Record<string, string>>>>;

const at = ['mcp', 'servers'] as const;

/** The text with this server. The text must be readable settings. */
export function withServer(text: string, name: string, entry: ServerEntry): string {
  const document = parseDocument(text);
  const { contents } = document;
  if (contents === null || (isMap(contents) && !contents.flow && !contents.has('mcp'))) {
    const appended = `${ended(text)}${stringify({ mcp: { servers: { [name]: entry } } }, { lineWidth: 0 })}`;
    if (isDeepStrictEqual(parseDocument(appended).toJS(), { ...document.toJS(), mcp: { servers: { [name]: entry } } })) return appended;
  }
  if (!isMap(document.get('mcp'))) document.set('mcp', document.createNode({}));
  if (!isMap(document.getIn(at))) document.setIn(at, document.createNode({}));
  document.setIn([...at, name], document.createNode(entry));
  return written(document, text);
}

/** The text without this server; undefined if it does not have one. The section is removed together with its last server. */
export function withoutServer(text: string, name: string): string | undefined {
  const document = parseDocument(text);
  if (!document.hasIn([...at, name])) return undefined;
  document.deleteIn([...at, name]);
  const [servers, mcp] = [document.getIn(at), document.get('mcp')];
  if (isMap(servers) && servers.items.length === 0 && isMap(mcp) && mcp.items.length === 1) document.delete('mcp');
  return isMap(document.contents) && document.contents.items.length === 0 && !/^\s*#/m.test(text) ? '' : written(document, text);
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

function written(document: Document.Parsed, before: string): string {
  const text = document.toString({ lineWidth: 0 });
  return before.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
}
