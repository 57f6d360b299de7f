/** Plays the trials of one chain: each in its own folder, all with the same data folder. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { taskAt } from '../../eval/formats/task-at.ts';
import type { SuiteTask } from '../../eval/suite/suite-task.ts';
import type { Reservation } from '../../eval/trials/run-purse.ts';
import { type Play, type Work, withoutEnd } from '../../eval/trials/run-trials.ts';
import { isSettled, type TrialResult } from '../../eval/trials/trial-result.ts';
import { journalPath } from '../../journal/files.ts';
import type { Rule } from '../../laws/rules/read-rule.ts';
import { removeTree } from '../../tools/containment/remove-tree.ts';
import type { Environment } from '../../tools/running/environment.ts';
import { openArtoo } from '../open-artoo.ts';
import type { Site } from '../wiring/rooms.ts';
import { judge } from './judge.ts';
import { prepare } from './prepare.ts';
import type { ReadyArm } from './ready-arm.ts';
import { endOf, type TaskEnd } from './trial-end.ts';
import { openGround, type TrialGround } from './trial-ground.ts';
import { whyUnfit } from './why-unfit.ts';

export type PlayOptions = {
  readonly arms: ReadonlyMap<string, ReadyArm>;
  readonly env: Environment;
  /** Where the folders of trials are made. */
  readonly scratch: string;
  /** Where journals are kept. */
  readonly journals: string;
  readonly closed: readonly Rule[];
  /** Whether the folders of trials stay. */
  readonly keep: boolean;
};

export function createPlay(options: PlayOptions): Play {
  let last = 0;
  return async (work, signal) => {
    last += 1;
    const folder = join(options.scratch, `${last}-${work.chain[0].id}`);
    mkdirSync(folder, { mode: 0o700 });
    try {
      const results: TrialResult[] = [];
      for (const [at, task] of work.chain.entries()) {
        const place = join(folder, String(at + 1));
        mkdirSync(place);
        const result = await playTask({ ...options, task, work, place, data: join(folder, 'data') }, signal);
        results.push(result);
        if (!isSettled(result)) break; // the trials after this one would have another memory
        if (!options.keep) await removeTree(place);
      }
      return results;
    } finally {
      if (!options.keep) await removeTree(folder);
    }
  };
}

type Trial = PlayOptions & { readonly task: SuiteTask; readonly work: Work; readonly place: string; readonly data: string };

async function playTask(trial: Trial, signal: AbortSignal): Promise<TrialResult> {
  const { work, place, env, closed } = trial;
  using ground = await openGround({ folder: place, env, closed });
  const task = taskAt(trial.task, ground.work);
  const without = (outcome: Parameters<typeof withoutEnd>[2], why: string) =>
    withoutEnd(task, work, outcome, why, new Date().toISOString());
  const unready = (await prepare(task, ground, signal)) ?? (await whyUnfit(task, ground, signal));
  if (unready) return without(unready.outcome, unready.why);
  const reservation = work.reserve(task);
  if (!reservation) return without('cut', 'the budget of the whole run is spent');
  const end = await runTask({ ...trial, task }, ground, reservation, signal);
  reservation.settle(end.spent);
  const journal = keepJournal(trial, end);
  const base = { task: task.id, kind: task.kind, arm: work.arm, repeat: work.repeat, ...end.told, ...journal };
  if (end.outcome !== 'ended') return { ...base, outcome: end.outcome, checks: [], ended_at: new Date().toISOString() };
  const judged = await judge(task, end.answer, ground, signal);
  const missed = judged.find(({ verdict }) => verdict !== 'pass');
  const why = missed === undefined ? '' : `${missed.check}: ${missed.evidence}`;
  const checks = judged.map(({ guard, ...check }) => check);
  return { ...base, outcome: missed === undefined ? 'passed' : 'failed', why, checks, ended_at: new Date().toISOString() };
}

/** Runs the task through the library, as a person's program would. Rejects only when the signal fires. */
async function runTask(
  { task, work, data, arms }: Trial,
  ground: TrialGround,
  { limits, isCut }: Reservation,
  signal: AbortSignal,
): Promise<TaskEnd> {
  const arm = arms.get(work.arm);
  if (!arm) throw new ArtooError('usage', `there is no arm ${work.arm}`);
  const site = siteOf(arm, { data, work: ground.work, closed: ground.closed });
  await using artoo = openArtoo({ data, env: ground.env, siteOf: () => site, answers: {}, onNotice: () => {} });
  const running = artoo.run(task.goal, { cwd: ground.work, places: [], caps: limits });
  const stop = () => void artoo.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const result = await running.result;
    signal.throwIfAborted();
    return endOf(result, { limits, isCut });
  } catch (thrown) {
    signal.throwIfAborted();
    const { code, message } = asArtooError(thrown, 'handler_failed');
    return endOf({ code, message, task_id: running.id }, { limits, isCut });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What a trial runs with: nothing that the person allows is allowed here, and the folders of the suite are closed. */
function siteOf(
  arm: ReadyArm,
  { data, work, closed }: { readonly data: string; readonly work: string; readonly closed: readonly Rule[] },
): Site {
  const { task, rules } = arm.settings;
  return {
    model: arm.model,
    secrets: arm.secrets,
    settings: {
      data,
      task: { ...task, workspace: work, review: false, audited: false },
      rules: { allow: [], ask: [], deny: [...rules.deny, ...closed] },
    },
  };
}

/** Keeps the journal of the task beside the results. */
function keepJournal({ journals, data, work, task }: Trial, { task_id }: TaskEnd): { readonly journal?: string } {
  const path = journalPath(data, task_id);
  if (!existsSync(path)) return {}; // the task was not even started
  const name = `${task.id}-${[...work.arm].map((sign) => (/[\w.-]/.test(sign) ? sign : '_')).join('')}-${work.repeat}.jsonl`;
  mkdirSync(journals, { recursive: true, mode: 0o700 });
  copyFileSync(path, join(journals, name));
  return { journal: `journals/${name}` };
}
