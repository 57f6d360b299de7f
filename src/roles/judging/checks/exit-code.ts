/** How the last shell command of the attempt ended, or the last one that ran a program, as far as its line shows. */
import { wasMade } from '../../../contracts/execution.ts';
import { namesOf, type Run, runsIn, workIn } from '../../../laws/commands/line/line-runs.ts';
import { commandOf, type DeclaredCall } from '../evidence/declared-call.ts';
import type { CheckKind, CheckOf } from './check-kind.ts';
import { comparedCode, fail, unverifiable } from './finding.ts';

export const exitCode: CheckKind<CheckOf<'exit_code'>> = {
  form: '{ "kind": "exit_code", "program": "npm", "equals": 0 }: of the last shell command with that program',
  decide({ program, equals }, { calls = [] }) {
    const exit = exitCodeOf(calls, program);
    if ('none' in exit) return fail(exit.none);
    if ('code' in exit) return comparedCode(exit.code, equals);
    // something failed although 0 was expected: enough for a fail, even if it is unclear which program failed
    return exit.failed && equals === 0 ? fail(exit.unclear) : unverifiable(exit.unclear);
  },
};

/** A code, or why there is none, or why it is unclear which program it belongs to. `failed`: some part of the line failed. */
type ExitCode = { readonly code: number } | { readonly none: string } | { readonly unclear: string; readonly failed?: true };

/** The exit code of `program`, or of everything that the last shell line ran, among the calls of one attempt (SPEC §8, `exit_code`). */
export function exitCodeOf(calls: readonly DeclaredCall[], program?: string): ExitCode {
  const made = calls.filter((call) => call.evidence?.kind === 'runs' && wasMade(call) && call.error_class !== 'invalid_input');
  const last = made.findLast((call) => program === undefined || ran(call, program));
  if (last === undefined) return { none: program === undefined ? 'no shell command was run' : `no shell command ran ${program}` };
  if (last.exit_code === undefined) return { none: 'the last shell command did not end by itself' };
  const runs = runsIn(commandOf(last));
  if (runs === undefined) return { unclear: 'the command cannot be read, so its exit code may come from any part of it' };
  return program === undefined ? ofAll(workIn(runs), last.exit_code) : ofProgram(runs, program, last.exit_code);
}

const isCalled = (run: Run, program: string): boolean => namesOf(run).includes(program) || run.program === program.split(' ')[0];

const ran = (call: DeclaredCall, program: string): boolean =>
  runsIn(commandOf(call))?.some((run) => isCalled(run, program)) ?? call.programs?.includes(program) ?? false;

function ofProgram(runs: readonly Run[], program: string, code: number): ExitCode {
  const own = runs.filter((run) => isCalled(run, program));
  const blamed = workIn(runs).filter(({ isBlamed }) => isBlamed);
  const isOwn = code === 0 ? own.every(({ isProved }) => isProved) : blamed.length === 1 && blamed.every((run) => own.includes(run));
  if (isOwn && !own.some(({ isNegated }) => isNegated)) return { code };
  return { unclear: `exit code ${code} is that of the whole line, and does not tell how ${program} ended` };
}

function ofAll(work: readonly Run[], code: number): ExitCode {
  if (work.every(({ isProved }) => isProved) && (code === 0 || work.length === 1)) return { code };
  if (work.length === 1 && work.every(({ isBlamed, isNegated }) => isBlamed && isNegated)) return { code };
  const mayBe = work.map(({ program }) => program).join(', ');
  const unclear = `the line runs several programs (${mayBe}) or hides an exit code, so ${code} does not tell how each ended`;
  return code !== 0 && work.every(({ isBlamed, isNegated }) => isBlamed && !isNegated) ? { unclear, failed: true } : { unclear };
}
