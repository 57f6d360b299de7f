/** Reads permission rules: `shell(git status*)`, `write(./docs/**)`, `read(./.env)`, `folder(~/.cache/pip)`, `net(example.org)`, `fetch(example.org)`, `mcp(server/tool)`, `shortcuts(Name)`. */
import { ArtooError } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import { visible } from '../../contracts/text/visible.ts';
import { hostAt } from '../network/host.ts';
import { leadsTo } from '../network/leads-to.ts';
import { whyNeverFree } from '../places/free-places.ts';
import { whyNeverAllowed } from './never-allowed.ts';
import { type Base, folderAt, type PathPattern, readPathPattern } from './path-pattern.ts';
import { readShellPattern, type ShellPattern } from './shell-pattern.ts';

/** The subject of a rule and, if it can never allow anything, the reason. */
type Subject = { readonly neverAllows: string | undefined } & (
  | { readonly tool: 'shell'; readonly pattern: ShellPattern }
  | { readonly tool: 'write'; readonly path: PathPattern; readonly isWild: boolean }
  | { readonly tool: 'folder'; readonly path: PathPattern }
  | { readonly tool: 'read'; readonly path: PathPattern; readonly isWild: boolean }
  | { readonly tool: 'net'; readonly name: string; readonly port: number | undefined }
  | { readonly tool: 'fetch'; readonly host: string }
  | { readonly tool: 'mcp'; readonly server: string; readonly name: string }
  | { readonly tool: 'shortcuts' | 'applescript'; readonly name: string }
);

/** A rule, with the text from which it was read. */
export type Rule = Subject & { readonly text: string };
/** A rule about command lines. */
export type ShellRule = Extract<Rule, { readonly tool: 'shell' }>;

/** The list in which a rule is used: some rules may ask or deny, but never allow. */
export type Use = 'allow' | 'ask' | 'deny';

const uses: readonly Use[] = ['allow', 'ask', 'deny'];
/** Checked for callers without types: a rule with a relative path would apply to a different file. */
const isWhole = (path: unknown): boolean => typeof path === 'string' && path.startsWith('/');

const maxLength = 2000;
const forms =
  'shell(git status*), write(./docs/**), read(./.env), folder(~/.cache/pip), net(example.org), fetch(example.org), mcp(server/tool) or shortcuts(Name)';

/**
 * The rule, or a sentence that says what is wrong and what a rule should look like. `./` means `cwd`, `~/` means `home`. Throws `usage` for arguments
 * of the wrong type.
 */
export function readRule(text: string, base: Base, use: Use = 'allow'): Rule | { readonly wrong: string } {
  if (typeof text !== 'string' || !isWhole(base?.cwd) || !isWhole(base?.home) || !uses.includes(use))
    throw new ArtooError('usage', 'readRule takes the text of a rule, { cwd, home } with full paths, and allow, ask or deny');
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return { wrong: `a rule can have at most ${maxLength} characters` };
  if (visible(trimmed) !== trimmed) return { wrong: 'a rule cannot contain invisible characters' };
  const [, tool = '', , inside = ''] = /^([a-z]+)(\((.*)\))?$/.exec(trimmed) ?? [];
  const read = Object.hasOwn(readers, tool)
    ? readers[tool as keyof typeof readers](inside.trim(), base) // the condition proves that this is a key
    : { wrong: `${meantBy(trimmed)}it must look like ${forms}` };
  if ('wrong' in read) return { wrong: `${trimmed || 'an empty rule'}: ${read.wrong}` };
  const rule = { ...read, text: trimmed };
  if (use === 'allow' && rule.neverAllows !== undefined) return { wrong: `${trimmed} cannot be allowed: ${rule.neverAllows}` };
  return rule;
}

/** The kind of rule that was probably meant; nothing if none is near. */
function meantBy(text: string): string {
  const close = nearest(/^\w+/.exec(text)?.[0] ?? '', Object.keys(readers));
  return close === undefined ? '' : `did you mean ${close}? `;
}

type Read = Subject | { readonly wrong: string };

