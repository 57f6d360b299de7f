/** The question about a command that needs approval, and what that approval is bound to. */
import { hash } from 'node:crypto';
import type { FileEffect } from '../../contracts/control.ts';
import { gravityOf, isNear, whyAsked } from '../../laws/asked-effects.ts';
import { inspectCommand } from '../../laws/commands/inspect-command.ts';
import { type Ask, type Deny, mayApply, type OutcomeFacts } from '../../laws/law1-harm.ts';
import { folderRuleFor } from '../../laws/rules/free-folders.ts';
import { folderAt } from '../../laws/rules/path-pattern.ts';
import { readRule } from '../../laws/rules/read-rule.ts';
import type { Change } from '../changes/change.ts';
import { hasSameContent } from '../changes/transaction/ordered-change.ts';
import { textDiff } from '../files/text-diff.ts';
import type { Harm } from '../tool.ts';
import { asFileEffect, type KnownEffect } from './effect-facts.ts';
import { groupsOf } from './effect-groups.ts';
import { contentBefore, judgedContent } from './judged-content.ts';
import { listedEffects } from './listed-effects.ts';
import { metadataDiff } from './metadata-diff.ts';
import { movesAmong } from './moves.ts';

/** A command line, the folder in which it would run, and the rule that would allow it. */
export type Asked = {
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  readonly home: string;
  readonly rule: string | undefined;
};

/** What is known about the command after the run. */
export type ShellOutcome = OutcomeFacts<KnownEffect> & {
  readonly exitCode: number | null;
  /** How many entries the command left in its own temporary folders, which are removed with their contents. */
  readonly lost: number;
};

/** An approval is valid for this command in this folder and, if it is about effects, for exactly these effects. Hosts have hashes of their own. */
export const shellHash = {
  run: ({ command, cwd }: Asked): string => digest('bare', command, cwd),
  network: ({ command, cwd }: Asked): string => digest('network', command, cwd),
  sockets: ({ command, cwd }: Asked): string => digest('sockets', command, cwd),
  background: ({ command, cwd }: Asked): string => digest('background', command, cwd),
  effects: ({ command, cwd }: Asked, effects: readonly KnownEffect[]): string => digest('outcome', command, cwd, ...effects.map(stateOf)),
} as const;

/** Times count only if nothing else changes, because they are different in every run. */
const stateOf = ({ made: { path, stamp, after }, onlyTimes = false }: KnownEffect): string =>
  JSON.stringify([path, stamp, after && { ...after, mtime_ms: onlyTimes ? after.mtime_ms : 0 }]);

const digest = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(['shell', ...parts]));

/** The number of effects that are listed; the rest are only counted. */
const maxShown = 500;

/** The question for a verdict that asks, or the refusal for a verdict that denies. If there is no outcome, the command has not run. */
export async function shellHarm(asked: Asked, verdict: Ask | Deny, outcome?: ShellOutcome): Promise<Harm> {
  const effects = outcome?.effects.map((effect) => ({ ...effect, why: whyAsked(effect, outcome.places) })) ?? [];
  const sorted = [...effects.filter(({ why }) => why !== undefined), ...effects.filter(({ why }) => why === undefined)];
  const moves = await movesAmong(effects);
  const isDenied = verdict.verdict === 'deny';
  const folder = isDenied ? undefined : folderRule(outcome, verdict);
  return {
    action: asked.command,
    effects: await withDiffs(listedEffects(sorted, maxShown), moves),
    more: Math.max(0, sorted.length - maxShown),
    network: verdict.about === 'network',
    reason: isDenied ? verdict.reason : reasonOf(asked, verdict, summary(effects, effects.length > maxShown ? new Map() : moves), outcome),
    hash: shellHash[verdict.about](asked, effects),
    rule: isDenied || !wouldAllow(outcome, verdict) ? null : (asked.rule ?? null),
    ...(folder === undefined ? {} : { folder }),
    ...(isDenied ? { denied: verdict.rule } : {}),
  };
}

