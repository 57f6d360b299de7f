/** Before anything is changed: finishes or undoes what a killed process left half done, and reports it. */
import { shortId } from '../../contracts/text/short-ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { ChangeStore } from '../../tools/changes/change-store.ts';
import type { Terminal } from '../command.ts';

type Recovered = Awaited<ReturnType<ChangeStore['recover']>>[number];

export async function recoverFirst(changes: Pick<ChangeStore, 'recover'>, { note }: Terminal, signal: AbortSignal): Promise<void> {
  for (const recovered of await changes.recover(signal)) for (const line of recoveredLines(recovered)) note(line);
}

/** What was found, whether it was finished or undone, and which paths could be neither. */
export function recoveredLines({ task_id, title, outcome, left, kept }: Recovered): readonly string[] {
  const what = `artoo: an earlier run stopped while it was changing files (${visible(title)})`;
  return [
    outcome === 'finished' ? `${what}: it has been completed; artoo undo ${shortId(task_id)} undoes it` : `${what}: it has been undone`,
    ...left.map((path) => `  not undone, because it has changed since or cannot be reached: ${visible(path)}`),
    ...(kept === undefined ? [] : [`  the previous content is kept in ${visible(kept)}`]),
  ];
}
