/** The line between one task and its memory: asks what is to be asked, hands over what is to be kept. Nothing passes while a tape is followed. */
import type { MessageId } from '../contracts/ids.ts';
import { MemoryRecall } from '../contracts/memory.ts';
import type { MessageOf } from '../contracts/messages.ts';
import type { MessageEntry } from '../journal/entry.ts';
import { nothingRecalled, type TaskMemory } from '../roles/r5-memory/task-memory.ts';
import type { Log } from './log.ts';

export type MemoryLineOptions = {
  readonly memory: TaskMemory;
  readonly log: Log;
  /** From which entry on the task's own begin: those before are another task's, which hands them over itself. */
  readonly ownFrom: number;
  /** How long memory may take to answer. */
  readonly recallMs: number;
  /** How long what was handed over may take to be durable when the task ends. */
  readonly graceMs: number;
  /** Something was appended, or has settled. */
  readonly onChange: () => void;
  /** What memory said could not be appended. */
  readonly onUnwritable: (error: unknown) => void;
};

type Query = Pick<MessageOf<'MemoryQuery'>, 'id' | 'payload'>;

export class MemoryLine {
  readonly #options: MemoryLineOptions;
  /** What the tape brought, in case it was not answered or the process died before it was durable. */
  readonly #held = new Map<MessageId, MessageEntry>();
  readonly #asked = new Map<MessageId, NodeJS.Timeout>();
  /** What R7 was told and R2 not yet. */
  #halfTold: MemoryRecall | undefined;
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

  /** A message to R5 was delivered. From a tape it is kept until that is used up. */
  take(message: MessageEntry): void {
    if (this.#options.log.isFromTape(message)) this.#held.set(message.id, message);
    else this.#pass(message);
  }

  /** A message from R5 was delivered. */
  onReply({ to, type, payload, reply_to }: MessageEntry): void {
    if (type !== 'MemoryRecall') return;
    this.#halfTold = to === 'R7' ? payload : undefined;
    if (reply_to !== undefined) this.#held.delete(reply_to);
  }

  /** The tape is used up: what it left open is asked, and what it says is handed over once more. False when there was nothing. */
  wake(): boolean {
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const message of held) this.#pass(message);
    return held.length > 0;
  }

  /** The task asks nothing more, and takes no answer any more. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#asked.values()) clearTimeout(timer);
    this.#asked.clear();
    clearTimeout(this.#grace);
  }

  /** Whether all that was handed over is durable or refused, or had its time; the first to ask begins to wait for it. */
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
    const known = this.#halfTold;
    this.#halfTold = undefined;
    if (known) return this.#reply(id, known);
    const { memory, recallMs, onUnwritable } = this.#options;
    const late = Promise.withResolvers<MemoryRecall>();
    this.#asked.set(id, setTimeout(late.resolve, recallMs, nothingRecalled(`it did not answer within ${recallMs} ms`)));
    Promise.race([recallFrom(memory, payload), late.promise])
      .then((recall) => this.#answer(id, recall))
      .catch(onUnwritable);
  }

  /** The first answer counts. R7 hears it before R2 acts on it: a process that dies between the two leaves the question open, and the answer known. */
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

/** What memory says, as far as it can be read. A memory that fails is one that could not be asked. */
async function recallFrom(memory: TaskMemory, query: Query['payload']): Promise<MemoryRecall> {
  try {
    const parsed = MemoryRecall.safeParse(await memory.recall(query));
    return parsed.success ? parsed.data : nothingRecalled('what it answered cannot be read');
  } catch (error) {
    return nothingRecalled(`it failed: ${error instanceof Error ? error.message : error}`);
  }
}
