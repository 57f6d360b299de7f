/** Reads a memory from the store: its record, which never changes, and the facts that have been added since. */

import type { z } from 'zod';
import { Megram } from '../../contracts/memory.ts';
import { quickReader } from '../../contracts/shapes/canonical.ts';
import { IsoTime, record } from '../../contracts/shapes/shape.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { facts, type StoredMemory } from '../keeper.ts';
import { keys } from './keys.ts';

/** Recalls are frequent and have a separate key. */
const Facts = record(facts);
export type Facts = z.infer<typeof Facts>;

type Get = (key: string) => string | undefined;

const asMegram = quickReader(Megram);
const asFacts = quickReader(Facts);

/** A memory as it was written; undefined if there is none or it cannot be read. */
export function readMegram(get: Get, id: string): Megram | undefined {
  const text = get(keys.record(id));
  const megram = text === undefined ? undefined : asMegram(parsedJson(text));
  return megram?.id === id ? megram : undefined;
}

/** A memory with its facts; `corrupt` names the key that cannot be read; undefined if there is nothing. */
export function readStored(get: Get, id: string): StoredMemory | { readonly corrupt: string } | undefined {
  const text = get(keys.record(id));
  const factText = get(keys.facts(id));
  if (text === undefined && factText === undefined) return undefined;
  const known = factText === undefined ? {} : asFacts(parsedJson(factText));
  const megram = text === undefined ? null : asMegram(parsedJson(text));
  if (!known || megram === undefined || (megram !== null && megram.id !== id)) return { corrupt: keys.record(id) };
  const recalled = get(keys.recall(id));
  const recalledAt = recalled === undefined ? undefined : IsoTime.safeParse(recalled).data;
  return { id, megram, ...(recalledAt !== undefined && { recalled_at: recalledAt }), ...known };
}

export const isCorrupt = (kept: ReturnType<typeof readStored>): kept is { readonly corrupt: string } =>
  kept !== undefined && 'corrupt' in kept;

export const factsOf = ({ consolidated, demoted_at, superseded, forgotten }: StoredMemory): Facts => ({
  ...(consolidated && { consolidated }),
  ...(demoted_at !== undefined && { demoted_at }),
  ...(superseded && { superseded }),
  ...(forgotten && { forgotten }),
});
