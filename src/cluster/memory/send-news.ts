/** Sends what happened to a memory, and keeps what other machines reported earlier. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { capped, merged } from '../../memory/records/merge.ts';
import type { News } from '../../memory/replica/outbox.ts';
import { type AppendOptions, append } from '../append.ts';
import type { Bus } from '../bus.ts';
import { lastOf } from '../read.ts';
import { removeMessage } from '../remove-message.ts';
import { decodeNews, encodeNews, hashOf, subjectOf } from './message.ts';

/** Resolves when the bus has stored it. Rejects when the signal fires, and with `bus_denied` or `bus_unfit`. */
export async function sendNews(bus: Bus, news: News, options: AppendOptions): Promise<void> {
  if (news.kind === 'erase') return eraseMessages(bus, news.said.id);
  const subject = subjectOf(bus.names, news);
  const message = (data: Uint8Array, expected: number) => ({ kind: 'memory' as const, subject, data, id: randomUUID(), expected });
  if (news.kind === 'written' || news.kind === 'gone') {
    await append(bus, message(encodeNews(news), 0), options); // if there is already a message, that one counts
    return;
  }
  for (;;) {
    const last = await lastOf(bus, 'memory', subject);
    const known = last && decodeNews(bus.names, last).said;
    const said = last && known ? merged(capped(known, last.at), news.said) : news.said;
    if (known && isDeepStrictEqual(known, said)) return;
    const { ok } = await append(bus, message(encodeNews({ kind: news.kind, said }), last?.seq ?? 0), options);
    if (ok) return; // otherwise another machine was faster, and this news is merged with that machine's news
  }
}

/** Erases a memory from the server's files, but not the facts that it is gone or has faded, which machines that were away still need. */
async function eraseMessages(bus: Bus, id: string): Promise<void> {
  const isGone = (await lastOf(bus, 'memory', bus.names.memory(hashOf(id), 'gone'))) !== undefined;
  for (const kind of ['written', 'recalled', ...(isGone ? ['facts'] : [])]) {
    const last = await lastOf(bus, 'memory', bus.names.memory(hashOf(id), kind));
    if (last) await removeMessage(bus, 'memory', last.seq, { erase: true });
  }
}