/** A rule for the line is offered only if it would have been enough: never if the question is about the network, or about a run without walls. */
const wouldAllow = (outcome: ShellOutcome | undefined, { about }: Ask): boolean =>
  about === 'effects' && outcome?.line !== undefined && isEnough({ ...outcome, line: { ...outcome.line, ruled: { decision: 'allow' } } });

/** The rule for a folder that would have been enough, if all effects are outside the task's folders. */
function folderRule(outcome: ShellOutcome | undefined, { about }: Ask): string | undefined {
  if (outcome === undefined || about !== 'effects') return undefined;
  const { effects, places } = outcome;
  const asked = effects.filter((effect) => whyAsked(effect, places) !== undefined);
  if (asked.some((effect) => isNear(effect, places))) return undefined;
  const rule = folderRuleFor(
    asked.map(({ path, change, isFolder }) => ({ path, isNewFolder: isFolder && change === 'created' })),
    places,
  );
  const read = rule === undefined ? undefined : readRule(rule, places);
  if (read === undefined || 'wrong' in read || read.tool !== 'folder') return undefined;
  return isEnough({ ...outcome, places: { ...places, freed: [...places.freed, folderAt(read.path)] } }) ? rule : undefined;
}

const isEnough = (outcome: OutcomeFacts): boolean => mayApply(outcome).verdict === 'apply';

type ExplainedEffect = KnownEffect & { readonly why: string | undefined };

function reasonOf(asked: Asked, verdict: Ask, effects: string, outcome: ShellOutcome | undefined): string {
  if (verdict.about === 'run') return `${verdict.reason}: ${inspectCommand(asked.command, asked).reason}`;
  const exitCode = verdict.about === 'effects' ? (outcome?.exitCode ?? null) : 0;
  const reasons = [
    effects,
    ...(verdict.about === 'effects' && outcome ? findings(outcome, asked) : []),
    verdict.because === 'effect' ? '' : verdict.reason, // the summary already shows this
    exitCode === 0 ? '' : `it ended with exit code ${exitCode}`,
    outcome === undefined || outcome.lost === 0 ? '' : 'what it left in /tmp, /var/tmp, /run or /dev/shm was removed when it ended',
  ];
  return reasons.filter((reason) => reason !== '').join('; ');
}

/** The gravest reasons that the changes themselves do not show, so that the first line of the question names them. */
function findings({ effects, places }: ShellOutcome, { cwd, home }: Asked): readonly string[] {
  const grave = Map.groupBy(effects, (effect) => gravityOf(effect, places));
  const acts = grave.get('acts') ?? [];
  const gravest = acts.length > 0 ? acts : (grave.get('told') ?? []);
  const byWhy = [...Map.groupBy(gravest, (effect) => whyAsked(effect, places) ?? '')];
  const told = byWhy.slice(0, maxReasons).map(([why, alike]) => {
    const [first = '', ...more] = alike.map(({ path }) => path);
    return `${shortPath(first, cwd, home)}${more.length > 0 ? ` and ${more.length} more` : ''}: ${why}`;
  });
  const rest = byWhy.length > maxReasons ? [`${byWhy.length - maxReasons} more reason${byWhy.length === maxReasons + 1 ? '' : 's'}`] : [];
  return [...told, ...rest, ...(acts.length > 0 ? [noRule] : [])];
}

