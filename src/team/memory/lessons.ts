/**
 * What a board teaches about a repository: its files, its specs and the runners of its coders (SPEC §13.9). Lessons are drawn only from the histories
 * of tasks, so that they are the same in every process and every time. Pure.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Megram, MegramState } from '../../contracts/memory.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { quantize } from '../../memory/fading/quantize.ts';
import { pathEntity } from '../../memory/recall/targets.ts';
import type { Board, HistoryEvent, Task } from '../board/board.ts';
import { claims } from '../lifecycle/claiming.ts';
import { blockersOf } from '../review/verdict.ts';

/** The space of what a team learns in a repository. */
export const teamSpace = (repository: string): string => `team:${repository}`;
export const specEntity = (spec: string): string => `spec:${spec}`;
export const runnerEntity = (runner: string): string => `runner:${runner}`;

/** How many rejections a task may have for its spec still to count as one that works. */
const maxCycles = 2;
const maxLength = 600;

/** Which runner carried out an agent's turns on a task; undefined if the journal does not say. */
type RunnerOf = (task: string, agent: string) => string | undefined;

type Source = { readonly repository: string; readonly runnerOf: RunnerOf };

/** A memory before it has an id and a place. `number` distinguishes it from other lessons of its task. */
type Lesson = {
  readonly number: number;
  readonly at: string;
  readonly entity: string;
  readonly state: MegramState;
  readonly content: string;
};

export function lessonsOf({ goal, tasks }: Pick<Board, 'goal' | 'tasks'>, source: Source): readonly Megram[] {
  const origin = createHash('sha256').update(source.repository).digest('hex').slice(0, 12);
  return tasks.flatMap((task) =>
    [...ofBlockers(task), ...ofSpec(task), ...ofRunners(task, source.runnerOf)].map(({ number, at, entity, state, content }) => ({
      id: `team-${origin}-${goal.id ?? 'goal'}-${task.id}-m${String(number).padStart(2, '0')}`,
      ...{ level: 'M' as const, created_at: new Date(at).toISOString(), space: teamSpace(source.repository), entity },
      ...{ content: oneLine(content, maxLength), state, ...quantize(state), learnt_in: source.repository },
    })),
  );
}

/** Lessons from the blockers of reviews. Each is filed under its file, weighted by the decision that it led to. */
function ofBlockers({ id, history = [] }: Task): readonly Lesson[] {
  return (history ?? []).flatMap((event, at) => {
    if (event.event !== 'rejected' || !isTime(event.time)) return [];
    const state = stateAfter(history ?? [], at);
    return blockersOf(textOf(event.reason)).map(({ file, line, issue, suggestion }, which) => ({
      number: 1_000 + 100 * at + which,
      at: event.time ?? '',
      entity: pathEntity(file),
      state,
      content: `${issue} (${file}${line === undefined ? '' : `:${line}`} in ${id}).${suggestion === '' ? '' : ` What helps: ${suggestion}`}`,
    }));
  });
}

/** What steering decided after the rejection at this position; without steering, the same coder continues. */
function stateAfter(history: readonly HistoryEvent[], at: number): MegramState {
  const next = history.slice(at + 1).find(({ event }) => event === 'steered' || event === 'rejected');
  return MegramState.safeParse(next?.event === 'steered' ? next.directive : undefined).data ?? 'refine';
}

/** Lessons about a spec: it works if its tasks are merged soon, and does not if every coder fails. */
function ofSpec({ id, status, spec_ref, review_cycles_total, failed_by, history }: Task): readonly Lesson[] {
  const last = history?.findLast(({ time }) => isTime(time))?.time;
  if (!spec_ref || !last) return [];
  const cycles = review_cycles_total ?? 0;
  const entity = specEntity(spec_ref);
  const isExhausted = (failed_by?.length ?? 0) >= 2 || history?.some((event) => nextOf(event) === 'review_deadlock');
  if (isExhausted)
    return [
      {
        number: 2,
        at: last,
        entity,
        state: 'abandon',
        content: `${id} could not be done as planned in ${spec_ref}: every attempt that was allowed has failed.`,
      },
    ];
  if (status !== 'MERGED' || cycles > maxCycles) return [];
  const after = cycles === 0 ? 'at the first review' : cycles === 1 ? 'after one rejection' : `after ${cycles} rejections`;
  return [{ number: 1, at: last, entity, state: 'accept', content: `${id}, specified in ${spec_ref}, was approved ${after} and merged.` }];
}

/** Lessons about runners: their work is merged, or the task is taken away from them. A coder that asks a question has not failed. */
function ofRunners({ id, status, history = [] }: Task, runnerOf: RunnerOf): readonly Lesson[] {
  let holder: string | undefined;
  const found: Lesson[] = [];
  const say = (number: number, at: string, state: 'accept' | 'abandon', content: (runner: string) => string): void => {
    const runner = holder === undefined ? undefined : runnerOf(id, holder);
    if (runner !== undefined) found.push({ number, at, entity: runnerEntity(runner), state, content: content(runner) });
  };
  for (const [at, event] of (history ?? []).entries()) {
    if (!isTime(event.time)) continue;
    const time = event.time ?? '';
    if (claims.has(event.event)) holder = event.agent ?? undefined;
    if (isTakenAway(event)) say(10 + at, time, 'abandon', (runner) => `${runner} did not succeed with ${id}: ${textOf(event.reason)}`);
    if (event.event === 'merged' && status === 'MERGED')
      say(3, time, 'accept', (runner) => `${runner} completed ${id}, and it was merged.`);
  }
  return found;
}

const isTakenAway = (event: HistoryEvent): boolean => nextOf(event) === 'another_coder' || nextOf(event) === 'review_deadlock';

const nextOf = (event: HistoryEvent): string | undefined => (event.event === 'steered' ? z.string().safeParse(event.next).data : undefined);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const isTime = (time: string | null | undefined): boolean => !Number.isNaN(Date.parse(time ?? ''));
