/** The result of a command that ran, as the model gets it. */
import { asFileEffect, type KnownEffect } from '../asking/effect-facts.ts';
import type { ContainedRun } from '../containment/containment.ts';
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

/** What went differently because of the walls, where its effects do not show it. */
export function noteOnWalls({ attemptedNetwork, left }: ContainedRun): string {
  const notes = [
    ...(attemptedNetwork ? ['it tried to reach the network, which is off'] : []),
    ...(left.files > 0 ? ['what it left in /tmp was private to it, and is gone'] : []),
    ...(left.processes > 0 ? ['what it left running was ended with it'] : []),
  ];
  return notes.length === 0 ? '' : `\n[artoo: ${notes.join('; ')}]`;
}