/** A path as a person would write it. */
function shortPath(path: string, cwd: string, home: string): string {
  if (path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** How many different reasons the first line names. */
const maxReasons = 2;

/** Shown if no rule would have been enough. */
const noRule = 'no rule can allow a command to do that, so you are asked each time';

const verbs = {
  deleted: 'delete',
  moved: 'move',
  changed: 'change',
  metadata: 'change the permissions or timestamps of',
  created: 'create',
} as const;

/** "it would delete 2 files and change 1": what needs approval. Moves are counted as they are in the list, if it is complete. */
function summary(effects: readonly ExplainedEffect[], moves: ReadonlyMap<KnownEffect, string>): string {
  const isFolder = new Map(effects.map((effect) => [effect.path, effect.isFolder]));
  const listed = effects.map((effect) => ({ ...asFileEffect(effect), ...movedFrom(moves.get(effect)), ...whyOf(effect) }));
  const asked = groupsOf(listed).flatMap((group): readonly { readonly kind: keyof typeof verbs; readonly path: string }[] => {
    if (group.kind === 'move') return group.isAsked ? [{ kind: 'moved', path: group.from }] : [];
    const { change, path, why } = group.effect;
    return why === undefined ? [] : [{ kind: change, path }];
  });
  // the keys of an object literal
  const counted = (Object.keys(verbs) as (keyof typeof verbs)[]).flatMap((kind) => {
    const folders = asked.filter((each) => each.kind === kind).map(({ path }) => isFolder.get(path) === true);
    return folders.length === 0 ? [] : [{ text: `${verbs[kind]} ${folders.length}`, folders }];
  });
  const [first, ...others] = counted;
  return first ? `it would ${[`${first.text} ${nounFor(first.folders)}`, ...others.map(({ text }) => text)].join(' and ')}` : '';
}

function nounFor(areFolders: readonly boolean[]): string {
  if (areFolders.includes(true) && areFolders.includes(false)) return 'files and folders';
  return `${areFolders.includes(true) ? 'folder' : 'file'}${areFolders.length === 1 ? '' : 's'}`;
}

const movedFrom = (moved_from: string | undefined) => (moved_from === undefined ? {} : { moved_from });
const whyOf = ({ why }: ExplainedEffect) => (why === undefined ? {} : { why });

const maxDiffed = 40;
const maxDiffBytes = 512 * 1024;

async function withDiffs(effects: readonly ExplainedEffect[], moves: ReadonlyMap<KnownEffect, string>): Promise<readonly FileEffect[]> {
  const moved = new Set(moves.values());
  const shown: FileEffect[] = [];
  let left = maxDiffBytes;
  for (const [at, effect] of effects.entries()) {
    const { why, made } = effect;
    const moved_from = moves.get(effect);
    const isShown = why !== undefined && at < maxDiffed && left > 0 && moved_from === undefined && !moved.has(effect.path);
    const diff = why === undefined ? undefined : ((isShown ? await diffOf(made) : undefined) ?? withoutLines(made));
    left -= diff?.length ?? 0;
    shown.push({
      ...asFileEffect(effect),
      ...movedFrom(moved_from),
      ...whyOf(effect),
      ...(diff === undefined ? {} : { diff }),
    });
  }
  return shown;
}

/** Shown instead of a diff: how the metadata changes, or the sizes. */
const withoutLines = ({ before, after }: Change): string | undefined =>
  before && after && hasSameContent(before, after)
    ? metadataDiff(before, after)
    : after?.kind === 'file' && before?.kind === 'file'
      ? `(${before.size} bytes become ${after.size}; not shown line by line)`
      : undefined;

const maxBytes = 256 * 1024;

/** The diff of a file; undefined if the file is too large or unreadable. Its effect is listed in any case. */
async function diffOf(change: Change): Promise<string | undefined> {
  const { before, after, from } = change;
  if (after?.kind === 'link' && !(before && hasSameContent(before, after)))
    return `${before?.kind === 'link' ? `-→ ${before.target}\n` : ''}+→ ${after.target}`;
  if (before && after && (from === undefined || hasSameContent(before, after))) return undefined;
  const [old, now] = [await contentBefore(change, maxBytes), await judgedContent(change, maxBytes)];
  const isUnknown = (before?.kind === 'file' && old === undefined) || (after?.kind === 'file' && now === undefined);
  return isUnknown || (old === undefined && now === undefined) ? undefined : textDiff(old ?? '', now ?? '');
}
