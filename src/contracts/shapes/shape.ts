/** How every shape is declared: a name, a one-line description, its fields. docs/messages.md is generated from these. */
import { z } from 'zod';

export function shape<const F extends z.ZodRawShape>(id: string, description: string, fields: F) {
  return fixed(z.object(fields).register(z.globalRegistry, { id, description }));
}

/** A read-only list. */
export const listOf = <S extends z.ZodType>(item: S) => fixed(z.array(item));

/** A read-only object without a name. */
export const record = <const F extends z.ZodRawShape>(fields: F) => fixed(z.object(fields));

/** The same schema with a read-only type. Only the type changes: freezing every object would cost more than parsing it. */
export function fixed<S extends z.ZodType>(schema: S) {
  return schema as unknown as z.ZodType<Readonly<z.output<S>>, Readonly<z.input<S>>>; // the same values under a narrower type
}

/** A time in ISO 8601, UTC. */
export const IsoTime = z.iso.datetime();

export const count = z.int().min(0);
