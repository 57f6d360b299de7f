/** What an undo would do, what prevents it, and what can be undone, as lines for a person. Pure. */
import type { TaskChanges } from '../../app/undo.ts';
import type { FileEffect } from '../../contracts/control.ts';
import { shortId, withShortIds } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { groupsOf } from '../../tools/asking/effect-groups.ts';
import { pairMoves, type Seen } from '../../tools/asking/pair-moves.ts';
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
  const [removed, restored] = [steps.filter(({ back }) => back === null), steps.filter(({ now }) => now === null)];
  const sides = [removed, restored].map((side) => Map.groupBy(side, ({ path }) => nameOf(path)));
  const isOnly = (name: string): boolean => sides.every((side) => side.get(name)?.length === 1);
  const seen = (path: string, entry: UndoStep['now']): Seen => ({ path, content: contentOf(path, entry, isOnly) });
  const moves = pairMoves(
    removed.map(({ path, now }) => seen(path, now)),
    restored.map(({ path, back }) => seen(path, back)),
  );
  return steps.map((step) => ({ path: step.path, change: changes[doingOf(step)], moved_from: moves.get(step.path) }));
}

const changes = { removes: 'deleted', 'puts back': 'created', restores: 'changed' } as const;
const verbs = { deleted: 'removes', created: 'puts back', changed: 'restores', metadata: 'restores' } as const;

/** All empty files are alike, so an empty file is shown as moved only if its name tells which one it is. */
function contentOf(path: string, entry: UndoStep['now'], isOnly: (name: string) => boolean): string {
  if (entry?.kind !== 'file') return '';
  if (entry.size > 0) return entry.hash;
  return isOnly(nameOf(path)) ? `empty ${nameOf(path)}` : '';
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

type Row = ReturnType<typeof groupsOf>[number];
type GoneRow = Extract<Row, { kind: 'effect' }>;
const isGone = (row: Row): row is GoneRow => row.kind === 'effect' && row.effect.change === 'deleted';

/** What is removed comes last, and the content of a folder before the folder. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  const gone = rows.filter(isGone);
  const key = ({ effect }: GoneRow): string => `${effect.path}/\uffff`; // sorts after everything below the path
  return [...rows.filter((row) => !isGone(row)), ...gone.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))];
}

/** The calls, then every path, relative to `cwd` if it is below that. `about`: the goal of the task and when it ran, if known. */
export function planLines({ id, titles, steps }: Pick<UndoPlan, 'id' | 'titles' | 'steps'>, cwd = '', about = ''): readonly string[] {
  const [paths, rows] = [steps.map(({ path }) => path), inOrder(groupsOf(effectsOf(steps)))];
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

/** `write_file a.txt` in words, and ids as people see them; a command line is its own title. */
function titleSaid(title: string): string {
  const [, tool, target] = /^(write_file|edit_file) (.+)$/s.exec(title) ?? [];
  if (tool === undefined || target === undefined) return title.startsWith('undo of ') ? withShortIds(title) : title;
  return callSaid(tool, target, true);
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

/** Two rows per task: its id, age and changes; then its goal or, if that is not known, its calls. */
export function undoableRows({ id, time, titles, counts, undone }: TaskChanges, now: number, goal?: string): readonly string[] {
  const kinds = Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
  const [title = ''] = titles;
  const more = titles.length > 1 ? ` and ${counted(titles.length - 1, 'more call')}` : '';
  return [
    `${shortId(id)}  ${ago(now - Date.parse(time)).padEnd(12)}  ${kinds.join(', ')}${undone ? '  (undone)' : ''}`,
    goal === undefined ? `  ${visible(oneLine(titleSaid(title), 60))}${more}` : `  ${visible(oneLine(goal, 76))}`,
  ];
}
