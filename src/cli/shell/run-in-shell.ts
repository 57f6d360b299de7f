/** One task in the shell, from its start to its end. Loaded with the first task, so that an idle shell stays small. */

import type { Drive } from '../../app/drive/drive.ts';
import type { FinalResult } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { type Continuation, continuationAfter } from '../../history/replay/resume-place.ts';
import { foundLine } from '../../view/audit/found-line.ts';
import { fitted } from '../../view/picture/layout.ts';
import { liveLines } from '../../view/picture/live-lines.ts';
import { createPicture } from '../../view/picture/picture.ts';
import { createPreview } from '../../view/picture/preview.ts';
import type { Line } from '../../view/style/line.ts';
import { findingsInTime } from '../task/findings-in-time.ts';
import { endingOf } from './ending-of.ts';
import { followTask } from './follow-task.ts';
import { createQuestionTurns } from './question-turns.ts';
import { lineOfShellAdvice } from './shell-advice.ts';
import type { ShellDisplay } from './shell-display.ts';

/** What is under way, as lines for a screen of this size. */
export type Live = (now: number, columns: number, rows: number) => readonly Line[];

export type InShell = {
  readonly drive: Drive;
  readonly id: TaskId;
  readonly display: ShellDisplay;
  readonly cwd: string;
  readonly isVerbose: boolean;
  /** The file of its journal. */
  readonly journal: string;
  /** The person has seen entries before this moment. */
  readonly since: number;
  /** Fires when the person stops the task: its questions need no answers any more. */
  readonly stopping: AbortSignal;
  /** Receives the function that shows what is under way. */
  readonly onLive: (live: Live) => void;
};

/** How it ended, and how it can be continued. Rejects with the reason if the task stopped without an end. */
export async function runInShell({
  drive,
  id,
  display,
  cwd,
  isVerbose,
  journal,
  since,
  stopping,
  onLive,
}: InShell): Promise<{ readonly result: FinalResult; readonly continuation: Continuation | undefined }> {
  const over = new AbortController();
  const picture = createPicture({ cwd, verbose: isVerbose });
  const preview = createPreview();
  onLive((now, columns, rows) => liveLines(picture.state, now, columns, rows, preview));
  try {
    const turns = createQuestionTurns();
    const person = await display.person(AbortSignal.any([over.signal, stopping]), turns.signal, picture.aboutOf);
    const { show, isLive, changed } = display;
    const result = await followTask({
      drive,
      id,
      picture,
      since,
      show,
      isLive,
      changed,
      person,
      turns,
      stopping,
      columns: () => display.columns,
    });
    const continuation = await continuationAfter(result, { task_id: id, path: journal });
    const found = result.audited === true ? await findingsInTime(drive.audit.of(id)) : [];
    show(endingOf(result, { picture, cwd, columns: display.columns, continuation, journal: isVerbose ? journal : undefined }));
    show(fitted(foundLine(found), display.columns).map(lineOfShellAdvice));
    return { result, continuation };
  } finally {
    over.abort();
  }
}
