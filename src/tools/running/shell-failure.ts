/** Classifies the failure of a command. */
import { isAnswer } from '../../laws/commands/programs/answering-exit-codes.ts';
import type { ToolErrorClass } from '../tool.ts';
import { type Excess, maxPrintedBytes, type ProcessResult } from './process.ts';

/** What commands print on their error stream, with the clearest sign first. */
const signs: readonly (readonly [RegExp, ToolErrorClass])[] = [
  [/No such file or directory/, 'not_found'],
  [/Permission denied|Operation not permitted/, 'permission'],
  [
    /Could not resolve host|Connection refused|Network is unreachable|Name or service not known|Temporary failure in name resolution|Connection timed out/,
    'network',
  ],
  [/command not found/, 'missing_program'],
  [/Too Many Requests|rate limit/i, 'rate_limit'],
];

const exitCodes: ReadonlyMap<number, ToolErrorClass> = new Map([
  [126, 'permission'],
  [127, 'missing_program'],
]);

const excesses = {
  memory: 'it took too much memory',
  processes: 'it started too many processes',
  disk: 'the disk was filling up',
} as const satisfies Record<Excess, string>;

/** Undefined for exit code 0, and for an exit code that is an answer: `grep` exits with 1 if it finds nothing. */
export function shellFailure(
  { exitCode, killedBy, errors }: Pick<ProcessResult, 'exitCode' | 'killedBy' | 'errors'>,
  timeoutS: number,
  line = '',
): { readonly class: ToolErrorClass; readonly message: string } | undefined {
  if (killedBy === 'timeout') return { class: 'timeout', message: `stopped: it took longer than ${timeoutS} s` };
  if (killedBy === 'cancel') return { class: 'failed', message: 'stopped: it was cancelled' };
  if (killedBy === 'output') return { class: 'failed', message: `stopped: it printed more than ${maxPrintedBytes / 1024 ** 2} MiB` };
  if (killedBy !== null) return { class: 'failed', message: `stopped: ${excesses[killedBy]}` };
  if (exitCode === 0) return undefined;
  const sign = signs.find(([pattern]) => pattern.test(errors))?.[1];
  if (exitCode !== null && sign === undefined && isAnswer(line, exitCode)) return undefined;
  if (exitCode === null) return { class: sign ?? 'failed', message: 'it was terminated by a signal' };
  return { class: exitCodes.get(exitCode) ?? sign ?? 'failed', message: `it ended with exit code ${exitCode}` };
}
