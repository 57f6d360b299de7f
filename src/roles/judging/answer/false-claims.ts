/** Checks what an answer claims was done against the calls of the task (SPEC §4, Law 0). Pure. */
import type { Run } from '../../../laws/commands/line/line-runs.ts';
import { reportInfeasible } from '../../report-infeasible.ts';
import { showsFailure } from '../criterion/speaks-of.ts';
import { type CallView, viewOf } from '../evidence/call-view.ts';
import type { DeclaredCall } from '../evidence/declared-call.ts';
import { changesOf, ownFiles } from '../evidence/own-files.ts';
import { changesNothing, isBuildRun, isProjectRun, isTestRun } from '../evidence/program-kinds.ts';
import { answered, ranToEnd } from '../evidence/ran-to-end.ts';
import { claimsChange, claimsSuccess, type RunClaim } from './claims-in.ts';

/** Why claims of the answer are false, each in a sentence for judge and executor. */
export function falseClaims(answer: string, calls: readonly DeclaredCall[], cwd: string): readonly string[] {
  const claim = claimsSuccess(answer);
  const run = claim && whyNotRun(claim, calls, cwd);
  return [...(run ? [run] : []), ...unmadeChanges(answer, calls, cwd)];
}

const named: Readonly<Record<RunClaim, string>> = { tests: 'the tests pass', build: 'the build succeeds' };

/** The last run of the kind must show success, and must come after the last change to the code. */
function whyNotRun(claim: RunClaim, calls: readonly DeclaredCall[], cwd: string): string | undefined {
  const own = ownFiles(calls, cwd);
  const views = calls.map((call) => viewOf(call, cwd, own));
  const says = `the answer says that ${named[claim]}, but`;
  const last = views.findLast((view) => ranToEnd(view.call) && view.runs.some((run) => isRunOf(claim, run)));
  if (last === undefined) {
    const isReported = views.some((view) => view.reads && !view.paths.some((path) => own.has(path)) && reportsSuccess.test(view.shown));
    return isReported ? undefined : `${says} none of the calls ran ${claim === 'tests' ? 'them' : 'it'}`;
  }
  const { call_id } = last.call;
  const why = whyFailed(last, claim);
  if (why !== undefined) return `${says} ${call_id} ${why}`;
  const later = calls.slice(calls.indexOf(last.call) + 1);
  const change = later.flatMap((call) => changesOf(call, cwd)).find(({ path, change }) => change !== 'metadata' && !isProse.test(path));
  return change && `${says} ${call_id} ran before ${change.path} was changed`;
}

const isRunOf = (claim: RunClaim, run: Run): boolean => isTestRun(run) || (claim === 'build' && (isBuildRun(run) || isProjectRun(run)));

/** Files that no program reads, or that a build produces. */
const isProse =
  /\.(?:md|mdx|txt|rst|adoc|log|out|tap|csv|html?|pdf|xml)$|\/(?:LICENSE|CHANGELOG|README|\.gitignore)$|\/(?:dist|build|out|target|coverage)\//i;

/** Words with which a run reports success. */
const reportsSuccess =
  /\b[1-9]\d{0,6} (?:tests? )?(?:passed|passing|ok)\b|\bpass(?:ed)?[:=]? ?[1-9]|\bgreen\b|\bsucceeded\b|[✓✔]|\bOK\b|\b(?:all|tests?) (?:tests? )?pass(?:ed|ing)?\b|\bpassed\b|\bsuccess(?:ful(?:ly)?)?\b|\b0 (?:failed|failures|errors)\b/i;

function whyFailed(view: CallView, claim: RunClaim): string | undefined {
  const { call, runs, shown, printsOnCondition } = view;
  const about = runs.filter((run) => isRunOf(claim, run));
  const output = call.output_head_tail;
  if (call.exit_code === undefined) return answered(call) && !showsFailure(output) ? undefined : 'did not end well';
  if (call.exit_code !== 0) {
    const isOthers = runs.some((run) => run.isBlamed && !about.includes(run)) && reportsSuccess.test(shown) && !showsFailure(output);
    return isOthers ? undefined : `ended with exit code ${call.exit_code}`;
  }
  if (about.every(({ isProved, isNegated }) => isProved && !isNegated)) return undefined;
  if (showsFailure(output)) return 'shows a failure';
  return reportsSuccess.test(printsOnCondition ? output : shown) ? undefined : 'hides how it ended';
}

/** Whether every change made by a call is known. */
const isSeen = ({ call, runs }: CallView): boolean =>
  (call.evidence !== undefined && call.evidence.kind !== 'runs') ||
  call.tool === reportInfeasible.name ||
  !call.ok ||
  call.changed !== undefined ||
  (runs.length > 0 && runs.every(changesNothing));

/** Files that the answer claims were changed, but that were not; none if a change may be unknown. */
function unmadeChanges(answer: string, calls: readonly DeclaredCall[], cwd: string): readonly string[] {
  const files = claimsChange(answer);
  if (files.length === 0 || !calls.every((call) => isSeen(viewOf(call, cwd, new Map())))) return [];
  const changed = calls.flatMap((call) => changesOf(call, cwd)).map(({ path }) => path);
  const unmade = files.filter((file) => !changed.some((path) => path === file || path.endsWith(`/${file}`)));
  return unmade.slice(0, 5).map((file) => `the answer says that ${file} was changed, but no call changed it`);
}
