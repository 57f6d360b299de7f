/**
 * A lease that is held by one process at a time on a whole bus: a register that its owner renews, and that others may take once the owner has been
 * silent for some time.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { append } from './append.ts';
import type { Bus } from './bus.ts';
import { lastOf } from './read.ts';
import { pause } from './unless-aborted.ts';

export type LeaseTimes = { readonly renewMs: number; readonly silentMs: number };

const usual: LeaseTimes = { renewMs: 3_000, silentMs: 15_000 };

const text = (value: string) => new TextEncoder().encode(value);

/** Runs `work` as the owner of a register. Undefined if another owner renews the register; if its owner may be dead, waits until that is certain. */
export async function withLease<T>(
  bus: Bus,
  name: string,
  work: () => Promise<T>,
  { signal, times = usual }: { readonly signal: AbortSignal; readonly times?: LeaseTimes },
): Promise<T | undefined> {
  const subject = bus.names.place(name);
  const owner = randomUUID();
  const write = (data: string, expected: number) =>
    append(bus, { kind: 'place', subject, data: text(data), id: randomUUID(), expected }, { signal });
  const free = await freeSeq(bus, subject, times.silentMs, signal);
  const taken = free === undefined ? undefined : await write(owner, free);
  if (!taken?.ok) return undefined;
  let { seq } = taken;
  const over = new AbortController();
  const renewing = (async () => {
    while (!over.signal.aborted) {
      await delay(times.renewMs, undefined, { signal: over.signal }).catch(() => {}); // the work has ended
      if (over.signal.aborted) return;
      const renewed = await write(owner, seq).catch(() => undefined); // artoo was stopped
      if (!renewed?.ok) return; // another process has the lease: it does no harm if both do the work at once
      seq = renewed.seq;
    }
  })();
  try {
    return await work();
  } finally {
    over.abort();
    await renewing;
    await write('', seq).catch(() => undefined); // if this fails, the lease runs out
  }
}

/** The sequence to expect when taking a register that is free or whose owner is silent; undefined if its owner is alive. */
async function freeSeq(bus: Bus, subject: string, silentMs: number, signal: AbortSignal): Promise<number | undefined> {
  const first = await lastOf(bus, 'place', subject);
  if (!first || first.data.length === 0) return first?.seq ?? 0;
  const since = performance.now();
  while (performance.now() - since < silentMs) {
    await pause(Math.min(500, silentMs / 5), signal);
    const now = await lastOf(bus, 'place', subject);
    if (now?.seq !== first.seq) return now?.data.length === 0 ? now.seq : undefined;
  }
  return first.seq;
}
