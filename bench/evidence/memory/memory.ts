/** All that the page says about memory, as data: every arm in the same worlds, with both ways of writing, and how soon each arm unlearns. */
import { comparedDifference, comparedRatio, type Estimate, ratio } from '../statistics.ts';
import { type MemoryArm, memoryArms } from './arms.ts';
import { asR7, everyExperience, type Writer } from './lessons.ts';
import { type Life, type Lived, live } from './live.ts';
import { type Unlearning, unlearning } from './unlearning.ts';
import { makeWorld, usualChanges } from './world.ts';

const writers: Readonly<Record<string, Writer>> = { 'as R7 writes': asR7, 'every experience': everyExperience };

/** How many tasks of a kind count as "soon after" a change of that kind. */
const soon = 5;
const longest = 15;
const perBlock = 100;
export const fewContrary = 5;

export type MemoryRow = {
  readonly arm: string;
  readonly writer: string;
  readonly rounds: Estimate;
  readonly reached: Estimate;
  /** Rounds soon after a change, as a multiple of those without memory. */
  readonly roundsSoon: Estimate;
  readonly againstNone: Estimate;
  readonly againstOneScore: Estimate;
  readonly precision: Estimate;
  readonly precisionSoon: Estimate;
  readonly precisionLater: Estimate;
  readonly recall: Estimate;
  readonly saidPerTask: Estimate;
  readonly cautions: number;
  readonly rightCautions: Estimate;
  readonly deadEnds: Estimate;
  /** Wrong advice that a change made: how often there was some, and what share was no longer given after at most five experiences to the contrary. */
  readonly stale: number;
  readonly unlearntWithinFew: Estimate;
  readonly daysUntilUnlearnt: Estimate;
  /** Share of right advice by tasks of the kind since the change. */
  readonly bySince: readonly Estimate[];
  /** Rounds in each block of a hundred tasks. */
  readonly byTime: readonly Estimate[];
};

export type MemoryResults = {
  readonly worlds: number;
  readonly tasks: number;
  readonly rows: readonly MemoryRow[];
  /** The same in worlds whose facts change more often, never, or at another pace. */
  readonly otherWorlds: readonly { readonly name: string; readonly rows: readonly MemoryRow[] }[];
  readonly unlearning: readonly { readonly arm: string; readonly rows: readonly Unlearning[] }[];
};

export type MemorySize = { readonly worlds: number; readonly tasks: number; readonly confirmations: readonly number[] };

const otherWorlds = {
  'nothing changes': { ...usualChanges, tools: 0, places: 0 },
  'three times as many changes': { ...usualChanges, tools: 3 * usualChanges.tools, places: 3 * usualChanges.places },
  'thirty tasks a day': { ...usualChanges, perDay: 30 },
  'three tasks in ten days': { ...usualChanges, perDay: 0.3 },
} as const;

export async function memoryResults({ worlds, tasks, confirmations }: MemorySize): Promise<MemoryResults> {
  const rows: MemoryRow[] = [];
  for (const writer of Object.keys(writers)) rows.push(...(await rowsOf(memoryArms, writer, worlds, tasks, usualChanges)));
  const others: MemoryResults['otherWorlds'][number][] = [];
  for (const [name, changes] of Object.entries(otherWorlds))
    others.push({ name, rows: await rowsOf(memoryArms.slice(0, 6), 'as R7 writes', worlds, tasks, changes) });
  const unlearnt: MemoryResults['unlearning'][number][] = [];
  for (const arm of memoryArms.slice(1)) unlearnt.push({ arm: arm.name, rows: await unlearning(arm, confirmations) });
  return { worlds, tasks, rows, otherWorlds: others, unlearning: unlearnt };
}

async function rowsOf(
  arms: readonly MemoryArm[],
  writer: string,
  worlds: number,
  tasks: number,
  changes: typeof usualChanges,
): Promise<readonly MemoryRow[]> {
  const write = writers[writer];
  if (!write) throw new Error(`there is no writer ${writer}`);
  const lives = new Map<string, readonly Life[]>();
  for (const arm of arms) {
    const lived: Life[] = [];
    for (let seed = 1; seed <= worlds; seed += 1) lived.push(await live(makeWorld(seed, tasks, changes), arm, write));
    lives.set(arm.name, lived);
  }
  const [none = [], oneScore = []] = ['none', 'one decayed score'].map((name) => lives.get(name) ?? []);
  return [...lives].map(([arm, mine]) => ({ arm, writer, ...row(mine, none, oneScore) }));
}

type Pairs = readonly (readonly [number, number])[];

/** Two sums over the tasks of each world. */
const pairs = (
  lives: readonly Life[],
  part: (lived: Lived) => number,
  whole: (lived: Lived) => number,
  holds: (lived: Lived) => boolean = () => true,
): Pairs =>
  lives.map(({ lived }) => {
    const counted = lived.filter(holds);
    return [counted.reduce((sum, each) => sum + part(each), 0), counted.reduce((sum, each) => sum + whole(each), 0)];
  });

const isSoon = ({ sinceChange }: Lived): boolean => sinceChange < soon;

function row(lives: readonly Life[], none: readonly Life[], oneScore: readonly Life[]): Omit<MemoryRow, 'arm' | 'writer'> {
  const one = () => 1;
  const rounds = (of: readonly Life[], holds?: (lived: Lived) => boolean) => pairs(of, (each) => each.rounds, one, holds);
  const precision = (holds?: (lived: Lived) => boolean) =>
    ratio(
      pairs(
        lives,
        (each) => each.right,
        (each) => each.said,
        holds,
      ),
    );
  const unlearnt = lives.map((life) => life.unlearnt);
  const few = ({ isUnlearnt, contrary }: Life['unlearnt'][number]) => isUnlearnt && contrary <= fewContrary;
  return {
    rounds: ratio(rounds(lives)),
    reached: ratio(pairs(lives, (each) => (each.isReached ? 1 : 0), one)),
    roundsSoon: comparedRatio(rounds(lives, isSoon), rounds(none, isSoon)),
    againstNone: comparedRatio(rounds(lives), rounds(none)),
    againstOneScore: comparedDifference(rounds(lives), rounds(oneScore)),
    precision: precision(),
    precisionSoon: precision(isSoon),
    precisionLater: precision((each) => !isSoon(each)),
    recall: ratio(
      pairs(
        lives,
        (each) => each.known,
        (each) => each.tools,
      ),
    ),
    saidPerTask: ratio(pairs(lives, (each) => each.said, one)),
    cautions: lives.reduce((sum, { lived }) => sum + lived.reduce((inner, each) => inner + each.cautions, 0), 0),
    rightCautions: ratio(
      pairs(
        lives,
        (each) => each.rightCautions,
        (each) => each.cautions,
      ),
    ),
    deadEnds: ratio(
      pairs(
        lives,
        (each) => each.rightDeadEnds,
        (each) => each.deadEnds,
      ),
    ),
    stale: unlearnt.flat().length,
    unlearntWithinFew: ratio(unlearnt.map((each) => [each.filter(few).length, each.length])),
    daysUntilUnlearnt: ratio(unlearnt.map((each) => [each.reduce((sum, { days }) => sum + days, 0), each.length])),
    bySince: Array.from({ length: longest }, (_, since) => precision(({ sinceChange }) => sinceChange === since)),
    byTime: Array.from({ length: Math.ceil((lives[0]?.lived.length ?? 0) / perBlock) }, (_, block) =>
      ratio(rounds(lives, ({ task }) => Math.floor(task / perBlock) === block)),
    ),
  };
}
