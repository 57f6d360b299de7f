/** One task in the shell, from its start to its end. Loaded with the first task, so that an idle shell stays small. */

import type { Drive } from '../../app/drive/drive.ts';
import type { FinalResult } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { type WayOn, wayOnAfter } from '../../history/replay/resume-place.ts';
import { foundLine } from '../../view/audit/found-line.ts';
import { fitted } from '../../view/picture/layout.ts';
import { liveLines } from '../../view/picture/live-lines.ts';
import { createPicture } from '../../view/picture/picture.ts';
import { createPreview } from '../../view/picture/preview.ts';
import type { Line } from '../../view/style/line.ts';
import { foundSoon } from '../task/found-soon.ts';
import { endingOf } from './ending-of.ts';
import type { Face } from './face.ts';
import { followTask } from './follow-task.ts';
import { lineTypedHere } from './typed-here.ts';

/** What is under way, as lines for a screen of this size. */
export type Live = (now: number, columns: number, rows: number) => readonly Line[];

export type InShell = {
  readonly drive: Drive;
  readonly id: TaskId;
  readonly face: Face;
  readonly cwd: string;
  readonly isVerbose: boolean;
  /** The file of its journal. */
  readonly journal: string;
  /** The person has seen entries before this moment. */
  readonly since: number;
  /** Receives the function that shows what is under way. */
  readonly onLive: (live: Live) => void;
};

/** How it ended, and how it can be continued. Rejects with why the task stopped without an end. */
export async function runInShell({
  drive,
  id,
  face,
  cwd,
  isVerbose,
  journal,
  since,
  onLive,
}: InShell): Promise<{ readonly result: FinalResult; readonly wayOn: WayOn | undefined }> {
  const over = new AbortController();
  const picture = createPicture({ cwd, verbose: isVerbose });
  const preview = createPreview();
  onLive((now, columns, rows) => liveLines(picture.state, now, columns, rows, preview));
  try {
    const person = await face.person(over.signal);
    const { show, isLive, changed } = face;
    const result = await followTask({ drive, id, picture, since, show, isLive, changed, person, columns: () => face.columns });
    const wayOn = await wayOnAfter(result, { task_id: id, path: journal });
    const found = result.audited === true ? await foundSoon(drive.audit.of(id)) : [];
    show(endingOf(result, { picture, cwd, columns: face.columns, wayOn, journal: isVerbose ? journal : undefined }));
    show(fitted(foundLine(found), face.columns).map(lineTypedHere));
    return { result, wayOn };
  } finally {
    over.abort();
  }
}
