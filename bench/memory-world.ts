/** Megrams as years of tasks would leave them: made from a seed, so that every run has the same. */
import type { Megram, MegramState, Tag } from '../src/contracts/memory.ts';
import { dayMs } from '../src/memory/fading/decay.ts';
import { quantize } from '../src/memory/fading/quantize.ts';
import { memoryQuery } from '../src/memory/recall/memory-query.ts';

/** The time at which all of it happens. */
export const now = Date.parse('2026-11-16T12:00:00.000Z');

export const tools = [
  'read_file',
  'write_file',
  'edit_file',
  'glob',
  'grep',
  'shell',
  'fetch',
  'web_search',
  'list',
  'move',
  'delete',
  'ask',
];

const sizes = { words: 2_000, slugs: 20_000, paths: 30_000 } as const;

/** The tags whose size is measured; several of each size, so that the same key is not always read. */
export const sizedTags = (size: number): readonly Tag[] =>
  Array.from({ length: Math.max(1, Math.min(50, 20_000 / size)) }, (_, at) => ({
    space: `intent:measured_size_${size}`,
    entity: `tool:number_${at}`,
  }));

/** Plans with only known tags. */
export const knownPlans: readonly Plan[] = Array.from({ length: 20 }, (_, number) => ({
  slug: `plan_known_throughout_${number}`,
  paths: Array.from({ length: 5 }, (_each, at) => `known/${number}/file_${at}.ts`),
}));

/** What a plan is about: the kind of task and the paths that the person named. */
export type Plan = { readonly slug: string; readonly paths: readonly string[] };

/** The tags that R2 asks about. */
export const tagsOf = ({ slug, paths }: Plan): readonly Tag[] =>
  memoryQuery({ slug, raw_input: `Look into ${paths.join(' and ')}`, clarifications: [], cwd: '/' }, tools).tags;

/** A random number from 0 to 1, the same sequence for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type World = ReturnType<typeof createWorld>;

export function createWorld() {
  const random = seeded(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // no list here is empty
  /** The first of a list much more often than the last, as with words and habits. */
  const favoured = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2.5 * list.length)] as T;
  const words = distinct(sizes.words, () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(syllables)).join(''));
  const slugs = distinct(sizes.slugs, () =>
    [...new Set(Array.from({ length: 2 + Math.floor(random() * 4) }, () => favoured(words)))].join('_'),
  ).filter((slug) => slug.includes('_'));
  const paths = distinct(sizes.paths, () => `path:${pick(words)}/${favoured(words)}/${pick(words)}.${pick(extensions)}`);
  const programs = distinct(40, () => `tool:shell:${pick(words)}`);

  function megram(id: string, { space, entity }: Tag, state: MegramState, created: number): Megram {
    const level = state === 'rule' || state === 'declared' ? 'C' : 'M';
    const content = `${pick(words)} with ${entity} ${state}: the ${pick(words)} of ${pick(words)} was found at the second attempt, after ${pick(words)} had shown nothing.`;
    return { id, level, created_at: new Date(created).toISOString(), space, entity, content, state, ...quantize(state) };
  }

  /** What one task leaves behind: about its kind, about its tools, about the tools' targets; now and then a rule. */
  function* task(number: number): Generator<Megram> {
    const intent = `intent:${favoured(slugs)}`;
    const states = [
      ...Array.from({ length: 2 + Math.floor(random() * 5) }, () => favoured(ordinary)),
      ...(random() < 0.005 ? (['rule'] as const) : []),
    ];
    const age = random() * 0.97 * Math.min(...states.map((state) => lives[state]));
    const created = Math.floor(now - age);
    const name = `${new Date(created)
      .toISOString()
      .replaceAll(/[-:TZ.]/g, '')
      .slice(0, 17)}-${number.toString(16).padStart(8, '0')}`;
    for (const [at, state] of states.entries()) {
      const tool = random() < 0.2 ? pick(programs) : `tool:${favoured(tools)}`;
      const tag =
        at === 0
          ? { space: intent, entity: 'env:local' }
          : at % 2 === 1
            ? { space: intent, entity: tool }
            : { space: `tool:${favoured(tools)}`, entity: favoured(paths) };
      yield megram(`${name}-m${at + 1}`, tag, state, created);
    }
  }

  return { random, pick, favoured, words, slugs, paths, megram, task };
}

const syllables = [
  'ba',
  'con',
  'de',
  'fi',
  'gra',
  'in',
  'ka',
  'lo',
  'mer',
  'no',
  'pre',
  'qua',
  're',
  'sti',
  'tor',
  'un',
  'ver',
  'wa',
  'xe',
  'zu',
];
const extensions = ['ts', 'md', 'yaml', 'csv', 'json', 'txt'];

/** The most frequent first. */
const ordinary = [
  'accept',
  'change_approach',
  'success',
  'abandon',
  'change_path',
  'break_symmetry',
] as const satisfies readonly MegramState[];

/** How long ago a Megram may have been made and still be alive. */
const lives = {
  accept: 40 * dayMs,
  success: 40 * dayMs,
  change_approach: 40 * dayMs,
  abandon: 40 * dayMs,
  break_symmetry: 40 * dayMs,
  change_path: 5.4 * dayMs,
  rule: 40 * dayMs,
} as const satisfies Partial<Record<MegramState, number>>;

function distinct(count: number, make: () => string): readonly string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(make());
  return [...found];
}
