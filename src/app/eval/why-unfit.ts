/** Whether a task measures anything: on the untouched folder none of its checks may hold, except guards, which must. */
import type { SuiteTask } from '../../eval/suite/suite-task.ts';
import { judge } from './judge.ts';
import type { Unready } from './prepare.ts';
import type { TrialGround } from './trial-ground.ts';

/** Undefined if the task measures something. */
export async function whyUnfit(task: SuiteTask, ground: TrialGround, signal: AbortSignal): Promise<Unready | undefined> {
  const judged = await judge(task, null, ground, signal);
  const already = judged.find(({ guard, verdict }) => !guard && verdict === 'pass');
  if (already)
    return refused(
      `it measures nothing: ${already.check} holds before anything is done; for something that must stay as it is, write guard: true`,
    );
  const broken = judged.find(({ guard, verdict }) => guard && verdict !== 'pass');
  if (broken) return refused(`its guard does not hold before anything is done: ${broken.check}: ${broken.evidence}`);
  const open = judged.find(({ check, verdict }) => verdict === 'unverifiable' && !check.startsWith('output_'));
  return open && refused(`it cannot be decided: ${open.check}: ${open.evidence}`);
}

const refused = (why: string): Unready => ({ outcome: 'refused', why });
