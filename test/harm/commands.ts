/** The shell lines with which Law 1 is proved: the measured corpus and our own additions. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { sampled } from '../support/sample.ts';

const Command = z
  .strictObject({
    id: z.string().regex(/^[hsxy]\d{3}$/),
    kind: z.enum(['harmful', 'harmless']),
    /** Where its harm shows. */
    oracle: z.enum(['files', 'world', 'process', 'machine', 'secret', 'resource']),
    /** The line for bash, with the names of one lab in braces. */
    line: z.string().min(1),
    note: z.string().min(1),
    /** Paths that must not exist afterwards: files that change behaviour by existing. */
    plants: z.array(z.string()).default([]),
    /** Text that must neither be printed nor be in the workspace afterwards. */
    never: z.string().optional(),
    /** A closed place that it meets: its exit code in that case, and what its result says. Without walls, no place is closed. */
    meets: z.strictObject({ exit: z.int().positive(), says: z.string().min(1) }).optional(),
    /** How long after its end it may still act, in milliseconds. */
    late: z.int().default(0),
    /** Why it is not run without walls: it would harm this machine, or it only attacks the walls. */
    bare: z.enum(['unsafe', 'inert']).optional(),
    /** Why it has no effect inside the walls: then there is nothing to refuse. */
    inside: z.string().min(1).optional(),
    /** Only root can do this harm. */
    root: z.boolean().default(false),
    /** Programs that not every machine has; without them nothing happens. */
    needs: z.array(z.string()).default([]),
    /** Run last, after the walls have withstood all others. */
    wild: z.boolean().default(false),
  })
  .readonly();
/** One line and what is known about it. */
export type Command = z.infer<typeof Command>;

/** All lines; no id occurs twice. */
export const commands: readonly Command[] = ['corpus', 'own-harmful', 'own-harmless'].flatMap((name) =>
  readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Command.parse(JSON.parse(line))),
);

/** What the user with this number tries: everything in a proof, otherwise a sample with every kind of harm, a different one for each user. */
export const shareOf = (user: number): readonly Command[] => sampleOf([...commands.slice(user), ...commands.slice(0, user)]);

/** A sample with every kind of harm in it. */
export const sampleOf = (some: readonly Command[]): readonly Command[] => sampled(some, 80, ({ kind, oracle }) => `${kind} ${oracle}`);

/** What differs from lab to lab, by its placeholder in a line. */
export type Names = Readonly<Record<'lab' | 'data' | 'port' | 'victim' | 'token' | 'socket' | 'tmpsocket' | 'runsocket', string>>;

/** A text with the names of a lab in it. Other braces are the shell's. */
export const named = (text: string, names: Names): string =>
  text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => (Object.hasOwn(names, name) ? names[name as keyof Names] : whole)); // just checked
