/** The outcome of a command that was tried, as lines for a person and as JSON for a program. Pure. */

import type { Tried } from '../../app/try-command.ts';
import type { FileEffect } from '../../contracts/control.ts';
import { law1Mark } from '../../contracts/text/law-mark.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { clip } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { foldedFolders } from '../../tools/asking/effect-groups.ts';
import { filledFolders } from '../../tools/asking/filled-folders.ts';
import { nearPath, nearPaths } from '../near-paths.ts';
import { counted, listable } from '../pages.ts';
import { shellLine } from '../shell-words.ts';
import { textOf } from '../style/line.ts';
import { contentText, filledText } from '../words/content-text.ts';
import { effectLines } from './harm-lines.ts';

const maxListed = 30;
const maxReasonLength = 600;

/** Why nothing was done, what the command would have done, and the rule, if any, that would allow it, unless the person has just said no. */
export function refusalLines(refused: NonNullable<Tried['refused']>, cwd = ''): readonly string[] {
  const { harm, by, said } = refused;
  const effects = effectLines({ ...harm, tool: 'shell', cwd, effects: harm.effects.map(({ diff: _, ...effect }) => effect) }).map(textOf);
  const shown = listable(effects.length, maxListed);
  return [
    `${isByPerson(by) ? '' : law1Mark}${visible(clip(reasonOf(refused, cwd), maxReasonLength))}`,
    ...effects.slice(0, shown),
    ...(effects.length > shown ? [`  … ${counted(effects.length - shown, 'more line')}`] : []),
    ...(said === undefined ? [] : [`You said: ${visible(clip(said, maxReasonLength))}`]),
    'Nothing was changed.',
    ...(by === 'rule' || isByPerson(by) ? [] : [harm.rule, harm.folder].flatMap(wayOf)),
  ];
}

/** Whether the person was asked, and did not say yes. */
const isByPerson = (by: NonNullable<Tried['refused']>['by']): boolean => by === 'person' || by === 'silence';

const wayOf = (rule: string | null | undefined): readonly string[] =>
  typeof rule === 'string' ? [`To allow it: --allow ${visible(shellLine([rule]))}`] : [];

function reasonOf({ harm, by }: NonNullable<Tried['refused']>, cwd = ''): string {
  const paths = harm.effects.flatMap(({ path, moved_from = path }) => [path, moved_from]);
  const reason = nearPaths(harm.reason, cwd, paths);
  if (by === 'rule') return `not done: the rule ${harm.denied} forbids it`;
  if (by === 'person') return `not done, because you said no: ${reason}`;
  if (by === 'silence') return `not done: it was stopped at the question (${reason})`;
  if (by === 'change') return `not done: it does something different each time it runs (${reason})`;
  return `not done: it needs a yes, and no one is there to give it (${reason})`;
}

/** What changed on disk, and how to undo it if more than new files changed. */
export function changeLines(changed: readonly FileEffect[], id: string, cwd = ''): readonly string[] {
  if (changed.length === 0) return [];
  const near = (path: string): string => visible(nearPath(path, cwd));
  const folded = filledFolders(foldedFolders(changed.map((effect) => ({ kind: 'effect', effect }))), cwd);
  const lines = folded.flatMap((group) => {
    if (group.kind === 'effect') return [`  ${group.effect.change} ${near(group.effect.path)}`];
    if (group.kind === 'filled') return [`  created ${filledText(group, near)}`];
    return group.kind === 'folder' ? [`  deleted ${near(`${group.path}/`)}${contentText(group.entries)}`] : [];
  });
  const shown = listable(lines.length, maxListed);
  return [
    'changed on disk',
    ...lines.slice(0, shown),
    ...(lines.length > shown ? [`  and ${lines.length - shown} more`] : []),
    ...(changed.some(({ change }) => change !== 'created') ? [`To undo it: artoo undo ${shortId(id)}`] : []),
  ];
}

export type TriedFacts = { readonly id: string; readonly code: number; readonly containment: string };

/** One JSON object: all effects by path and change, whether they were applied, and the id that undoes them. */
export function triedJson({ result, refused }: Tried, { id, code, containment }: TriedFacts): object {
  const effects = (refused ? refused.harm.effects : (result.changed ?? [])).map(({ path, change }) => ({ path, change }));
  const applied = !refused && effects.length > 0;
  const { error } = result;
  return {
    exit_code: code,
    refused: refused !== undefined,
    ...(refused ? { reason: `${law1Mark}${reasonOf(refused)}` } : error && { reason: error.message }),
    ...(refused?.said !== undefined && { said: refused.said }),
    ...(refused && refused.harm.rule !== null && refused.by !== 'rule' && { rule: refused.harm.rule }),
    ...(refused?.harm.folder !== undefined && refused.by !== 'rule' && { folder: refused.harm.folder }),
    ...(refused && { more: refused.harm.more, network: refused.harm.network }),
    effects,
    applied,
    output: result.output,
    undo: applied ? id : null,
    containment,
  };
}
