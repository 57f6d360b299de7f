/** What is remembered, asked and forgotten. */
import { z } from 'zod';
import { IsoTime, listOf, record, shape } from './shape.ts';

export const Megram = shape(
  'Megram',
  'One memory: what happened with an entity in a space, how strongly it counts and how fast it fades.',
  {
    id: z.string().min(1),
    level: z.enum(['M', 'K', 'C', 'T']),
    created_at: IsoTime,
    last_recalled_at: IsoTime.optional(),
    space: z.string().min(1),
    entity: z.string().min(1),
    content: z.string(),
    state: z.enum([
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
    ]),
    f: z.number().min(0).max(1),
    sigma: z.number().min(-1).max(1),
    k: z.number().min(0),
  },
);

const Tag = shape('Tag', 'Where a memory is filed.', { space: z.string().min(1), entity: z.string().min(1) });

export const MemoryQuery = shape('MemoryQuery', 'The tags that R2 wants to be calibrated by.', { tags: listOf(Tag) });

const Potential = shape('Potential', 'How much a tag is worth attention, and which way it points.', {
  space: z.string().min(1),
  entity: z.string().min(1),
  attention: z.number(),
  decision: z.number(),
  action: z.enum(['Ignore', 'Exploit', 'Avoid', 'Caution']),
});

export const MemoryRecall = shape('MemoryRecall', 'What memory holds at the tags asked about.', {
  rules: listOf(Megram),
  potentials: listOf(Potential),
  recent: listOf(Megram),
  dissonances: listOf(record({ rule_id: z.string(), evidence_id: z.string() })),
});

export const Remember = shape('Remember', 'A fact that the person declares.', { content: z.string().min(1) });

export const Forget = shape('Forget', 'A tombstone from the person; `purge` erases the content too.', {
  id: z.string().min(1),
  purge: z.boolean().default(false),
});
