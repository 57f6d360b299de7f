/** Shows what a project brings, before the person trusts it. Pure. */
import { Config } from '../../config/config.ts';
import type { ProjectFile } from '../../config/files/config-files.ts';
import { masked } from '../../config/models/api-key.ts';
import type { ProjectPart } from '../../config/project-parts.ts';
import type { LeftOutServer } from '../../config/servers/mcp-json.ts';
import type { ProjectServers } from '../../config/servers/project-servers.ts';
import { visible } from '../../contracts/text/visible.ts';
import { isLocal, type McpServer } from '../../tools/mcp/server.ts';
import { variablesIn } from '../../tools/mcp/start-program.ts';
import type { Skill } from '../../tools/skills/find-skills.ts';

/** Every part with its content. */
export const partLines = (parts: readonly ProjectPart[]): readonly string[] => parts.flatMap(linesOf);

function linesOf(part: ProjectPart): readonly string[] {
  if (part.kind === 'settings') return projectLines(part.settings);
  return part.kind === 'servers' ? projectServerLines(part.servers) : skillLines(part.skill);
}

function projectLines({ file, values, given }: Pick<ProjectFile, 'file' | 'values' | 'given'>): readonly string[] {
  const keys = Object.keys(Config.shape) as (keyof Config)[]; // the keys of the schema
  const set = keys.filter((key) => key !== 'allow' && key !== 'control' && given([key]));
  return [
    `${visible(file)} sets:`,
    ...(set.length === 0 ? ['  nothing that needs your trust'] : set.map((key) => `  ${key}: ${visible(textOf(values[key]))}`)),
    ...offered(values.allow),
  ];
}

/** Rules of a project cannot allow anything: only the person's own rules can. */
const offered = (rules: readonly string[]): readonly string[] =>
  rules.length === 0
    ? []
    : [
        'It would also allow the following, which artoo ignores. Put what you want into your own config.yaml:',
        ...rules.map((rule) => `  - ${visible(rule)}`),
      ];

const textOf = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => (key === 'api_key' && typeof part === 'string' ? masked(part) : part));

/** The servers that a project brings, each with its command or address as written in the file. */
function projectServerLines({ file, written, leftOut }: Pick<ProjectServers, 'file' | 'written' | 'leftOut'>): readonly string[] {
  return [
    `${visible(file)} names these MCP servers, which would be started or connected to for their tools (you are asked about each call):`,
    ...Object.entries(written).flatMap(([name, server]) => [`  ${name}: ${serverText(server)}`, ...takenLines(server)]),
    ...leftOut.flatMap(leftOutLines),
  ];
}

/** Trust covers the whole file, so parts that may take effect later are shown, too. */
const leftOutLines = ({ why, written }: LeftOutServer): readonly string[] => [
  `  ${visible(why)}`,
  ...(written ? [`    if that changes, your trust covers it too: ${serverText(written)}`, ...takenLines(written)] : []),
];

/** Which of the person's variables the server gets, and where their values go. */
function takenLines(server: McpServer): readonly string[] {
  const texts = isLocal(server)
    ? [server.command, ...server.args, ...Object.values(server.env)]
    : [server.url, ...Object.values(server.headers)];
  const names = new Set(texts.flatMap((text) => [...text.matchAll(variablesIn)].map(([, name = '']) => name)));
  if (names.size === 0) return [];
  const to = isLocal(server) ? 'given to this program' : `sent to ${visible(hostOf(server.url))}`;
  return [`    your ${[...names].join(', ')} is ${to}`];
}

/** The address itself, if its host depends on a variable. */
function hostOf(url: string): string {
  const host = URL.parse(url)?.host ?? '';
  return host === '' || host.includes('$') ? url : host;
}

/** What a server is, in one line. Values of variables and headers may be secret: only their references to the person's variables are shown. */
export function serverText(server: McpServer): string {
  const [what, given] = isLocal(server)
    ? ([`runs ${[server.command, ...server.args].map(word).join(' ')}`, server.env] as const)
    : ([server.url, server.headers] as const);
  const texts = Object.entries(given).map(([name, text]) => {
    const taken = [...text.matchAll(variablesIn)].map(([reference]) => reference);
    return taken.length === 0 ? name : `${name} (${taken.join(', ')})`;
  });
  return visible(`${what}${texts.length === 0 ? '' : `, with ${texts.join(', ')}`}`);
}

const word = (text: string): string => (/^[\w@%+=:,./${}-]+$/.test(text) ? text : JSON.stringify(text));
const maxNamed = 8;

/** The description of a skill, where it can be read, and the files that come with it. */
function skillLines({ name, description, file, files }: Skill): readonly string[] {
  const others = files.filter((each) => each !== 'SKILL.md');
  const named = others.slice(0, maxNamed).map(visible).join(', ');
  const more = others.length > maxNamed ? ` and ${others.length - maxNamed} more` : '';
  return [
    `The skill ${name} says:`,
    `  ${visible(description)}`,
    `  ${visible(file)}${others.length === 0 ? '' : `, with ${named}${more}`}`,
  ];
}
