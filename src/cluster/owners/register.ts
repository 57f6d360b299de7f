/** A register on the bus: one value under a name, which only a writer who knows the current value can replace. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { append } from '../append.ts';
import type { Bus } from '../bus.ts';
import { lastOf } from '../read.ts';

/** `value` is undefined if there is none, or if it cannot be read. */
export type Held<T> = { readonly seq: number; readonly value: T | undefined };

export type Register<T> = {
  /** Rejects when the server does not answer. */
  read(): Promise<Held<T>>;
  /** Replaces the value that was read before. Returns the new sequence, or undefined if another writer has replaced it meanwhile. Waits for a silent server until the signal fires. */
  write(value: T, after: Held<unknown>, signal: AbortSignal): Promise<number | undefined>;
  /** Removes the value if it has not changed since it was read. */
  remove(held: Held<unknown>, signal: AbortSignal): Promise<void>;
};

/** Called when a register waits for room on the bus, and again, with undefined, when there is room. */
export type OnFull = (why: 'full' | undefined) => void;

/** `name`: the part after `place.` in the subject. */
export function register<T>(bus: Bus, name: string, schema: z.ZodType<T>, onFull: OnFull = () => {}): Register<T> {
  const subject = bus.names.place(name);

  async function put(data: string, { seq }: Held<unknown>, signal: AbortSignal): Promise<number | undefined> {
    const message = { kind: 'place', subject, data: new TextEncoder().encode(data), id: randomUUID(), expected: seq } as const;
    let isFull = false;
    const onWait = (why: 'silent' | 'full' | undefined): void => {
      if (why === 'full' || isFull) onFull(why === 'full' ? why : undefined);
      isFull = why === 'full';
    };
    const appended = await append(bus, message, { signal, onWait });
    return appended.ok ? appended.seq : undefined;
  }

  return {
    async read() {
      const last = await lastOf(bus, 'place', subject);
      if (!last) return { seq: 0, value: undefined };
      return { seq: last.seq, value: schema.safeParse(parsedJson(new TextDecoder().decode(last.data))).data };
    },
    write: (value, after, signal) => put(JSON.stringify(value), after, signal),
    async remove(held, signal) {
      await put('', held, signal); // emptied rather than deleted: otherwise a late write that expects no value would succeed
    },
  };
}
