/** What is remembered, recalled and forgotten. */
import { z } from 'zod';
import { count, IsoTime, listOf, record, shape } from './shapes/shape.ts';

export const MegramState = z.enum([
  'abandon',
  'accept',
  'change_approach',
  'success',
  'break_symmetry',
  'change_path',
  'refine',
  'dissonance',
  'rule',
  'declared',
]);
export type MegramState = z.infer<typeof MegramState>;

/** Tags are never shortened, in any script; anything longer than this is not a tag. */
export const tagPart = z.string().min(1).max(32_768);

export const Megram = shape(
  'Megram',
  'One memory: what happened with an entity in a space, how strongly it counts and how fast it fades.',
  {
    id: z.string().min(1).max(512),
    level: z.enum(['M', 'K', 'C', 'T']),
    created_at: IsoTime,
    last_recalled_at: IsoTime.optional(),
    space: tagPart,
    entity: tagPart,
    content: z.string(),
    state: MegramState,
    f: z.number().min(0).max(1),
    sigma: z.number().min(-1).max(1),
    k: z.number().min(0),
    /** The fingerprint of the plan that the memory is about, if there is one. */
    fingerprint: z.string().min(1).optional(),
    /** Where the memory was learnt: the identity of the repository, or the folder. */
    learnt_in: z.string().min(1).max(4_096).optional(),
  },
);
export type Megram = z.infer<typeof Megram>;

export const Tag = shape('Tag', 'Where a memory is filed.', { space: tagPart, entity: tagPart });
export type Tag = z.infer<typeof Tag>;

export const MemoryQuery = shape(
  'MemoryQuery',
  'The tags that R2 asks memory about. An `intent:` space stands for the nearest known kind of task; in it, `tool:shell` includes the programs that the shell ran. From a `folder:` space, only the notes are returned.',
  {
    tags: listOf(Tag),
    /** The project that the query is for: the identity of its repository, or its folder. */
    learnt_in: z.string().min(1).max(4_096).optional(),
  },
);
export type MemoryQuery = z.infer<typeof MemoryQuery>;

export const MemoryAction = z.enum(['Ignore', 'Exploit', 'Avoid', 'Caution']);
export type MemoryAction = z.infer<typeof MemoryAction>;

export const Potential = shape('Potential', 'How much attention a tag deserves, and whether it speaks for or against.', {
  space: tagPart,
  entity: tagPart,
  attention: z.number(),
  decision: z.number(),
  action: MemoryAction,
  /** How many memories the potential sums up. */
  count,
  /** The newest of these memories that point the same way, newest first. */
  megrams: listOf(z.string()),
  /** How many different tasks the listed memories come from. */
  tasks: count,
  /** How many of these tasks ran in the project of the query; present only for what to avoid or be careful with. */
  tasks_here: count.optional(),
  /** Set if none of the memories has a sign: none of these attempts led anywhere. */
  unsigned: z.literal(true).optional(),
});
export type Potential = z.infer<typeof Potential>;

export const MemoryRecall = shape('MemoryRecall', 'What memory contains for the queried tags. Tags without memories are left out.', {
  /** The known kind of task that the `intent:` space in the query was matched to; null if the query has none. */
  space: z.string().nullable(),
  rules: listOf(Megram),
  /** Potentials by tag; for a tag with a dissonance, only the fresh evidence counts. */
  potentials: listOf(Potential),
  /** The newest memories of the tags that matter most. */
  recent: listOf(Megram),
  /** What earlier tasks found in the queried folder, newest first. */
  notes: listOf(Megram).optional(),
  /** Rules contradicted by fresh evidence: for this task, the evidence takes precedence. */
  dissonances: listOf(record({ rule_id: z.string(), evidence_id: z.string() })),
  /** Why memory could not be asked; null if it could. */
  missing: z.string().nullable(),
});
export type MemoryRecall = z.infer<typeof MemoryRecall>;

export const Remember = shape('Remember', 'A fact that the person declares.', { content: z.string().min(1) });

export const Forget = shape('Forget', 'A tombstone from the person; `purge` erases the content too.', {
  id: z.string().min(1),
  purge: z.boolean().default(false),
});
