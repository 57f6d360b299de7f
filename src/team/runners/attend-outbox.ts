/** Takes the letters of one turn from its outbox while its program runs, one at a time, and answers them. */
import { watch } from 'node:fs';
import { answerLetter, pendingLetters, readLetterFile } from '../letters/outbox.ts';
import type { Post, Reply, Turn } from './runner.ts';

export type AttendedOutbox = {
  /** The result of the letters so far: `done` if the last one ended the turn, `lost` if the claim is lost, otherwise undefined. */
  readonly came: () => 'done' | 'lost' | undefined;
  /** Takes the letters that are still in the outbox, and stops. */
  close(): Promise<void>;
};

/** The polling interval, for systems that do not report changes. */
const lookMs = 500;

/** `onCame` is called once, when a letter ends the turn or the claim is lost. */
export function attendOutbox(
  { root, outbox, turn, post }: { readonly root: string; readonly outbox: string; readonly turn: Turn; readonly post: Post },
  onCame: (came: 'done' | 'lost') => void,
): AttendedOutbox {
  let came: 'done' | 'lost' | undefined;
  let taking: Promise<void> = Promise.resolve();
  let failure: unknown;

  function note(reply: Reply): void {
    const next = reply.ok ? (reply.ends ? 'done' : undefined) : reply.code === 'stale' ? 'lost' : undefined;
    if (next === undefined || came !== undefined) return;
    came = next;
    onCame(next);
  }

  async function take(): Promise<void> {
    for (const pending of pendingLetters(root).filter(({ agent }) => agent === turn.agent)) {
      const reply = came === undefined ? await replyTo(pending) : over;
      answerLetter(pending, reply.ok ? { ok: true } : reply);
      note(reply);
    }
  }

  async function replyTo(pending: Parameters<typeof readLetterFile>[0]): Promise<Reply> {
    const read = readLetterFile(pending);
    if (!read.ok) return { ok: false, code: 'refused', why: read.why };
    const { id, kind, task, body, fencing } = read.letter;
    if (fencing !== turn.fencing)
      return { ok: false, code: 'stale', why: [`the letter has the number ${fencing}, but this claim has the number ${turn.fencing}`] };
    return await post(turn, { id, kind, body, ...(task === undefined ? {} : { task }) });
  }

  const look = () => {
    taking = taking.then(take).catch((error: unknown) => {
      failure ??= error;
    });
  };
  const watcher = watch(outbox, { persistent: false }, (_, name) => name?.endsWith('.json') && look()).on('error', () => {});
  const timer = setInterval(look, lookMs);
  timer.unref();

  return {
    came: () => came,
    async close() {
      watcher.close();
      clearInterval(timer);
      look();
      await taking;
      if (failure !== undefined) throw failure;
    },
  };
}

/** The answer to letters after the turn is over. */
const over: Reply = { ok: false, code: 'refused', why: ['your turn is over: end now'] };
