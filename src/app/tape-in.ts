/** A task that continues in another folder: which folders on this machine replace its own. */
import { resolve } from 'node:path';
import { ArtooError } from '../contracts/errors.ts';
import { type Move, movedTape } from '../effects/moved-tape.ts';
import type { TaskSettings } from '../journal/entry.ts';
import { settingsIn, type Tape } from '../journal/tape.ts';
import { isWithin } from '../laws/places/posix-path.ts';
import { realNow } from '../tools/steady-folders.ts';

/** The tape, with the task's folders replaced by those of this machine if it has moved. */
export function tapeIn(moved: string | undefined, tape: Tape, { workspace }: { readonly workspace: string }): Tape {
  const was = settingsIn(tape);
  return moved === undefined || was === undefined ? tape : movedTape(tape, movesTo({ cwd: realNow(resolve(moved)), workspace }, was));
}

/** A workspace outside the old folder becomes this machine's workspace. Throws `usage` for a task that worked in the root. */
function movesTo(there: { readonly cwd: string; readonly workspace: string }, was: TaskSettings): readonly Move[] {
  const { cwd, real_cwd = cwd, workspace } = was;
  if (cwd === '/' || real_cwd === '/') throw new ArtooError('usage', 'a task that worked in / cannot continue in another folder');
  const folders = [cwd, real_cwd].map((from) => ({ from, to: there.cwd }));
  const moves = isWithin(cwd, workspace) ? folders : [...folders, { from: workspace, to: there.workspace }];
  return moves.filter(({ from, to }) => from !== to);
}
