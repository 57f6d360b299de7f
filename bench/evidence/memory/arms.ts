/** The memories that are compared. Each is told every Megram that a task leaves, and asked before the next one. */
import type { Megram, MemoryRecall, Tag } from '../../../src/contracts/memory.ts';
import { fading } from '../../../src/memory/fading/decay.ts';
import { dream } from '../../../src/memory/fading/dreamer.ts';
import { type RuleThresholds, usualThresholds } from '../../../src/memory/fading/rule-due.ts';
import { createLocalKeeper } from '../../../src/memory/local-keeper.ts';
import { calibrate, subjectOf } from '../../../src/memory/recall/calibrate.ts';
import { memoryQuery } from '../../../src/memory/recall/memory-query.ts';
import { createInMemoryStore } from '../../../src/store/in-memory.ts';
import { type Advice, deadEnd, noAdvice, type Says } from './advice.ts';
import { identity, specOf } from './lessons.ts';
import { placeName, placesPerKind, toolName, toolsPerKind } from './world.ts';

type Remembering = {
  readonly ask: (kind: number, now: Date) => Promise<{ readonly advice: Advice; readonly recall: MemoryRecall | undefined }>;
  readonly learn: (megrams: readonly Megram[], now: Date) => Promise<void>;
};

export type MemoryArm = { readonly name: string; readonly start: () => Remembering };

const tools = Array.from({ length: toolsPerKind }, (_, tool) => toolName(tool));
const keyOf = ({ space, entity }: Tag): string => `${space}\0${entity}`;
const query = (kind: number) => memoryQuery(specOf(kind), tools, identity);

const none: MemoryArm = {
  name: 'none',
  start: () => ({ ask: async () => ({ advice: noAdvice, recall: undefined }), learn: async () => {} }),
};

/** A memory that keeps Megrams in a list, and judges a tag by one number: above 0 for, below 0 against. */
function listed(
  name: string,
  score: (at: readonly Megram[], now: Date) => number,
  keep: (all: readonly Megram[]) => readonly Megram[],
): MemoryArm {
  return {
    name,
    start() {
      let all: readonly Megram[] = [];
      return {
        async ask(kind, now) {
          const byTag = Map.groupBy(all, keyOf);
          const scored = query(kind).tags.map((tag) => ({ tag, score: score(byTag.get(keyOf(tag)) ?? [], now) }));
          const told = scored.filter((each) => each.score !== 0);
          return {
            advice: adviceOf(
              kind,
              told.map(({ tag, score: said }) => ({
                ...tag,
                says: said > 0 ? 'prefer' : 'avoid',
                strength: Math.abs(said),
                isEnforced: false,
              })),
            ),
            recall: undefined,
          };
        },
        learn: async (megrams) => {
          all = keep([...all, ...megrams.filter(({ level }) => level === 'M')]);
        },
      };
    },
  };
}

/** A dead end counts against its place here, although its σ is 0: a memory with one number has no other way to say so. */
const signOf = ({ state, sigma }: Megram): number => (state === 'change_path' || state === 'refine' ? -1 : Math.sign(sigma));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const majority = (at: readonly Megram[]): number => sum(at.map(signOf));
const taskOf = ({ id }: Megram): string => id.slice(0, id.lastIndexOf('-m'));

const lastTasks = listed('the last ten tasks', majority, (all) => {
  const last = new Set([...new Set(all.map(taskOf))].slice(-10));
  return all.filter((megram) => last.has(taskOf(megram)));
});

const lastOfEach = listed(
  'the last ten of each',
  (at) => majority(at.slice(-10)),
  (all) => all,
);

/** The decision channel alone, with its threshold. */
const oneScore = listed(
  'one decayed score',
  (at, now) => {
    const total = sum(at.map((megram) => signOf(megram) * megram.f * fading(megram.k, now.getTime() - Date.parse(megram.created_at))));
    return Math.abs(total) > 0.2 ? total : 0;
  },
  (all) => all,
);

type Dreams = { readonly ruleAt: RuleThresholds };

/** The product's own memory. The Dreamer, if there is one, dreams after each task, with words in place of those of a model. */
function potentials(name: string, dreams?: Dreams): MemoryArm {
  return {
    name,
    start() {
      let time = new Date(0);
      const keeper = createLocalKeeper(createInMemoryStore(), {
        clock: () => time,
        onNotice: (text) => {
          throw new Error(text);
        },
        ...(dreams ? { ruleAt: dreams.ruleAt } : {}),
      });
      return {
        async ask(kind, now) {
          time = now;
          const recall = await keeper.recall(query(kind));
          const { entries, mustNots } = calibrate(recall, { tools, project: identity });
          const said = entries.flatMap(({ kind: is, space, entity, decision }) => {
            const { tool, target } = subjectOf({ space, entity });
            const isEnforced = mustNots.some((each) => each.tool === tool && each.target === target);
            const says = saidAs[is];
            return tool === undefined || (says === 'dead end') !== (target !== undefined)
              ? []
              : [{ space, entity, says: says === 'dead end' ? ('avoid' as const) : says, strength: Math.abs(decision), isEnforced }];
          });
          return { advice: adviceOf(kind, said), recall };
        },
        async learn(megrams, now) {
          time = now;
          await keeper.write({ megrams: [...megrams] });
          if (dreams)
            await dream(keeper, {
              distil: async ({ entity, sigma }) => `${sigma > 0 ? 'Use' : 'Do not use'} ${entity} for this.`,
              extent: 'brief',
            });
        },
      };
    },
  };
}

const saidAs = { 'SHOULD PREFER': 'prefer', 'MUST NOT': 'avoid', CAUTION: 'caution', NOTE: 'dead end' } as const satisfies Record<
  string,
  Says | 'dead end'
>;

type Said = Tag & { readonly says: Says; readonly strength: number; readonly isEnforced: boolean };

/** What is said about tools for this kind, and about tools at its places. */
function adviceOf(kind: number, said: readonly Said[]): Advice {
  const places = Array.from({ length: placesPerKind }, (_, place) => `path:${placeName(kind, place)}`);
  const numberOf = (name: string): number => tools.indexOf(name.slice('tool:'.length));
  return {
    tools: new Map(
      said.flatMap(({ space, entity, ...what }) =>
        space.startsWith('intent:') && numberOf(entity) >= 0 ? [[numberOf(entity), what] as const] : [],
      ),
    ),
    deadEnds: new Set(
      said.flatMap(({ space, entity, says }) =>
        says === 'avoid' && places.includes(entity) ? [deadEnd(numberOf(space), places.indexOf(entity))] : [],
      ),
    ),
  };
}

const thresholds = (attention: number, decision: number): MemoryArm =>
  potentials(`… and the Dreamer, rules at ${attention}/${decision}`, { ruleAt: { attention, decision } });

const twoPotentials = potentials('two potentials');
const withDreamer = potentials('… and the Dreamer, rules at 5/3', { ruleAt: usualThresholds });

export const memoryArms: readonly MemoryArm[] = [
  ...[none, lastTasks, lastOfEach, oneScore, twoPotentials, withDreamer],
  ...[thresholds(2, 1), thresholds(3, 2), thresholds(8, 5)],
];
