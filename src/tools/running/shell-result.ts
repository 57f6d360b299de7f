/** The result of a command that ran, as returned to the model. */
import { asFileEffect, type KnownEffect } from '../asking/effect-facts.ts';
import { succeeded, type ToolResult } from '../tool.ts';
import type { ProcessResult } from './process.ts';
import { shellFailure } from './shell-failure.ts';

/** The number of changes that are listed. */
const maxListed = 2_000;

/** The command's effects; the path from which each new file was moved; and a note after the output. */
type Done = { readonly effects?: readonly KnownEffect[]; readonly moves?: ReadonlyMap<KnownEffect, string>; readonly note?: string };

export function shellResult(
  { command, timeout_s }: { readonly command: string; readonly timeout_s: number },
  ended: ProcessResult,
  { effects = [], moves = new Map(), note = '' }: Done = {},
): ToolResult {
  const { exitCode, truncated } = ended;
  const output = `${ended.output}${note}`;
  const error = shellFailure(ended, timeout_s, command);
  const changed = effects.slice(0, maxListed).map((effect) => {
    const moved_from = moves.get(effect);
    return { ...asFileEffect(effect), ...(moved_from === undefined ? {} : { moved_from }) };
  });
  const rest = {
    truncated,
    ...(exitCode === null ? {} : { exit_code: exitCode }),
    ...(changed.length > 0 ? { changed } : {}),
  };
  return error ? { ok: false, output, error, ...rest } : succeeded(output, rest);
}
