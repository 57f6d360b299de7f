/** How every shape is declared: a name, one line that says what it is, its fields. The message reference is made from these. */
import { z } from 'zod';

export function shape<const F extends z.ZodRawShape>(id: string, description: string, fields: F) {
  return z.object(fields).readonly().meta({ id, description });
}

/** A list that nobody changes. */
export const listOf = <S extends z.ZodType>(item: S) => z.array(item).readonly();

/** ISO 8601, UTC. */
export const IsoTime = z.iso.datetime();

export const count = z.int().min(0);
