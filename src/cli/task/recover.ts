/** Before anything else is changed: what a process that died left half done is finished or taken back, and the person is told. */
import { visible } from '../../contracts/visible.ts';
import type { ChangeStore } from '../../tools/changes/change-store.ts';
import type { Terminal } from '../command.ts';

type Recovered = Awaited<ReturnType<ChangeStore['recover']>>[number];

export async function recoverFirst(changes: Pick<ChangeStore, 'recover'>, { note }: Terminal, signal: AbortSignal): Promise<void> {
  for (const recovered of await changes.recover(signal)) for (const line of recoveredLines(recovered)) note(line);
}

/** What was found, what became of it, and what stays as it is because somebody changed it since. */
export function recoveredLines({ task_id, title, outcome, left, kept }: Recovered): readonly string[] {
  const what = `artoo: an earlier run stopped while it was changing files (${visible(title)})`;
  return [
    outcome === 'finished' ? `${what}: it has been completed; artoo undo ${task_id} undoes it` : `${what}: it has been undone`,
    ...left.map((path) => `  not undone, because it was changed since or cannot be reached: ${visible(path)}`),
    ...(kept === undefined ? [] : [`  the previous content is kept in ${visible(kept)}`]),
  ];
}
