/** All kinds of checks. A kind that is missing here is a type error. Pure. */
import type { Check } from '../../../contracts/criteria.ts';
import type { Look } from '../../../tools/observing/observation.ts';
import type { CheckKind, CheckOf, Finding, Seen, Weighing } from './check-kind.ts';
import { command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { fileAbsent } from './file-absent.ts';
import { fileContains } from './file-contains.ts';
import { fileExists } from './file-exists.ts';
import { fileMatches } from './file-matches.ts';
import { jsonEquals } from './json-equals.ts';
import { outputConforms } from './output-conforms.ts';
import { outputContains } from './output-contains.ts';
import { outputMatches } from './output-matches.ts';

const checks: { readonly [Kind in Check['kind']]: CheckKind<CheckOf<Kind>> } = {
  file_exists: fileExists,
  file_absent: fileAbsent,
  file_contains: fileContains,
  file_matches: fileMatches,
  output_contains: outputContains,
  output_conforms: outputConforms,
  output_matches: outputMatches,
  json_equals: jsonEquals,
  exit_code: exitCode,
  command,
};

const kindOf = (check: Check): CheckKind<Check> => checks[check.kind];

/** The look at the world that a check needs; undefined if the answer and the calls are enough. */
export const lookFor = (check: Check): Look | undefined => kindOf(check).look?.(check);

/** `unverifiable`, and so not passed, if the check cannot be decided. */
export const decideCheck = (check: Check, seen: Seen): Finding => kindOf(check).decide(check, seen);

/** Why a check can never be decided. */
export const whyInvalid = (check: Check): string | undefined => kindOf(check).whyInvalid?.(check);

/** Why a check always holds, and so proves nothing. */
export const whyHollow = (check: Check): string | undefined => kindOf(check).whyHollow?.(check);

/** Whether a criterion is met if its check holds. Otherwise the check is only a necessary condition: if it fails, the criterion is not met. */
export const proves = (check: Check, criterion: string, weighing: Weighing): boolean =>
  whyHollow(check) === undefined && kindOf(check).proves?.(check, criterion, weighing) === true;

const maxLineLength = 200;

/** How a planner writes checks: those that can prove their criterion (`world`), or those that cannot (`form`). */
export function checksOf(what: 'world' | 'form'): string {
  const lines: string[] = [];
  for (const written of Object.values(checks).flatMap((kind) => kind[what] ?? [])) {
    const joined = `${lines.at(-1)}, ${written}`;
    if (lines.length > 0 && joined.length <= maxLineLength) lines[lines.length - 1] = joined;
    else lines.push(`  ${written}`);
  }
  return lines.join('\n');
}
