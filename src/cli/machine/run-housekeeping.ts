/** Carries out the housekeeping plan step by step: a failed step does not stop the others. */

import { sizeText } from '../../contracts/text/size-text.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Plan, Step } from '../../history/housekeeping/plan-housekeeping.ts';
import { runStep, type StepContext, type StepResult } from '../../history/housekeeping/run-step.ts';
import { doneRow, leftLines } from '../../view/machine/gc-lines.ts';
import { exits, type Terminal } from '../command.ts';
import { printJson } from '../terminal/print-json.ts';

type TidyUpOptions = StepContext & { readonly maxSize: number; readonly json: boolean };

/** How a step ended. `failed`: it could not be done; `left`: things had changed since it was planned. */
type Ended = StepResult | { readonly failed: true; readonly detail: string };

/** Returns the exit code. When the signal fires, it stops between two steps, or within one without having changed anything. */
export async function runHousekeeping(plan: Plan, { maxSize, json, ...tidying }: TidyUpOptions, terminal: Terminal): Promise<number> {
  const { print, note, status } = terminal;
  const done: (Step & Ended)[] = [];
  let freed = 0;
  for (const [at, step] of plan.steps.entries()) {
    if (tidying.signal.aborted) break;
    if (step.why === 'size' && plan.total - freed <= maxSize) continue; // earlier steps saved more than estimated
    status?.(`${at + 1} of ${plan.steps.length}: ${step.does} ${visible(step.id)}`);
    const ended = await attempt(step, tidying);
    if (ended === undefined) break;
    done.push({ ...step, ...ended });
    if ('freed' in ended) freed += ended.freed;
    if (!json) ('freed' in ended ? print : note)(doneRow(step, ended));
  }
  const rest = plan.total - freed;
  if (json) printJson({ done: true, steps: done, total: plan.total, freed, left: plan.left }, terminal);
  else for (const line of [...leftLines(plan.left), `${sizeText(freed)} freed, ${sizeText(rest)} kept.`]) print(line);
  if (terminal.terminate.aborted) return exits.terminated;
  if (terminal.cancel.aborted) return exits.cancelled;
  if (rest > maxSize) note(`That is more than ${sizeText(maxSize)}: the rest must not be removed, or compressed less well than estimated.`);
  return done.every(isFine) ? exits.ok : exits.failed;
}

/** Undefined when it was stopped. */
async function attempt(step: Step, tidying: StepContext): Promise<Ended | undefined> {
  try {
    return await runStep(step, tidying);
  } catch (thrown) {
    if (tidying.signal.aborted) return undefined;
    return { failed: true, detail: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** If the subject of a step is gone, another process has done that step. */
const isFine = (ended: Ended): boolean => 'freed' in ended || ('left' in ended && ended.left === 'gone');
