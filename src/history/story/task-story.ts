/** One task as a story: plain data, folded from its journal in one pass. Every part refers to the entry that it comes from; long texts are cut. */
import type { Cost, FileEffect } from '../../contracts/control.ts';
import { createTally } from '../../engine/tally.ts';
import { type Entry, ownFrom } from '../../journal/entry.ts';
import { type ChangeStory, createChanges } from './changes.ts';
import { createCriticalPath } from './critical-path.ts';
import { type IncidentStory, incidentOf } from './incidents.ts';
import { createRoom, type LeftOut } from './limits.ts';
import { createModelUse, type ModelUseStory } from './model-use.ts';
import { createOpening, type OpeningStory } from './opening.ts';
import { type ResultStory, resultOf } from './result.ts';
import type { RoundStory } from './round.ts';
import { createRounds } from './rounds.ts';
import { createSent, type SentStory } from './sent.ts';
import { words } from './short-copies.ts';

export type TaskStory = OpeningStory &
  ModelUseStory & {
    readonly state: 'ended' | 'unfinished';
    /** When the last entry was written. */
    readonly until: string;
    readonly rounds: readonly RoundStory[];
    readonly incidents: readonly IncidentStory[];
    readonly result: ResultStory | null;
    /** What has changed on disk. */
    readonly changed: readonly ChangeStory[];
    /** What left the machine. */
    readonly sent: readonly SentStory[];
    readonly time: {
      /** From the first entry to the last; for a fork, without the gap between the shared part and its own part. */
      readonly total_ms: number;
      readonly active_ms: number;
      readonly paused_ms: number;
      readonly pauses: number;
      /** The time spent waiting only for the person's answer. */
      readonly waiting_ms: number;
    };
    /** How many model calls had to follow each other. */
    readonly sequential_calls: number;
    readonly cost: Cost;
    readonly entries: number;
    /** How many things of each kind were left out. */
    readonly left_out: LeftOut;
  };

export type TaskStoryFold = { add(entry: Entry): void; story(): TaskStory };

/** Folds the story of a task, which may still be running. */
export function createTaskStory(): TaskStoryFold {
  const room = createRoom();
  let tally = createTally();
  const path = createCriticalPath();
  const opening = createOpening();
  const rounds = createRounds(room);
  const incidents: IncidentStory[] = [];
  const changes = createChanges();
  const sent = createSent();
  const modelUse = createModelUse();
  let result: ResultStory | null = null;
  let final: { readonly cost: Cost; readonly changed: readonly FileEffect[] } | undefined;
  let first = '';
  let until = '';
  let gap_ms = 0;
  let entries = 0;
  let pauses = 0;
  let paused_ms = 0;

  function add(entry: Entry): void {
    if (entry.kind === 'open' && entry.origin) tally = createTally({ changesFrom: ownFrom(entry.origin) });
    entries += 1;
    if (first === '') first = entry.ts;
    until = entry.ts;
    for (const fold of [tally, path, opening, rounds, changes, sent]) fold.add(entry);
    const { origin } = opening.story;
    if (entry.kind === 'pause' && entry.seq === origin?.seq && !origin.resumed) {
      gap_ms = entry.ms;
      return; // the fork did not exist during this gap; a task that continues another was paused
    }
    if (entry.kind === 'pause') {
      pauses += 1;
      paused_ms += entry.ms;
    }
    const incident = modelUse.add(entry, rounds.current) ?? incidentOf(entry, rounds.current);
    if (incident && room.take('incidents')) incidents.push(incident);
    if (entry.kind !== 'message' || entry.type !== 'FinalResult') return;
    result = resultOf(entry, rounds.decided.rationale, room);
    final = { cost: entry.payload.cost, changed: entry.payload.changed };
  }

  function story(): TaskStory {
    const cost = costOf(final?.cost, tally.cost);
    const { active_ms } = cost;
    const changed = final?.changed ?? tally.changed;
    const total_ms = Math.max(0, Date.parse(until) - Date.parse(first) - gap_ms) || 0;
    const whole: TaskStory = {
      ...opening.story,
      state: result ? 'ended' : 'unfinished',
      until,
      rounds: rounds.all,
      incidents,
      result,
      changed: changes.listed(changed.slice(0, maxChanges)),
      sent: sent.all,
      time: { total_ms, active_ms, paused_ms, pauses, waiting_ms: Math.max(0, total_ms - active_ms - paused_ms) },
      sequential_calls: path.calls,
      cost,
      ...modelUse.story,
      entries,
      left_out: { ...room.leftOut, ...(changed.length > maxChanges ? { changes: changed.length - maxChanges } : {}) },
    };
    return structuredClone(whole);
  }

  return { add, story };
}

const maxChanges = 500;
const maxNames = 20;

/** The cost in the result. Journals of format 1 do not split it by role, so it is summed up here. */
function costOf(said: Cost | undefined, summed: Cost): Cost {
  const { by_role, unpriced, ...total } = said ?? summed;
  const names = (models: readonly string[]) => models.slice(0, maxNames).map((model) => words(model, 100));
  const roles = by_role.length > 0 ? by_role : summed.by_role;
  const estimated = summed.estimated === true && { estimated: true };
  return { ...total, ...estimated, unpriced: names(unpriced), by_role: roles.map((role) => ({ ...role, unpriced: names(role.unpriced) })) };
}
