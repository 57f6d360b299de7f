/** Which permission rule decides about an action. Pure: the caller resolves links and passes real paths. */
import { partsOf } from '../commands/line/line-parts.ts';
import { type Host, isUsualPort } from '../network/host.ts';
import { foldedName } from '../places/folded-name.ts';
import { absolutePath, isWithin } from '../places/posix-path.ts';
import { whyOfSystem, whySensitive } from '../places/sensitive-places.ts';
import { folderAt, matchesPath } from './path-pattern.ts';
import type { Rule, ShellRule } from './read-rule.ts';
import { allowedLine } from './rules-for-lines.ts';
import { isMeant } from './shell-pattern.ts';

/**
 * Something that a tool is about to do. `cwd` is where a line runs; paths are absolute; a name is `server/tool`, or that of a shortcut; a host may
 * have a port.
 */
export type Action =
  | { readonly tool: 'shell'; readonly command: string; readonly cwd?: string | undefined }
  | { readonly tool: 'write'; readonly path: string }
  | { readonly tool: 'read'; readonly path: string }
  | { readonly tool: 'net'; readonly host: Host }
  | { readonly tool: 'fetch'; readonly host: string }
  | { readonly tool: 'mcp'; readonly name: string }
  | { readonly tool: 'shortcuts' | 'applescript'; readonly name: string };

/** The rules that apply to a task, by list. */
export type RuleSet = { readonly allow: readonly Rule[]; readonly ask: readonly Rule[]; readonly deny: readonly Rule[] };

/** The decision, and the rule that it is based on. */
export type Decision = { readonly decision: 'allow' | 'ask' | 'deny' | 'none'; readonly rule?: string };

/** Why the decision is to ask; the rule is unknown if the line could not be read. */
export const ruleAsks = ({ rule }: Decision): string => `${rule === undefined ? 'a rule' : `the rule ${rule}`} says to ask`;

/** Deny takes precedence over ask, ask over allow. A line that may contain something forbidden, or that cannot be read, needs approval. */
export function decideByRules({ allow, ask, deny }: RuleSet, action: Action): Decision {
  if (action.tool === 'shell') return decideLine({ allow, ask, deny }, action);
  const forbids = (rule: Rule) => covers(rule, action, true);
  const allows = (rule: Rule) => rule.neverAllows === undefined && covers(rule, action, false);
  return by('deny', deny.find(forbids)) ?? by('ask', ask.find(forbids)) ?? by('allow', mostExact(allow.filter(allows))) ?? undecided;
}

const by = (decision: Decision['decision'], rule: Rule | undefined): Decision | undefined => rule && { decision, rule: rule.text };
/** The most exact of these rules: one without a star is more exact than one with a star. */
const mostExact = (rules: readonly Rule[]): Rule | undefined => rules.find(({ text }) => !text.includes('*')) ?? rules[0];

const undecided: Decision = { decision: 'none' };

type Line = Extract<Action, { readonly tool: 'shell' }>;

const isForShell = (rule: Rule): rule is ShellRule => rule.tool === 'shell';

function decideLine({ allow, ask, deny }: RuleSet, { command, cwd }: Line): Decision {
  const [denials, questions] = [deny.filter(isForShell), ask.filter(isForShell)];
  const { parts, trouble } = partsOf(command, undefined, '');
  if (trouble !== undefined) return by('ask', denials[0] ?? questions[0]) ?? undecided;

  const commands = parts.flatMap((part) => (part.kind === 'command' ? [part.words] : []));
  const isHidden = parts.some((part) => part.kind === 'doubt' && part.hidesProgram);
  const found = (rules: readonly ShellRule[], answer: 'yes' | 'maybe') =>
    rules.find(({ pattern }) => commands.some((words) => isMeant(pattern, words) === answer) || (answer === 'maybe' && isHidden));
  return (
    by('deny', found(denials, 'yes')) ??
    by('ask', found(questions, 'yes') ?? found(denials, 'maybe') ?? found(questions, 'maybe')) ??
    by('allow', allowedLine(allow.filter(isForShell), command, cwd)) ??
    undecided
  );
}

/**
 * Whether a rule covers an action. A forbidding rule covers more than an allowing one: names that may be the same, hidden files, sensitive places.
 */
function covers(rule: Rule, action: Exclude<Action, Line>, forbids: boolean): boolean {
  if (rule.tool === 'write' && action.tool === 'write') {
    const path = forbids ? rule.path.map(foldedName) : rule.path;
    const isSpared = !forbids && rule.isWild && (whySensitive(action.path, nowhere) ?? whyOfSystem(action.path)) !== undefined;
    return !isSpared && matchesPath(path, forbids ? foldedName(action.path) : action.path, forbids);
  }
  // A forbidding rule covers all writes to the folder; an allowing rule covers only commands, whose effects Law 1 weighs.
  if (rule.tool === 'folder' && action.tool === 'write')
    return forbids && isWithin(foldedName(folderAt(rule.path)), foldedName(absolutePath('/', action.path)));
  if (rule.tool === 'read' && action.tool === 'read')
    return matchesPath(forbids ? rule.path.map(foldedName) : rule.path, forbids ? foldedName(action.path) : action.path, forbids);
  if (rule.tool === 'net' && action.tool === 'net')
    return coversHost(rule.name, action.host.name) && coversPort(rule.port, action.host.port, forbids);
  if (rule.tool === 'fetch' && action.tool === 'fetch')
    return coversHost(rule.host, action.host.toLowerCase().replace(/\.(?=$|:\d+$)/, ''));
  if (rule.tool === 'mcp' && action.tool === 'mcp')
    return action.name === `${rule.server}/${rule.name}` || (rule.name === '*' && action.name.startsWith(`${rule.server}/`));
  if (rule.tool === 'shortcuts' || rule.tool === 'applescript')
    return action.tool === rule.tool && (rule.name === '*' || rule.name === action.name);
  return false;
}

const nowhere = { home: '', pathFolders: [], dataFolder: '' };

/** Whether a rule covers a host. A rule without a port covers all ports. */
function coversHost(rule: string, host: string): boolean {
  const name = hasPort.test(rule) ? host : host.replace(hasPort, '');
  return rule === '*' || rule === name || (rule.startsWith('*.') && name.endsWith(rule.slice(1)));
}

const hasPort = /(?<=^[^:]*|\]):\d+$/;

/** Without a port, an allowing rule covers the usual ports, and a forbidding rule covers all. */
const coversPort = (rule: number | undefined, port: number, forbids: boolean): boolean =>
  rule === undefined ? forbids || isUsualPort(port) : rule === port;
