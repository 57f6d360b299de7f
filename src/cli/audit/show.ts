/** `artoo audit show`: one finding, with the lines of the journal that it rests on. */
import { anomalyTable } from '../../audit/findings/anomalies.ts';
import { findEvent } from '../../audit/reading/period.ts';
import { auditFolder } from '../../audit/record/record-files.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { findTask } from '../../history/tasks/find-task.ts';
import { streamJournal } from '../../journal/stream.ts';
import { type Line, line, span } from '../../view/style/line.ts';
import { exits } from '../command.ts';
import { type AuditCommand, catchUp, tell } from './audit-command.ts';

export async function showEvent(command: AuditCommand): Promise<number> {
  const [wanted = ''] = command.words;
  await catchUp(command);
  const event = findEvent(auditFolder(command.data), wanted);
  if (!event) throw new ArtooError('usage', `there is no finding ${visible(wanted)}; artoo audit --verbose lists them with their ids`);
  const rests = event.task_id === null ? [] : await linesOf(command.data, event.task_id, event.seqs);
  const place = event.task_id === null ? 'in several tasks together' : `in task ${event.task_id}`;
  tell(command, { ...event, lines: rests.map((text) => JSON.parse(text)) }, (columns = 100): readonly Line[] => [
    line(visible(event.detail), 'strong'),
    line(`${anomalyTable[event.anomaly].title}, ${place}, ${event.ts}; ${event.from} → ${event.to}, ${event.type}`, 'muted'),
    ...(rests.length === 0 ? [] : [[], line('It rests on')]),
    ...rests.map((text) => [span(`  ${visible(text).slice(0, Math.max(40, columns - 2))}`, 'code')]),
    ...(event.task_id === null ? [] : [[], line(`artoo log ${event.task_id} tells the whole task.`)]),
  ]);
  return exits.ok;
}

/** The lines of a journal, as far as they are there. */
async function linesOf(data: string, task_id: string, seqs: readonly number[]): Promise<readonly string[]> {
  const wanted = new Set(seqs);
  const found: string[] = [];
  try {
    const { path } = await findTask(data, task_id);
    for await (const each of streamJournal(path)) if ('entry' in each && wanted.has(each.entry.seq)) found.push(each.text);
  } catch (error) {
    if (!(error instanceof ArtooError)) throw error; // a journal that was removed or damaged has no more to show
  }
  return found;
}
