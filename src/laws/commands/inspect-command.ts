/** Law 1, for the user's comfort: what a command line does, told before it runs. Containment is the wall; this gives it words. */
import { clip } from '../../contracts/shorten.ts';
import { visible } from '../../contracts/visible.ts';
import type { Effect } from '../effect.ts';
import { absolutePath } from '../places/posix-path.ts';
import { namesSecretPlace } from '../places/secret-places.ts';
import { type Finding, harms, reads, unknown, type Verdict, worst } from './finding.ts';
import { judgeCommand } from './judge-command.ts';
import { type Part, partsOf } from './line-parts.ts';
import { type Context, changeOf, shown } from './target.ts';

/**
 * `harmless`: it only reads. `creates`: at most it creates, or it changes the workspace, where all is free. `harms`: it may change what existed, or sends
 * something. `unknown`: nobody can tell. The effects are those that its text tells; the reason names the part that decided.
 */
export type Inspection = { readonly verdict: Verdict; readonly effects: readonly Effect[]; readonly reason: string };

const longestReason = 190;

/** The worst of the parts of a line decides. Takes bounded time, throws nothing, and is never `harmless` for what it cannot read to its end. */
export function inspectCommand(command: string, context: Context): Inspection {
  const { parts, isPlain, trouble } = partsOf(command, [absolutePath('/', context.cwd)], context.home);
  if (trouble !== undefined) return told(unknown(trouble), []);
  const findings = parts.flatMap((part) => findingsOn(part, context));
  const decides = worst(findings) ?? unknown('there is no command in it');
  const effects = uniqueEffects(findings);
  return told(decides.verdict === 'harmless' && !isPlain ? unknown('it is more than a list of commands that only read') : decides, effects);
}

/** Why a line cannot be read as a whole: it is too long, too deep, no shell, or has too many commands. Nothing for one that can. */
export const whyUnreadable = (command: string): string | undefined => partsOf(command, undefined, '').trouble;

function findingsOn(part: Part, context: Context): readonly Finding[] {
  const found = findingsIn(part, context);
  return part.via === undefined ? found : found.map((finding) => ({ ...finding, reason: `${finding.reason}, ${part.via}` }));
}

function findingsIn(part: Part, context: Context): readonly Finding[] {
  if (part.kind === 'doubt') return [unknown(part.reason)];
  if (part.kind === 'command') return judgeCommand(part, context);
  const { target, folders, verb } = part;
  const [, host] = /^\/dev\/(?:tcp|udp)\/([^/]*)/.exec(target.literal ?? target.text) ?? [];
  if (host !== undefined) return [harms(`reaches another machine: ${shown(host)}`, [{ change: 'network', host }])];
  if (target.literal === '/dev/null') return [reads];
  if (part.kind === 'write') return [changeOf(target, 'changed', folders, context, verb)];
  const { literal } = target;
  const isSecret = literal === undefined || folders === undefined || folders.some((folder) => namesSecretPlace(literal, folder));
  return [isSecret ? unknown(`reads from ${shown(target.text)}`) : reads];
}

function uniqueEffects(findings: readonly Finding[]): readonly Effect[] {
  const effects = findings.flatMap((finding) => finding.effects);
  return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()];
}

const told = ({ verdict, reason }: Finding, effects: readonly Effect[]): Inspection => ({
  verdict,
  effects,
  reason: clip(visible(reason), longestReason),
});
