/** Sends what was said in a session to an editor that opens it again, from the journals of its tasks. */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Drive } from '../app/drive/drive.ts';
import { readSoFar } from '../app/drive/read-so-far.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { Exchange } from '../history/sessions/exchange.ts';
import type { Entry } from '../journal/entry.ts';
import { fromAgent, fromPerson } from './protocol-text.ts';
import { createTaskUpdates } from './task-updates.ts';

type Told = { readonly signal: AbortSignal; readonly tell: (update: SessionUpdate) => Promise<void> };

/** Resolves with the last task of the session and whether it has ended; undefined if the session is unknown. */
export async function replaySession(
  drive: Pick<Drive, 'entries' | 'exchanges'>,
  session: string,
  told: Told,
): Promise<{ readonly last: TaskId | undefined; readonly hasEnded: boolean } | undefined> {
  const exchanges = await drive.exchanges(session);
  for (const exchange of exchanges) await replayExchange(drive, exchange, told);
  const last = exchanges.at(-1);
  return last && { last: last.task, hasEnded: last.output !== undefined };
}

/** From the journal; if that is gone, from what the session kept of it. */
async function replayExchange(drive: Pick<Drive, 'entries'>, { task, input, output }: Exchange, { signal, tell }: Told): Promise<void> {
  let isTold = false;
  const updates = createTaskUpdates({ isReplay: true });
  async function see(entry: Entry): Promise<void> {
    for (const update of updates.see(entry)) {
      isTold = true;
      await tell(update);
    }
  }
  if (task !== undefined) await readSoFar(drive, task, { signal, see }).catch(() => {}); // `artoo log` says what is wrong with the journal
  if (isTold) return;
  await tell(fromPerson(input));
  if (output !== undefined) await tell(fromAgent(output));
}
