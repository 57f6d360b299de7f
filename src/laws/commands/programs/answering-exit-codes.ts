/** Exit codes that are an answer, not a failure: `grep` finding nothing, `diff` finding a difference, `test` being false. */
import { type Run, runsIn, workIn } from '../line/line-runs.ts';

/** Whether an exit code of a line is an answer from every program that may have returned it. Zero is plain success. */
export function isAnswer(line: string, exitCode: number): boolean {
  if (exitCode === 0) return false;
  const blamed = workIn(runsIn(line) ?? []).filter(({ isBlamed }) => isBlamed);
  return blamed.length > 0 && blamed.every((run) => answers(run, exitCode));
}

type Row = readonly [programs: string, codes: readonly number[], args?: RegExp];

/** With `args`, a row applies only if one of the arguments matches. */
const rows: readonly Row[] = [
  ['grep egrep fgrep zgrep rg ag ack diff cmp colordiff test [ [[ (( pgrep pidof which type hash command lsof fuser expr', [1]],
  ['mountpoint crontab dpkg-query', [1]],
  ['jq', [1, 4], /^-[a-zA-Z]*e|^--exit-status$/],
  ['getent', [2]],
  ['systemctl', [1, 3, 4], /^(?:is-active|is-enabled|is-failed)$/],
  ['systemctl', [3, 4], /^status$/],
  ['dpkg', [1], /^(?:-s|-l|-L|--status|--list|--listfiles)$/],
  ['rpm', [1], /^-q/],
  ['pip pip3', [1], /^show$/],
  ['git', [1], /^(?:grep|check-ignore|--exit-code|--quiet|--is-ancestor|--no-index|--error-unmatch|--get|--verify)$/],
  ['git', [2], /^--check$/],
  ['xargs', [1, 123], /^(?:e|f|z)?grep$|^rg$|^test$/],
  ['find', [1], /^(?:e|f|z)?grep$/],
];

function answers({ program, args }: Run, exitCode: number): boolean {
  const words = args.map(({ literal, text }) => literal ?? text);
  const applies = ([programs, codes, wanted]: Row) =>
    programs.split(' ').includes(program) && codes.includes(exitCode) && (wanted === undefined || words.some((word) => wanted.test(word)));
  return rows.some(applies);
}
