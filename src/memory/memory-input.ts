/** What the functions of `artoo/memory` accept. */
import { z } from 'zod';
import { MegramState, tagPart } from '../contracts/memory.ts';
import { checked, numberIn } from '../contracts/shapes/checked.ts';
import { IsoTime } from '../contracts/shapes/shape.ts';

/** Returns the value itself. Throws `memory_refused` if it does not fit the schema. */
export const fits = <T>(schema: z.ZodType, value: T, what?: string): T => checked(schema, value, 'memory_refused', what);

/** Text must be well-formed: half a surrogate pair would be stored as a different character. */
const text = (schema: z.ZodString) => schema.refine((value) => value.isWellFormed(), { error: 'a string of valid Unicode' });
const tag = { space: text(tagPart), entity: text(tagPart) };
const weight = { f: numberIn({ min: 0, max: 1 }), sigma: numberIn({ min: -1, max: 1 }), k: numberIn({ min: 0 }) };
const callable = z.custom((value) => typeof value === 'function', { error: 'a function' }).optional();

export const TagInput = z.object(tag);
export const SigmaInput = weight.sigma.optional();
export const RecentLimit = numberIn({ min: 0, whole: true });
export const FolderInput = z.custom<string>((value) => typeof value === 'string' && value !== '', { error: 'the path of a folder' });
export const OptionsInput = z.strictObject({ clock: callable, onNotice: callable });
export const DreamInput = z.strictObject({ distil: callable }).optional();

/** Defaults follow from the state: f, sigma and k by the table of SPEC §6, level C for rules and declared facts, else M. */
export const NewMegram = z.strictObject({
  state: MegramState,
  ...tag,
  content: text(z.string()),
  level: z.enum(['M', 'K', 'C']).optional(),
  f: weight.f.optional(),
  sigma: weight.sigma.optional(),
  k: weight.k.optional(),
  /** Where the memory was learnt: the identity of the repository, otherwise the folder. */
  learnt_in: text(z.string().min(1).max(4_096)).optional(),
});
export type NewMegram = Readonly<z.infer<typeof NewMegram>>;

/** The fields of a Megram that determine its potentials. */
export const WeighedMegram = z.object({
  level: z.enum(['M', 'K', 'C', 'T']),
  ...weight,
  created_at: IsoTime,
  last_recalled_at: IsoTime.optional(),
});
