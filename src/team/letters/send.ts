/** The agent's side of the outbox: leaves a letter, and waits for its answer. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError } from '../../contracts/errors.ts';
import { type LetterKind, readLetter } from './letter.ts';
import { isLetterName, placeFile, Reply, replyNameOf } from './outbox.ts';

export type Sent = {
  readonly kind: LetterKind;
  readonly fencing: number;
  readonly task?: string | undefined;
  readonly body: unknown;
};

type Sending = { readonly outbox: string; readonly signal: AbortSignal; readonly now?: () => Date; readonly limitMs?: number };

/** How long to wait for an answer: a submission waits for tests, which may take this long. */
const waitMs = 30 * 60_000;
const lookMs = 500;

/**
 * The answer to a letter. A letter that does not have the form of its kind is refused immediately. If the same letter is still waiting, or its answer
 * has not been fetched, it is not sent again, so that an interrupted call can be repeated. Throws `letter_unanswered` and `cancelled`; the letter
 * stays where it is.
 */
export async function sendLetter(sent: Sent, { outbox, signal, now = () => new Date(), limitMs = waitMs }: Sending): Promise<Reply> {
  const formed = readLetter({ ...sent, id: 'new', agent: '' });
  if (!formed.ok) return { ok: false, code: 'refused', why: formed.why };
  if (!existsSync(outbox)) throw new ArtooError('letter_unanswered', `there is no outbox ${outbox}: this turn is over`);
  const text = JSON.stringify(sent);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const name = sentBefore(outbox, digest) ?? `${now().getTime().toString(36).padStart(9, '0')}-${digest}.json`;
  const [path, reply] = [join(outbox, name), join(outbox, replyNameOf(name))];
  if (!existsSync(path) && !existsSync(reply)) placeFile(path, text);
  await appeared(reply, outbox, signal, limitMs);
  const answer = Reply.parse(JSON.parse(readFileSync(reply, 'utf8')));
  rmSync(reply, { force: true });
  return answer;
}

/** The name of an identical letter that is still waiting, or has been answered. */
function sentBefore(outbox: string, digest: string): string | undefined {
  return readdirSync(outbox)
    .map((name) => name.replace(/\.reply$/, '.json'))
    .find((name) => isLetterName(name) && name.endsWith(`-${digest}.json`));
}

/** Waits until a file has appeared, by events of its folder and by polling, because not every file system sends events. */
async function appeared(path: string, folder: string, signal: AbortSignal, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  while (!existsSync(path)) {
    if (signal.aborted) throw new ArtooError('cancelled', 'the letter stays in the outbox, and will be answered later');
    if (performance.now() > until)
      throw new ArtooError('letter_unanswered', `no answer within ${Math.round(limitMs / 60_000)} minutes; the letter stays in the outbox`);
    await changed(path, folder, signal);
  }
}

async function changed(path: string, folder: string, signal: AbortSignal): Promise<void> {
  const woken = new AbortController();
  const watcher = watch(folder, () => woken.abort());
  watcher.on('error', () => {}); // the folder is polled anyway
  try {
    if (!existsSync(path)) await delay(lookMs, undefined, { signal: AbortSignal.any([signal, woken.signal]) });
  } catch (error) {
    if (!signal.aborted && !woken.signal.aborted) throw error;
  } finally {
    watcher.close();
  }
}
