/** The result of a command that ran, as the model gets it. */
import { asFileEffect, type KnownEffect } from '../asking/effect-facts.ts';
import { succeeded, type ToolResult } from '../tool.ts';
import type { ProcessResult } from './process.ts';
import { shellFailure } from './shell-failure.ts';

/** Changes beyond this number are not listed. */
const maxListed = 2_000;

/** `note` follows the output. */
export function shellResult(
  { command, timeout_s }: { readonly command: string; readonly timeout_s: number },
  ended: ProcessResult,
  { effects, note }: { readonly effects: readonly KnownEffect[]; readonly note: string } = { effects: [], note: '' },
): ToolResult {
  const { exitCode, truncated } = ended;
  const output = `${ended.output}${note}`;
  const error = shellFailure(ended, timeout_s, command);
  const changed = effects.slice(0, maxListed).map(asFileEffect);
  const rest = {
    truncated,
    ...(exitCode === null ? {} : { exit_code: exitCode }),
    ...(changed.length > 0 ? { changed } : {}),
  };
  return error ? { ok: false, output, error, ...rest } : succeeded(output, rest);
}
