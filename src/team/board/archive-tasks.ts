/** The tasks that have left the board, in `.liza/archive/<sprint>.yaml`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import { type Board, Task } from './board.ts';
import { replaceFile } from './replace-file.ts';
import { layout, yamlOptions } from './text/yaml-options.ts';

const Archive = z.looseObject({ tasks: z.array(Task) });

/**
 * Archives the tasks that are on the first board and not on the second, next to those already archived for the sprint. This happens before the board
 * is written, so that a crash in between leaves them in both places, where the next attempt finds them.
 */
export function archiveTasks(folder: string, before: Board, after: Board): void {
  const left = new Set(after.tasks.map(({ id }) => id));
  const gone = before.tasks.filter(({ id }) => !left.has(id));
  if (gone.length === 0) return;
  const path = archiveOf(folder, before.sprint.id);
  mkdirSync(join(folder, 'archive'), { recursive: true });
  removeDrafts(join(folder, 'archive'));
  const ids = new Set(gone.map(({ id }) => id));
  const earlier = archivedIn(path).filter(({ id }) => !ids.has(id));
  const { id: sprint, goal_ref, timeline, metrics, retrospective } = before.sprint;
  const summary = { id: sprint, goal_ref, timeline, metrics, retrospective };
  replaceFile(path, stringify({ sprint: summary, tasks: [...earlier, ...gone] }, { ...yamlOptions, ...layout }));
}

/** Removes drafts. Only the holder of the board's lock writes drafts, so any that exist were left by a crash. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith('.draft')) rmSync(join(folder, name), { force: true });
}

/** The archive file of a sprint. The person may choose its name, so characters that a file name cannot contain are replaced. */
const archiveOf = (folder: string, sprint: string | null | undefined): string =>
  join(folder, 'archive', `${(sprint || 'sprint').replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)}.yaml`);

function archivedIn(path: string): readonly Task[] {
  if (!existsSync(path)) return [];
  try {
    return Archive.parse(parse(readFileSync(path, 'utf8'), yamlOptions)).tasks;
  } catch (cause) {
    throw new ArtooError('board_unwritable', `${path} is not an archive of tasks, so it is not overwritten: move it away`, { cause });
  }
}
