/** The criteria that code decides alone, and those that go to a judge with what code found (SPEC §4). */
import type { Check, Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { absolutePath, isWithin } from '../../laws/places/posix-path.ts';
import { type Checked, checkCriteria, type Looking } from './check-criteria.ts';
import type { Weighing } from './checks/check-kind.ts';
import { lookFor, proves } from './checks/checks.ts';
import { speaksOfKept } from './criterion/speaks-of.ts';
import type { DeclaredCall } from './evidence/declared-call.ts';
import { changesOf } from './evidence/own-files.ts';
import type { Asked } from './judge-prompt.ts';

type ByCode = {
  readonly decided: ReadonlyMap<Criterion, CriterionVerdict>;
  /** The criteria that a judge decides. */
  readonly open: readonly Asked[];
  /**
   * The criteria that a check of the world decides, either way. Passes that held before the task are left out, because they do not show that anything
   * was done.
   */
  readonly byWorld: ReadonlySet<Criterion>;
};

/** A check that does not pass decides. A check that passes decides if it proves its criterion and would not have passed before the task. */
export async function decideByCode(
  criteria: readonly Criterion[],
  checked: Checked,
  looking: Looking,
  weighing: Weighing,
): Promise<ByCode> {
  const found = await checkCriteria(criteria, checked, looking);
  const decided = new Map<Criterion, CriterionVerdict>();
  const open: Asked[] = [];
  const byWorld = new Set<Criterion>();
  for (const [at, criterion] of criteria.entries()) {
    const verdict = found.get(at);
    const doubt = verdict && whyJudged(criterion, verdict, weighing);
    if (verdict && doubt === undefined && !wasKept(criterion, verdict, weighing)) byWorld.add(criterion);
    if (verdict && (doubt === undefined || verdict.verdict !== 'pass')) decided.set(criterion, verdict);
    else open.push({ criterion, ...(verdict && { note: `${doubt}: ${verdict.evidence}` }) });
  }
  return { decided, open, byWorld };
}

/** Why the check of a criterion does not decide it, so that a pass goes to a judge. */
function whyJudged({ criterion, check }: Criterion, { verdict }: CriterionVerdict, weighing: Weighing): string | undefined {
  if (!check || weighing.isGiven) return undefined;
  if (!proves(check, criterion, weighing)) return lookFor(check) ? onlyPartly : 'a check of its form passes';
  if (
    verdict === 'pass' &&
    !speaksOfKept(criterion) &&
    isKnown(weighing.calls) &&
    isAboutUnchangedFile(check, weighing.calls, weighing.cwd)
  )
    return 'its check passes, and did before the task changed anything: met only if the answer says that it was so already';
  return undefined;
}

const onlyPartly = 'its check passes, but may not show all that the criterion says';

/** Whether a passing check held before the task, and the criterion only asks that this does not change. */
const wasKept = ({ criterion, check }: Criterion, { verdict }: CriterionVerdict, { calls, cwd }: Weighing): boolean =>
  check !== undefined && verdict === 'pass' && speaksOfKept(criterion) && isAboutUnchangedFile(check, calls, cwd);

/** Whether the changes made by every call are known. */
const isKnown = (calls: readonly DeclaredCall[]): boolean => calls.every(({ assured }) => assured === undefined);

/** Whether a check is about a file that no call of the task has changed. */
export function isAboutUnchangedFile(check: Check, calls: readonly DeclaredCall[], cwd: string): boolean {
  if (!('path' in check) || check.path === undefined) return false;
  const path = absolutePath(cwd, check.path);
  return !calls.some((call) => changesOf(call, cwd).some((change) => isWithin(change.path, path) || isWithin(path, change.path)));
}
