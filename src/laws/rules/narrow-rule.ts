/** The rule offered to a person for "allow this kind from now on": as narrow as possible while still useful. */
import { visible } from '../../contracts/text/visible.ts';
import { hostText } from '../network/host.ts';
import { readRule } from './read-rule.ts';
import { type Action, decideByRules } from './rules.ts';
import { actingCommandsOf } from './rules-for-lines.ts';

/** Undefined if no rule can allow the action, or if more than one rule would be needed. */
export function narrowRuleFor(action: Action): string | undefined {
  const texts = action.tool === 'shell' ? shellRules(action) : [`${action.tool}(${subjectOf(action)})`];
  return texts.find((text) => allowsIt(text, action));
}

function subjectOf(action: Exclude<Action, { readonly tool: 'shell' }>): string {
  if (action.tool === 'write' || action.tool === 'read') return action.path;
  if (action.tool === 'net') return hostText(action.host);
  return action.tool === 'fetch' ? action.host : action.name;
}

/** An offered rule must be readable, mean exactly what it shows, and allow this action. */
function allowsIt(text: string, action: Action): boolean {
  if (action.tool !== 'shell' && subjectOf(action).includes('*')) return false;
  if (visible(text) !== text || text.length > maxLength) return false;
  const rule = readRule(text, { cwd: '/', home: '/' });
  return !('wrong' in rule) && decideByRules({ allow: [rule], ask: [], deny: [] }, action).decision === 'allow';
}

const maxLength = 500;

/** Subcommands after which any words may follow: they only add, inspect or build. */
const mild: ReadonlyMap<string, RegExp> = new Map([
  ['git', /^(?:add|commit|status|diff|log|show|blame|fetch|ls-files|rev-parse|describe|shortlog)$/],
  ...['npm', 'pnpm', 'yarn'].map((name) => [name, /^(?:test|t|ls|list|outdated|audit|view)$/] as const),
  ['cargo', /^(?:build|check|test|clippy|fmt|doc|bench|tree)$/],
  ['go', /^(?:build|test|vet|fmt|list)$/],
  ['docker', /^(?:ps|images|logs|inspect)$/],
  ['kubectl', /^(?:get|describe|logs)$/],
  ['terraform', /^(?:plan|validate|fmt|show)$/],
]);

function shellRules({ command, cwd }: Extract<Action, { readonly tool: 'shell' }>): readonly string[] {
  const [first, ...others] = actingCommandsOf(command, cwd) ?? [];
  if (first === undefined || others.some((other) => other.join('\0') !== first.join('\0') && !isAlike(first, other))) return [];
  const [program = '', verb = '', ...rest] = first;
  const isMild = mild.get(program)?.test(verb) === true && (rest.length > 0 || others.length > 0);
  return [...(isMild ? [`shell(${program} ${verb}*)`] : []), `shell(${first.map(quoted).join(' ')})`];
}

const isAlike = (one: readonly string[], other: readonly string[]): boolean =>
  one[0] === other[0] && one[1] === other[1] && mild.get(one[0] ?? '')?.test(one[1] ?? '') === true;

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);
