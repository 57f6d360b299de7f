/** Which permission rule decides about an action. Pure: links and the disk are for the caller, who gives paths as they really are. */

import { partsOf } from '../commands/line-parts.ts';
import { foldedName } from '../places/folded-name.ts';
import { whyOfSystem, whySensitive } from '../places/sensitive-places.ts';
import { matchesPath } from './path-pattern.ts';
import type { Rule } from './read-rule.ts';
import { allowedLine } from './rules-for-lines.ts';
import { isMeant } from './shell-pattern.ts';

/** Something that a tool is about to do. `cwd` is where a line runs; paths are absolute; a name is `server/tool`. */
export type Action =
  | { readonly tool: 'shell'; readonly command: string; readonly cwd?: string | undefined }
  | { readonly tool: 'write'; readonly path: string }
  | { readonly tool: 'fetch'; readonly host: string }
  | { readonly tool: 'mcp'; readonly name: string };

export type RuleSet = { readonly allow: readonly Rule[]; readonly ask: readonly Rule[]; readonly deny: readonly Rule[] };

export type Decision = { readonly decision: 'allow' | 'ask' | 'deny' | 'none'; readonly rule?: string };

/** Deny wins over ask, ask over allow. A line that may or may not hold what is forbidden, or cannot be read at all, is asked about. */
export function decideByRules({ allow, ask, deny }: RuleSet, action: Action): Decision {
  if (action.tool === 'shell') return decideLine({ allow, ask, deny }, action);
  const forbidden = deny.find((rule) => covers(rule, action, true));
  if (forbidden) return { decision: 'deny', rule: forbidden.text };
  const asked = ask.find((rule) => covers(rule, action, true));
  if (asked) return { decision: 'ask', rule: asked.text };
  const allowed = allow.find((rule) => rule.neverAllows === undefined && covers(rule, action, false));
  return allowed ? { decision: 'allow', rule: allowed.text } : { decision: 'none' };
}

type Line = Extract<Action, { readonly tool: 'shell' }>;
type ShellRule = Extract<Rule, { readonly tool: 'shell' }>;

const isForShell = (rule: Rule): rule is ShellRule => rule.tool === 'shell';

function decideLine({ allow, ask, deny }: RuleSet, { command, cwd }: Line): Decision {
  const [denials, questions] = [deny.filter(isForShell), ask.filter(isForShell)];
  const { parts, trouble } = partsOf(command, undefined, '');
  const [unread] = [...denials, ...questions];
  if (trouble !== undefined) return unread ? { decision: 'ask', rule: unread.text } : { decision: 'none' };

  const commands = parts.flatMap((part) => (part.kind === 'command' ? [part.words] : []));
  const isHidden = parts.some((part) => part.kind === 'doubt' && part.hidesProgram);
  const found = (rules: readonly ShellRule[], answer: 'yes' | 'maybe') =>
    rules.find(({ pattern }) => commands.some((words) => isMeant(pattern, words) === answer) || (answer === 'maybe' && isHidden));
  const forbidden = found(denials, 'yes');
  if (forbidden) return { decision: 'deny', rule: forbidden.text };
  const asked = found(questions, 'yes') ?? found(denials, 'maybe') ?? found(questions, 'maybe');
  if (asked) return { decision: 'ask', rule: asked.text };
  const rule = allowedLine(allow.filter(isForShell), command, cwd);
  return rule ? { decision: 'allow', rule: rule.text } : { decision: 'none' };
}

/** Forbidding reaches further than allowing: names that may be one name, hidden files, sensitive places. */
function covers(rule: Rule, action: Exclude<Action, Line>, forbids: boolean): boolean {
  if (rule.tool === 'write' && action.tool === 'write') {
    const path = forbids ? rule.path.map(foldedName) : rule.path;
    const isSpared = !forbids && rule.isWild && (whySensitive(action.path, nowhere) ?? whyOfSystem(action.path)) !== undefined;
    return !isSpared && matchesPath(path, forbids ? foldedName(action.path) : action.path, forbids);
  }
  if (rule.tool === 'fetch' && action.tool === 'fetch')
    return coversHost(rule.host, action.host.toLowerCase().replace(/\.(?=$|:\d+$)/, ''));
  if (rule.tool === 'mcp' && action.tool === 'mcp')
    return action.name === `${rule.server}/${rule.name}` || (rule.name === '*' && action.name.startsWith(`${rule.server}/`));
  return false;
}

const nowhere = { home: '', pathFolders: [], dataFolder: '' };

const coversHost = (rule: string, host: string): boolean =>
  rule === '*' || rule === host || (rule.startsWith('*.') && host.endsWith(rule.slice(1)));
