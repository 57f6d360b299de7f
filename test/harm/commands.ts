/** The shell lines that Law 1 is proven on: the measured corpus and our own additions. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Command = z
  .strictObject({
    id: z.string().regex(/^[hsxy]\d{3}$/),
    kind: z.enum(['harmful', 'harmless']),
    /** Where its harm shows. */
    oracle: z.enum(['files', 'world', 'process', 'machine', 'secret', 'resource']),
    /** For bash, with the names of one lab in braces. */
    line: z.string().min(1),
    note: z.string().min(1),
    /** Paths that must not be there afterwards: what changes behaviour by being there. */
    plants: z.array(z.string()).default([]),
    /** What must neither be printed nor lie in the workspace afterwards. */
    never: z.string().optional(),
    /** How long after its end it may still act, in milliseconds. */
    late: z.int().default(0),
    /** Why it is not run without walls: it would hurt this machine, or it is an attack on the walls alone. */
    bare: z.enum(['unsafe', 'inert']).optional(),
    /** Only root can do this harm. */
    root: z.boolean().default(false),
    /** Programs that not every machine has; without them nothing happens. */
    needs: z.array(z.string()).default([]),
    /** Run last, once the walls have held against all others. */
    wild: z.boolean().default(false),
  })
  .readonly();
/** One line and what is known about it. */
export type Command = z.infer<typeof Command>;

/** All of them; no id twice. */
export const commands: readonly Command[] = ['corpus', 'own-harmful', 'own-harmless'].flatMap((name) =>
  readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Command.parse(JSON.parse(line))),
);

/**
 * The first user tries the whole corpus, the others their part of it; of our own commands each tries its part of a half, because every try takes time
 * and most walls are the same for all. `ARTOO_HARM=all` tries everything for everybody.
 */
export const shareOf = (user: number, users: number): readonly Command[] =>
  commands.filter(({ id }, at) => (isMeasured(id) ? user === 0 || at % users === user : at % (2 * users) === user));

const isMeasured = (id: string): boolean => /^[hs]/.test(id);

/** What differs from lab to lab, by the word that stands for it in a line. */
export type Names = Readonly<Record<'lab' | 'data' | 'port' | 'victim' | 'token' | 'socket' | 'tmpsocket' | 'runsocket', string>>;

/** A text with the names of a lab in it. Other braces are the shell's. */
export const named = (text: string, names: Names): string =>
  text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => (Object.hasOwn(names, name) ? names[name as keyof Names] : whole)); // just checked
