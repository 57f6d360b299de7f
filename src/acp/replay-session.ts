/** Sends the messages of a session, from the journals of its tasks, to an editor that opens the session again. */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Drive } from '../app/drive/drive.ts';
import { readSoFar } from '../app/drive/read-so-far.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { Exchange } from '../history/sessions/exchange.ts';
import type { Entry } from '../journal/entry.ts';
import { fromAgent, fromPerson, thought } from './protocol-text.ts';
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

/** Reads a task from its journal or, if that is gone, from what the session kept. Only the end of a very long task is sent. */
async function replayExchange(drive: Pick<Drive, 'entries'>, { task, input, output }: Exchange, { signal, tell }: Told): Promise<void> {
  const updates = createTaskUpdates({ isReplay: true });
  const last = lastOf<SessionUpdate>(maxTold);
  const see = async (entry: Entry): Promise<void> => last.add(updates.see(entry));
  if (task !== undefined) await readSoFar(drive, task, { signal, see }).catch(() => {}); // `artoo log` says what is wrong with the journal
  const { kept, left } = last.all();
  if (left > 0 || kept.length === 0) await tell(fromPerson(input));
  if (left > 0) await tell(thought(`The first ${left} steps are left out; \`artoo log ${task}\` shows them.\n\n`));
  for (const update of left > 0 ? withoutTorn(kept) : kept) await tell(update);
  if (kept.length === 0 && output !== undefined) await tell(fromAgent(output));
}

/** The smallest number of steps that an editor gets of a longer task; the largest is twice that. */
const maxTold = 1_000;

/** Keeps the newest items, at least `least` and at most twice as many, and counts the others. */
function lastOf<Item>(least: number): {
  add(items: readonly Item[]): void;
  all(): { readonly kept: readonly Item[]; readonly left: number };
} {
  const kept: Item[] = [];
  let left = 0;
  return {
    add(items) {
      kept.push(...items);
      if (kept.length > 2 * least) left += kept.splice(0, kept.length - least).length;
    },
    all: () => ({ kept, left }),
  };
}

/** The updates without those of calls whose beginnings were left out. */
function withoutTorn(updates: readonly SessionUpdate[]): readonly SessionUpdate[] {
  const begun = new Set<string>();
  return updates.filter((update) => {
    if (update.sessionUpdate === 'tool_call') begun.add(update.toolCallId);
    return update.sessionUpdate !== 'tool_call_update' || begun.has(update.toolCallId);
  });
}
