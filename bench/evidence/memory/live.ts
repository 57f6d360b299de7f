/** A thousand tasks with one memory: what it advised, whether that was right, and how the task went. */
import { luckOf } from '../luck.ts';
import { type Advice, deadEnd, type Says } from './advice.ts';
import type { MemoryArm } from './arms.ts';
import { isDone, type Try, type Writer } from './lessons.ts';
import { outcome, placesPerKind, toolsPerKind, type Works, type World } from './world.ts';

/** What is known about one task afterwards. */
export type Lived = {
  readonly task: number;
  /** How many tasks of its kind there have been since one of its tools changed; infinite before the first change. */
  readonly sinceChange: number;
  readonly rounds: number;
  readonly isReached: boolean;
  /** Of what was said for or against tools: how much was right. Cautions are counted separately. */
  readonly said: number;
  readonly right: number;
  readonly cautions: number;
  readonly rightCautions: number;
  /** How many tools of the kind were described correctly. */
  readonly tools: number;
  readonly known: number;
  /** The same for what was said to be a dead end. */
  readonly deadEnds: number;
  readonly rightDeadEnds: number;
};

/** Advice about a tool that a change made wrong: how many experiences to the contrary, tasks and days it took until it was no longer given. */
type Unlearnt = {
  /** The wrong advice after the change. */
  readonly said: Says;
  readonly contrary: number;
  readonly tasks: number;
  readonly days: number;
  readonly isUnlearnt: boolean;
};

export type Life = { readonly lived: readonly Lived[]; readonly unlearnt: readonly Unlearnt[] };

const maxRounds = 4;
const start = Date.parse('2026-01-01T00:00:00.000Z');
const heed = 0.9;

const about = { liking: 1, whim: 2, heed: 3, place: 4 } as const;

type Stale = { readonly kind: number; readonly tool: number; readonly said: Says; readonly since: number; contrary: number; tasks: number };

export async function live(world: World, arm: MemoryArm, write: Writer): Promise<Life> {
  const luck = luckOf(world.luck(0) * 1e9, 91);
  const { everyMs } = world;
  const memory = arm.start();
  const lived: Lived[] = [];
  const unlearnt: Unlearnt[] = [];
  const lastChange = new Map<number, number>();
  let stale: Stale[] = [];
  for (const [task, { kind, facts, changed }] of world.steps.entries()) {
    const now = new Date(start + task * everyMs);
    const { advice, recall } = await memory.ask(kind, now);
    const works = facts.tools[kind] ?? [];
    for (const { tool } of changed) {
      lastChange.set(kind, 0);
      const said = advice.tools.get(tool)?.says;
      stale = stale.filter((each) => each.kind !== kind || each.tool !== tool);
      if (said !== undefined && !isRight(said, works[tool])) stale.push({ kind, tool, said, since: task, contrary: 0, tasks: 0 });
    }
    stale = stale.filter((each) => {
      if (each.kind !== kind) return true;
      if (advice.tools.get(each.tool)?.says === each.said) return true;
      unlearnt.push(ended(each, task, true, everyMs));
      return false;
    });
    const tries = work(task, kind, advice);
    for (const each of stale.filter((one) => one.kind === kind)) {
      each.tasks += 1;
      const tried = tries.filter(({ tool, ok }) => ok && tool === each.tool);
      each.contrary += tried.filter((one) => isDone(one) === (each.said === 'avoid')).length;
    }
    lived.push({
      task,
      sinceChange: lastChange.get(kind) ?? Number.POSITIVE_INFINITY,
      rounds: tries.length,
      isReached: tries.some(isDone),
      ...judge(advice, works, facts.places[kind]),
    });
    lastChange.set(kind, (lastChange.get(kind) ?? Number.POSITIVE_INFINITY) + 1);
    const at = new Date(now.getTime() + everyMs / 8);
    await memory.learn(write({ task, kind, at, tries, recall }), at);
  }
  return { lived, unlearnt: [...unlearnt, ...stale.map((each) => ended(each, world.steps.length, false, everyMs))] };

  /**
   * Tries tools until one works, and places until the file is found: in the order of preference and of what memory says. Nothing that failed in this
   * task is tried again.
   */
  function work(task: number, kind: number, advice: Advice): readonly Try[] {
    const tries: Try[] = [];
    while (tries.length < maxRounds) {
      const round = tries.length;
      const heeds = (...item: readonly number[]) => luck(about.heed, task, round, ...item) < heed;
      const left = Array.from({ length: toolsPerKind }, (_, tool) => tool).filter(
        (tool) => !tries.some((each) => each.ok && each.tool === tool),
      );
      const free = left.filter((tool) => !isForbidden(advice, tool));
      const tool = best(free.length > 0 ? free : left, (each) => liking(each) + (heeds(0, each) ? pull(advice, each) : 0));
      const places = Array.from({ length: placesPerKind }, (_, place) => place).filter(
        (place) => !tries.some((each) => !each.ok && each.place === place),
      );
      const place = best(
        places,
        (each) => luck(about.place, kind, each) - (heeds(1, each) && advice.deadEnds.has(deadEnd(tool, each)) ? 1 : 0),
      );
      const made = { tool, place, ...outcome(world, task, tool, place) };
      tries.push(made);
      if (isDone(made)) break;

      function liking(each: number): number {
        return luck(about.liking, kind, each) + 0.3 * luck(about.whim, task, round, each);
      }
    }
    return tries;
  }
}

const best = (from: readonly number[], score: (each: number) => number): number =>
  from
    .map((each) => ({ each, score: score(each) }))
    .reduce((top, one) => (one.score > top.score ? one : top), { each: 0, score: Number.NEGATIVE_INFINITY }).each;

const isForbidden = ({ tools }: Advice, tool: number): boolean => tools.get(tool)?.says === 'avoid' && tools.get(tool)?.isEnforced === true;

function pull({ tools }: Advice, tool: number): number {
  const said = tools.get(tool);
  if (!said) return 0;
  return { prefer: 1.5 + Math.min(0.5, said.strength / 10), avoid: -1.5, caution: -0.3 }[said.says];
}

const isRight = (said: Says, works: Works | undefined): boolean =>
  ({ prefer: 'well', avoid: 'badly', caution: 'sometimes' })[said] === works;

type Judged = Pick<Lived, 'said' | 'right' | 'cautions' | 'rightCautions' | 'tools' | 'known' | 'deadEnds' | 'rightDeadEnds'>;

function judge({ tools, deadEnds }: Advice, works: readonly Works[], place: number | undefined): Judged {
  const all = [...tools];
  const pointed = all.filter(([, { says }]) => says !== 'caution');
  const cautions = all.filter(([, { says }]) => says === 'caution');
  const right = (some: typeof all) => some.filter(([tool, { says }]) => isRight(says, works[tool])).length;
  const ends = [...deadEnds];
  return {
    ...{ said: pointed.length, right: right(pointed), cautions: cautions.length, rightCautions: right(cautions) },
    ...{
      tools: works.length,
      known: right(all),
      deadEnds: ends.length,
      rightDeadEnds: ends.filter((each) => !each.endsWith(`/${place}`)).length,
    },
  };
}

const ended = ({ said, contrary, tasks, since }: Stale, task: number, isUnlearnt: boolean, everyMs: number): Unlearnt => ({
  ...{ said, contrary, tasks, isUnlearnt },
  days: ((task - since) * everyMs) / 86_400_000,
});
