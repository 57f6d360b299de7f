/** What an undo would do, what prevents it, and what can be undone, as lines for a person. Pure. */
import type { TaskChanges } from '../../app/undo.ts';
import type { FileEffect } from '../../contracts/control.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { groupsOf } from '../../tools/asking/effect-groups.ts';
import { pairMoves } from '../../tools/asking/pair-moves.ts';
import type { ChangeStore } from '../../tools/changes/change-store.ts';
import { nearPath, nearPaths } from '../near-paths.ts';
import { counted, listable } from '../pages.ts';
import { ago } from '../spans.ts';
import { callSaid } from '../words/call-words.ts';

export type UndoPlan = NonNullable<Awaited<ReturnType<ChangeStore['planUndo']>>>;
type UndoStep = UndoPlan['steps'][number];

/** What an undo does to one path. */
export function doingOf({ now, back }: Pick<UndoStep, 'now' | 'back'>): 'removes' | 'puts back' | 'restores' {
  if (back === null) return 'removes';
  return now === null ? 'puts back' : 'restores';
}

/** What an undo does, as effects: what it removes is deleted, what it puts back is created. */
function effectsOf(steps: readonly UndoStep[]): readonly FileEffect[] {
  const gone = steps.filter(({ back }) => back === null).map(({ path, now }) => ({ path, content: contentOf(now) }));
  const come = steps.filter(({ now }) => now === null).map(({ path, back }) => ({ path, content: contentOf(back) }));
  const moves = pairMoves(gone, come);
  return steps.map((step) => ({ path: step.path, change: changes[doingOf(step)], moved_from: moves.get(step.path) }));
}

const changes = { removes: 'deleted', 'puts back': 'created', restores: 'changed' } as const;
const verbs = { deleted: 'removes', created: 'puts back', changed: 'restores', metadata: 'restores' } as const;

/** All empty files are alike, so an empty file is not shown as moved. */
const contentOf = (entry: UndoStep['now']): string => (entry?.kind === 'file' && entry.size > 0 ? entry.hash : '');

/** The calls, then every path, relative to `cwd` if it is below that. `about`: the goal of the task and when it ran, if known. */
export function planLines({ id, titles, steps }: Pick<UndoPlan, 'id' | 'titles' | 'steps'>, cwd = '', about = ''): readonly string[] {
  const [paths, rows] = [steps.map(({ path }) => path), groupsOf(effectsOf(steps))];
  const near = (path: string): string => visible(nearPath(path, cwd));
  const shown = listable(titles.length, maxTitles);
  return [
    `This undoes what ${shortId(id)} did${about === '' ? '' : ` (${about})`}:`,
    ...titles.slice(0, shown).map((title) => `  ${visible(oneLine(nearPaths(titleSaid(title), cwd, paths), 100))}`),
    ...(titles.length > shown ? [`  and ${counted(titles.length - shown, 'more call')}`] : []),
    `It makes ${counted(rows.length, 'change')}:`,
    ...rows.map((row) =>
      row.kind === 'move' ? `  moves ${near(row.from)} back to ${near(row.to)}` : `  ${verbs[row.effect.change]} ${near(row.effect.path)}`,
    ),
  ];
}

const maxTitles = 5;

/** `write_file a.txt` in words; a command line is its own title. */
function titleSaid(title: string): string {
  const [, tool, target] = /^(write_file|edit_file) (.+)$/s.exec(title) ?? [];
  return tool === undefined || target === undefined ? title : callSaid(tool, target, true);
}

/** Why nothing was undone. */
export const conflictLines = ({ id, conflicts }: Pick<UndoPlan, 'id' | 'conflicts'>, cwd = ''): readonly string[] => [
  `Nothing was undone, because not all changes of ${shortId(id)} can be undone:`,
  ...conflicts.map(({ path, why }) => `  ${visible(nearPath(path, cwd))} ${obstacles[why]}`),
];

const obstacles = {
  'changed since': 'has changed since',
  'made since': 'was made since',
  'its folder is gone': 'cannot be put back: its folder is gone',
  'not kept': 'cannot be put back: its previous content is no longer kept',
} as const satisfies Record<UndoPlan['conflicts'][number]['why'], string>;

/** Two rows per task: its id, age and changes; then its calls. */
export function undoableRows({ id, time, titles, counts, undone }: TaskChanges, now: number): readonly string[] {
  const kinds = Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
  const [title = ''] = titles;
  const more = titles.length > 1 ? ` and ${counted(titles.length - 1, 'more call')}` : '';
  return [
    `${shortId(id)}  ${ago(now - Date.parse(time)).padEnd(12)}  ${kinds.join(', ')}${undone ? '  (undone)' : ''}`,
    `  ${visible(oneLine(titleSaid(title), 60))}${more}`,
  ];
}
