/** The line between one task and its memory: asks for recalls and hands over new memories. Nothing passes while a tape is followed. */

import type { MessageId } from '../../contracts/ids.ts';
import { MemoryRecall } from '../../contracts/memory.ts';
import type { MessageOf } from '../../contracts/messages.ts';
import { quickReader } from '../../contracts/shapes/canonical.ts';
import type { MessageEntry } from '../../journal/entry.ts';
import { nothingRecalled, type TaskMemory } from '../../roles/r5-memory/task-memory.ts';
import type { Log } from '../log.ts';

export type MemoryLineOptions = {
  readonly memory: TaskMemory;
  readonly log: Log;
  /** The first entry of the task itself: earlier entries belong to another task, which hands over its memories itself. */
  readonly ownFrom: number;
  /** How long memory may take to answer. */
  readonly recallMs: number;
  /** How long memories may take to become durable when the task ends. */
  readonly graceMs: number;
  /** Something was appended, or has settled. */
  readonly onChange: () => void;
  /** Memory's answer could not be appended. */
  readonly onUnwritable: (error: unknown) => void;
};

type Query = Pick<MessageOf<'MemoryQuery'>, 'id' | 'payload'>;

export class MemoryLine {
  readonly #options: MemoryLineOptions;
  /** Messages from the tape, in case they were not answered, or did not become durable. */
  readonly #held = new Map<MessageId, MessageEntry>();
  readonly #asked = new Map<MessageId, NodeJS.Timeout>();
  /** A recall that R7 has received but R2 has not. */
  #forR7Only: MemoryRecall | undefined;
  #isClosed = false;
  #grace: NodeJS.Timeout | undefined;
  #settling: 'nothing' | 'handed over' | 'waiting' | 'settled' = 'nothing';

  constructor(options: MemoryLineOptions) {
    this.#options = options;
  }

  /** Whether memory is being asked. */
  get isAsked(): boolean {
    return this.#asked.size > 0;
  }

  /** A message to R5 was delivered. One from a tape is held until the tape is used up. */
  take(message: MessageEntry): void {
    if (this.#options.log.isFromTape(message)) this.#held.set(message.id, message);
    else this.#pass(message);
  }

  /** A message from R5 was delivered. */
  onReply({ to, type, payload, reply_to }: MessageEntry): void {
    if (type !== 'MemoryRecall') return;
    this.#forR7Only = to === 'R7' ? payload : undefined;
    if (reply_to !== undefined) this.#held.delete(reply_to);
  }

  /** The tape is used up: open questions are asked, and memories handed over once more. False if there was nothing to do. */
  wake(): boolean {
    if (this.#held.size === 0) return false;
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const message of held) this.#pass(message);
    return true;
  }

  /** From now on nothing is asked, and answers are ignored. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#asked.values()) clearTimeout(timer);
    this.#asked.clear();
    clearTimeout(this.#grace);
  }

  /** Whether everything handed over is durable, refused or out of time; the first call starts the wait. */
  settle(): boolean {
    if (this.#settling === 'handed over') {
      this.#settling = 'waiting';
      const { memory, graceMs, onChange } = this.#options;
      const settled = () => {
        clearTimeout(this.#grace);
        this.#settling = 'settled';
        onChange();
      };
      this.#grace = setTimeout(settled, graceMs);
      memory.settled().then(settled, settled);
    }
    return this.#settling !== 'waiting';
  }

  #pass(message: MessageEntry): void {
    const { id, seq, ts, type, payload } = message;
    if (type === 'MemoryQuery') return this.#ask({ id, payload });
    if (seq < this.#options.ownFrom) return;
    const { memory } = this.#options;
    this.#settling = 'handed over';
    if (type === 'Megram') memory.write(payload);
    if (type === 'Remember') memory.remember({ id, content: payload.content, created_at: ts });
    if (type === 'Forget') memory.forget(payload);
  }

  #ask({ id, payload }: Query): void {
    if (this.#isClosed) return;
    const known = this.#forR7Only;
    this.#forR7Only = undefined;
    if (known) return this.#reply(id, known);
    const { memory, recallMs, onUnwritable } = this.#options;
    const late = Promise.withResolvers<MemoryRecall>();
    this.#asked.set(id, setTimeout(late.resolve, recallMs, nothingRecalled(`it did not answer within ${recallMs} ms`)));
    Promise.race([recallFrom(memory, payload), late.promise])
      .then((recall) => this.#answer(id, recall))
      .catch(onUnwritable);
  }

  /**
   * Only the first answer counts. R7 gets it before R2 can act on it: if the process dies in between, the question is still open, but its answer is
   * known.
   */
  #answer(id: MessageId, recall: MemoryRecall): void {
    if (!this.#asked.has(id)) return;
    clearTimeout(this.#asked.get(id));
    this.#asked.delete(id);
    this.#options.log.give({ kind: 'message', from: 'R5', to: 'R7', type: 'MemoryRecall', payload: recall });
    this.#reply(id, recall);
  }

  #reply(reply_to: MessageId, payload: MemoryRecall): void {
    const { log, onChange } = this.#options;
    log.give({ kind: 'message', from: 'R5', to: 'R2', type: 'MemoryRecall', payload, reply_to });
    onChange();
  }
}

/** The recall; if memory fails, or its answer cannot be read, an empty one with the reason. */
async function recallFrom(memory: TaskMemory, query: Query['payload']): Promise<MemoryRecall> {
  try {
    return readRecall(await memory.recall(query)) ?? nothingRecalled('its answer cannot be read');
  } catch (error) {
    return nothingRecalled(`it failed: ${error instanceof Error ? error.message : error}`);
  }
}

const readRecall = quickReader(MemoryRecall);
