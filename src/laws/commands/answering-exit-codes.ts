/** Exit codes that are an answer and no failure: `grep` that finds nothing, `diff` that finds a difference, `test` that says no. */
import { type Run, runsIn, workIn } from './line-runs.ts';

/** Whether this exit code of a line is an answer of the program, or of every program, that may have given it. Zero is success, and no question. */
export function isAnswer(line: string, exitCode: number): boolean {
  if (exitCode === 0) return false;
  const blamed = workIn(runsIn(line) ?? []).filter(({ isBlamed }) => isBlamed);
  return blamed.length > 0 && blamed.every((run) => answers(run, exitCode));
}

type Rule = { readonly codes: readonly number[]; readonly with?: RegExp };

const one: readonly Rule[] = [{ codes: [1] }];

const table: ReadonlyMap<string, readonly Rule[]> = new Map<string, readonly Rule[]>([
  ...'grep egrep fgrep zgrep rg ag ack diff cmp colordiff test [ [[ (( pgrep pidof which type hash command lsof fuser expr mountpoint crontab'
    .split(' ')
    .map((program): [string, readonly Rule[]] => [program, one]),
  ['jq', [{ codes: [1, 4], with: /^-[a-zA-Z]*e|^--exit-status$/ }]],
  ['getent', [{ codes: [2] }]],
  [
    'systemctl',
    [
      { codes: [1, 3, 4], with: /^(?:is-active|is-enabled|is-failed)$/ },
      { codes: [3, 4], with: /^status$/ },
    ],
  ],
  ['dpkg', [{ codes: [1], with: /^(?:-s|-l|-L|--status|--list|--listfiles)$/ }]],
  ['dpkg-query', one],
  ['rpm', [{ codes: [1], with: /^-q/ }]],
  ['pip', [{ codes: [1], with: /^show$/ }]],
  ['pip3', [{ codes: [1], with: /^show$/ }]],
  [
    'git',
    [
      { codes: [1], with: /^(?:grep|check-ignore|--exit-code|--quiet|--is-ancestor|--no-index|--error-unmatch|--get|--verify)$/ },
      { codes: [2], with: /^--check$/ },
    ],
  ],
  ['xargs', [{ codes: [1, 123], with: /^(?:e|f|z)?grep$|^rg$|^test$/ }]],
  ['find', [{ codes: [1], with: /^(?:e|f|z)?grep$/ }]],
]);

function answers({ program, args }: Run, exitCode: number): boolean {
  const words = args.map(({ literal, text }) => literal ?? text);
  return (table.get(program) ?? []).some((rule) => {
    const wanted = rule.with;
    return rule.codes.includes(exitCode) && (wanted === undefined || words.some((word) => wanted.test(word)));
  });
}
