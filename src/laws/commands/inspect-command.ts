/** What a command line does, described before it runs. Containment enforces Law 1; this is only an explanation. */
import { clip } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Effect } from '../effect.ts';
import { absolutePath } from '../places/posix-path.ts';
import { namesSecretPlace } from '../places/secret-places.ts';
import { commandFindings } from './command-findings.ts';
import { type Finding, harms, reads, unknown, type Verdict, worst } from './finding.ts';
import { type Part, partsOf } from './line/line-parts.ts';
import { type Context, changeOf, shown } from './target.ts';

/**
 * `harmless`: it only reads. `creates`: at most, it creates something or changes the workspace, where everything is free. `harms`: it may change
 * existing files, or send something. `unknown`: its effects cannot be known. `effects` lists what the text shows; the reason names the part that
 * decided.
 */
export type Inspection = { readonly verdict: Verdict; readonly effects: readonly Effect[]; readonly reason: string };

const maxReasonLength = 190;

/** The most severe part of a line decides. Takes bounded time, never throws, and never calls a line `harmless` unless all of it could be read. */
export function inspectCommand(command: string, context: Context): Inspection {
  const { parts, isPlain, trouble } = partsOf(command, [absolutePath('/', context.cwd)], context.home);
  if (trouble !== undefined) return inspection(unknown(trouble), []);
  const findings = parts.flatMap((part) => findingsOn(part, context));
  const decides = worst(findings) ?? unknown('there is no command in it');
  const effects = uniqueEffects(findings);
  return inspection(
    decides.verdict === 'harmless' && !isPlain ? unknown('it is more than a list of commands that only read') : decides,
    effects,
  );
}

/** Why a line cannot be read as a whole: it is too long, nested too deeply, not shell, or has too many commands. */
export const whyUnreadable = (command: string): string | undefined => partsOf(command, undefined, '').trouble;

function findingsOn(part: Part, context: Context): readonly Finding[] {
  const found = findingsIn(part, context);
  return part.via === undefined ? found : found.map((finding) => ({ ...finding, reason: `${finding.reason}, ${part.via}` }));
}

function findingsIn(part: Part, context: Context): readonly Finding[] {
  if (part.kind === 'doubt') return [unknown(part.reason)];
  if (part.kind === 'command') return commandFindings(part, context);
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

const inspection = ({ verdict, reason }: Finding, effects: readonly Effect[]): Inspection => ({
  verdict,
  effects,
  reason: clip(visible(reason), maxReasonLength),
});
