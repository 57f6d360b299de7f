/** What a task that is not followed here has done so far: a task that has ended, was stopped, or runs in another process. */
import type { Drive } from '../app/drive/drive.ts';
import { readSoFar } from '../app/drive/read-so-far.ts';
import { asArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import { fitted } from '../view/picture/layout.ts';
import { createPicture } from '../view/picture/picture.ts';
import { textOf } from '../view/style/line.ts';
import { createRefusals } from './refusals.ts';
import { reportOf } from './task-report.ts';
import type { LogOutput } from './tool-shapes.ts';

export async function readLog(drive: Drive, id: TaskId, lines: number, signal: AbortSignal): Promise<Pick<LogOutput, 'task' | 'log'>> {
  const picture = createPicture();
  const refusals = createRefusals();
  const said: string[] = [];
  const isOver = await readSoFar(drive, id, {
    signal,
    see(entry) {
      refusals.see(entry);
      said.push(...fitted(picture.see(entry), undefined).map(textOf));
      said.splice(0, said.length - lines);
    },
  });
  const rest = isOver
    ? await drive.result(id).then(
        (result) => ({ result }),
        (thrown: unknown) => ({ error: asArtooError(thrown, 'stopped') }),
      )
    : undefined;
  return { task: reportOf({ task_id: id, rest, open: [], refused: refusals.all() }), log: said };
}