const readers = {
  shell(inside: string): Read {
    const pattern = readShellPattern(inside);
    if ('wrong' in pattern) return { wrong: `${pattern.wrong}, as in shell(git status*)` };
    return { tool: 'shell', pattern, neverAllows: whyNeverAllowed(pattern.words, pattern.isWild) };
  },
  write(inside: string, base: Base): Read {
    const path = readPathPattern(inside, base);
    return 'wrong' in path
      ? { wrong: `${path.wrong}, as in write(./docs/**)` }
      : { tool: 'write', path, isWild: inside.includes('*'), neverAllows: undefined };
  },
  folder(inside: string, base: Base): Read {
    const path = inside.includes('*') ? { wrong: 'it must name one folder, without *' } : readPathPattern(inside, base);
    if ('wrong' in path) return { wrong: `${path.wrong}, as in folder(~/.cache/pip)` };
    return { tool: 'folder', path, neverAllows: whyNeverFree(folderAt(path), { home: base.home, pathFolders: [], dataFolder: '' }) };
  },
  read(inside: string, base: Base): Read {
    const path = readPathPattern(inside, base);
    return 'wrong' in path
      ? { wrong: `${path.wrong}, as in read(./.env)` }
      : { tool: 'read', path, isWild: inside.includes('*'), neverAllows: undefined };
  },
  net(inside: string): Read {
    if (inside === '*')
      return { tool: 'net', name: '*', port: undefined, neverAllows: 'that means every host; name the hosts that are needed' };
    const [, star = '', rest = ''] = /^(\*\.)?(.*)$/s.exec(inside) ?? [];
    const host = hostAt(rest, 443);
    if (host === undefined || (star !== '' && !host.name.includes('.')))
      return {
        wrong: 'it must name a host, as in net(example.org), net(*.example.org) or net(example.org:8443); an IP address cannot be used',
      };
    const neverAllows = leadsTo(host.name, []) === 'local' ? notAHost(rest) : undefined;
    return { tool: 'net', name: `${star}${host.name}`, port: rest.includes(':') ? host.port : undefined, neverAllows };
  },
  fetch(inside: string): Read {
    const host = inside.toLowerCase().replace(/\.$/, '');
    const isHost = /^(?:\*|(?:\*\.)?[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*(?::\d{1,5})?|\[[\da-f:.]+\](?::\d{1,5})?)$/u.test(host);
    return isHost
      ? { tool: 'fetch', host: spelledAsInUrl(host), neverAllows: undefined }
      : { wrong: 'it must name a host, as in fetch(example.org) or fetch(*.example.org)' };
  },
  mcp(inside: string): Read {
    const [, server, name] = /^([^/*\s]+)\/([^/*\s]+|\*)$/.exec(inside) ?? [];
    if (server === undefined || name === undefined)
      return { wrong: 'it must name a server and a tool, as in mcp(server/tool) or mcp(server/*)' };
    return { tool: 'mcp', server, name, neverAllows: undefined };
  },
  shortcuts(inside: string): Read {
    return inside === '' || (inside.includes('*') && inside !== '*')
      ? { wrong: 'it must name a shortcut, as in shortcuts(Resize Images)' }
      : { tool: 'shortcuts', name: inside, neverAllows: inside === '*' ? 'that means every shortcut' : undefined };
  },
  applescript(inside: string): Read {
    return inside === '*'
      ? { tool: 'applescript', name: inside, neverAllows: 'a script can do anything' }
      : { wrong: 'it must cover all scripts: applescript(*)' };
  },
};

const notAHost = (host: string): string =>
  `net(…) is for other machines, and commands can never reach this machine. Programs that a task starts in the background can be reached by its commands on 127.0.0.1 without a rule; fetch(${host}) allows fetching pages from your own server`;

/** The host as URLs spell it, so that names in other scripts are recognised. */
function spelledAsInUrl(host: string): string {
  const [, stars = '', name = host] = /^(\*\.)?(.*)$/.exec(host) ?? [];
  const url = name === '*' ? null : URL.parse(`any://${name}`);
  const web = url && URL.parse(`http://${name}`);
  return web ? `${stars}${web.hostname}${url.port === '' ? '' : `:${url.port}`}` : host;
}
