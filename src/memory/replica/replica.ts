/** The copy of a memory that many machines share over a bus: it takes in messages from the bus, and keeps those that are still to be sent. */
import type { StoredMemory } from '../keeper.ts';
import type { Batch } from '../records/batch.ts';
import { allKeys, keys, lastPart } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { capped, merged } from '../records/merge.ts';
import { type News, newsOf, type Position, positionIn, type Queued, queue, queued, unqueue } from './outbox.ts';

/** The content of a message, and its time by the server's clock. */
export type Told = { readonly said: StoredMemory; readonly at: Date };

export type Replica = {
  /** Undefined if the replica has never read a stream. */
  position(): Position | undefined;
  /** Applies messages and the new position in the stream in one batch. The resulting records do not depend on the order or number of repetitions. */
  fold(told: readonly Told[], position: Position): Promise<void>;
  /** Starts to read a different stream: everything in the replica is queued again, because the new stream may not have it. */
  begin(stream: string): Promise<void>;
  /** The next messages to be sent, all of one kind; empty if nothing waits. */
  outbox(limit: number): Promise<readonly Queued[]>;
  /** Removes acknowledged messages, unless something has been added to them in the meantime. */
  sent(all: readonly Queued[]): Promise<void>;
};

/** How many memories are queued in one batch, so that other work gets its turn. */
const atOnce = 256;

export function replicaOf(memory: MemoryStore): Replica {
  const setPosition = (batch: Batch, position: Position) => batch.put(keys.position, JSON.stringify(position));
  return {
    position: () => positionIn(memory.store.get(keys.position)),
    fold: (told, position) =>
      memory.change((batch) => {
        for (const each of told) foldOne(batch, each);
        setPosition(batch, position);
      }),
    async begin(stream) {
      let some: string[] = [];
      const tellSome = () => {
        const ids = some;
        some = [];
        return memory.change((batch) =>
          queue(
            batch,
            ids.flatMap((id) => newsOf(known(batch, id) ?? nothingOf(id))),
          ),
        );
      };
      for (const family of ['m|', 'f|', 'r|']) {
        for await (const key of allKeys(memory.store, family)) {
          some.push(lastPart(key));
          if (some.length >= atOnce) await tellSome();
        }
      }
      await tellSome();
      await memory.changeDurably((batch) => setPosition(batch, { stream, seq: 0 })); // last, so that an interrupted start is repeated from the beginning
    },
    outbox: (limit) => queued(memory, limit),
    sent: (all) =>
      memory.change((batch) => {
        for (const each of all) if (batch.get(each.key) === each.text) batch.deleteKey(each.key);
        queue(batch, all.filter(hasFaded).map(toErase));
      }),
  };
}

/**
 * Whether a message says that a memory has faded. The machine that sends it also removes the content from the bus, which would otherwise keep it for
 * ever.
 */
const hasFaded = ({ kind, said }: News): boolean => kind === 'facts' && said.forgotten?.faded === true;

const toErase = ({ said: { id } }: Pick<News, 'said'>): News => ({ kind: 'erase', said: nothingOf(id) });

const nothingOf = (id: string): StoredMemory => ({ id, megram: null });

/** The memory as far as it has arrived: facts and recalls may arrive before their memory. */
function known(batch: Batch, id: string): StoredMemory | undefined {
  const kept = batch.kept(id);
  const recalled_at = batch.get(keys.recall(id));
  return kept ?? (recalled_at === undefined ? undefined : { id, megram: null, recalled_at });
}

function foldOne(batch: Batch, { said, at }: Told): void {
  const { id } = said;
  const before = known(batch, id);
  const heard = capped(said, at);
  const after = before ? merged(before, heard) : heard;
  batch.update(id, before, after);
  if (said.megram) unqueue(batch, id, ['written']); // the bus has the memory, whichever machine sent it
  if (!after.forgotten?.purged) return void (after.forgotten?.faded && unqueue(batch, id, ['written', 'facts', 'recalled']));
  const hadWords = unqueue(batch, id, ['gone', 'written', 'facts', 'recalled']);
  if (hadWords) batch.setState({ purged: batch.state.purged + 1 }); // the content was on the disk, too
  if (before?.megram || said.megram) queue(batch, [toErase({ said })]);
}
