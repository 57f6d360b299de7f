/** What code finds about criteria: those it decides alone, and those that go to a judge with what it has found (SPEC §4). */
import type { Check, Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { absolutePath, isWithin } from '../../laws/places/posix-path.ts';
import { type Checked, checkCriteria, type Looking } from './check-criteria.ts';
import { proves } from './checks/checks.ts';
import type { DeclaredCall } from './evidence/declared-call.ts';
import { changesOf } from './evidence/own-files.ts';
import type { Asked } from './judge-prompt.ts';

export type ByCode = {
  readonly decided: ReadonlyMap<Criterion, CriterionVerdict>;
  /** What a judge is to be asked about. */
  readonly open: readonly Asked[];
  /** Those that a check of the world decides, one way or the other. */
  readonly byWorld: ReadonlySet<Criterion>;
};

export type Circumstances = {
  readonly cwd: string;
  /** Everything that was called for the task so far. */
  readonly calls: readonly DeclaredCall[];
  /** What the person said. */
  readonly input: string;
};

/** A check that does not pass decides. One that passes decides where it proves what its criterion says, and was not so before the task did anything. */
export async function decideByCode(
  criteria: readonly Criterion[],
  checked: Checked,
  looking: Looking,
  circumstances: Circumstances,
): Promise<ByCode> {
  const found = await checkCriteria(criteria, checked, looking);
  const decided = new Map<Criterion, CriterionVerdict>();
  const open: Asked[] = [];
  const byWorld = new Set<Criterion>();
  for (const [at, criterion] of criteria.entries()) {
    const verdict = found.get(at);
    const doubt = verdict && whyJudged(criterion, verdict, circumstances);
    if (verdict && doubt === undefined) byWorld.add(criterion);
    if (verdict && (doubt === undefined || verdict.verdict !== 'pass')) decided.set(criterion, verdict);
    else open.push({ criterion, ...(verdict && { note: `${doubt}: ${verdict.evidence}` }) });
  }
  return { decided, open, byWorld };
}

/** Why the check of a criterion does not decide it: a pass goes to a judge then. A look at a file that is not as it should be decides, however it came to be so. */
function whyJudged(
  { criterion, check }: Criterion,
  { verdict }: CriterionVerdict,
  { cwd, calls, input }: Circumstances,
): string | undefined {
  if (!check) return undefined;
  if (!proves(check, criterion, { cwd, calls, input })) return 'a check of its form passes';
  if (verdict === 'pass' && wasSoBefore(check, calls, cwd))
    return 'its check passes, and did before the task changed anything: met only if the answer says that it was so already';
  return undefined;
}

/** Whether a check is about a file that no call of the task has changed: what it says was so before. */
export function wasSoBefore(check: Check, calls: readonly DeclaredCall[], cwd: string): boolean {
  if (!('path' in check) || check.path === undefined) return false;
  const path = absolutePath(cwd, check.path);
  return !calls.some((call) => changesOf(call, cwd).some((change) => isWithin(change.path, path) || isWithin(path, change.path)));
}
