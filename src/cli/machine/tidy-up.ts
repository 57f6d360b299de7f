/** Does what housekeeping planned, one thing after the other: one that fails does not stop the others. */

import { visible } from '../../contracts/visible.ts';
import type { Plan, Step } from '../../history/housekeeping/plan-housekeeping.ts';
import { runStep, type StepContext, type StepResult } from '../../history/housekeeping/run-step.ts';
import { doneRow, leftLines, size } from '../../view/machine/gc-lines.ts';
import { exits, type Terminal } from '../command.ts';
import { printJson } from '../terminal/print-json.ts';

type Errand = StepContext & { readonly maxSize: number; readonly json: boolean };

/** What came of a step. `failed`: it could not be done; `left`: it was not as it was planned. */
type Ended = StepResult | { readonly failed: true; readonly detail: string };

/** Stops between two steps, or within one with all as it was, when the signal fires. The exit code. */
export async function tidyUp(plan: Plan, { maxSize, json, ...tidying }: Errand, terminal: Terminal): Promise<number> {
  const { print, note, status } = terminal;
  const done: (Step & Ended)[] = [];
  let freed = 0;
  for (const [at, step] of plan.steps.entries()) {
    if (tidying.signal.aborted) break;
    if (step.why === 'size' && plan.total - freed <= maxSize) continue; // the steps before saved more than was thought
    status?.(`${at + 1} of ${plan.steps.length}: ${step.does} ${visible(step.id)}`);
    const ended = await attempt(step, tidying);
    if (ended === undefined) break;
    done.push({ ...step, ...ended });
    if ('freed' in ended) freed += ended.freed;
    if (!json) ('freed' in ended ? print : note)(doneRow(step, ended));
  }
  const rest = plan.total - freed;
  if (json) printJson({ done: true, steps: done, total: plan.total, freed, left: plan.left }, terminal);
  else for (const line of [...leftLines(plan.left), `${size(freed)} freed, ${size(rest)} are kept.`]) print(line);
  if (terminal.terminate.aborted) return exits.terminated;
  if (terminal.cancel.aborted) return exits.cancelled;
  if (rest > maxSize) note(`That is more than ${size(maxSize)}: what is left may not be removed, or shrank less than was thought.`);
  return done.every(isFine) ? exits.ok : exits.failed;
}

/** Nothing when it was stopped. */
async function attempt(step: Step, tidying: StepContext): Promise<Ended | undefined> {
  try {
    return await runStep(step, tidying);
  } catch (thrown) {
    if (tidying.signal.aborted) return undefined;
    return { failed: true, detail: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** What is gone was done by somebody else. */
const isFine = (ended: Ended): boolean => 'freed' in ended || ('left' in ended && ended.left === 'gone');
