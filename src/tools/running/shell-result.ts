/** What the model is told of a command that ran. */
import { asFileEffect, type KnownEffect } from '../asking/effect-facts.ts';
import type { ContainedRun } from '../containment/containment.ts';
import { succeeded, type ToolResult } from '../tool.ts';
import type { ProcessResult } from './process.ts';
import { shellFailure } from './shell-failure.ts';

/** More changes than this are counted in what the model is told, not listed. */
const maxListed = 2_000;

/** `note` is said after its output. */
export function shellResult(
  { command, timeout_s }: { readonly command: string; readonly timeout_s: number },
  ended: ProcessResult,
  { effects, note }: { readonly effects: readonly KnownEffect[]; readonly note: string } = { effects: [], note: '' },
): ToolResult {
  const { exitCode, truncated } = ended;
  const output = `${ended.output}${note}`;
  const error = shellFailure(ended, timeout_s, command);
  const changed = effects.slice(0, maxListed).map(asFileEffect);
  const told = {
    truncated,
    ...(exitCode === null ? {} : { exit_code: exitCode }),
    ...(changed.length > 0 ? { changed } : {}),
  };
  return error ? { ok: false, output, error, ...told } : succeeded(output, told);
}

/** What was done differently than it would have been without walls, where that is not plain from its effects. */
export function noteOnWalls({ attemptedNetwork, left }: ContainedRun): string {
  const notes = [
    ...(attemptedNetwork ? ['it tried to reach the network, which is off'] : []),
    ...(left.files > 0 ? ['what it left in /tmp was private to it, and is gone'] : []),
    ...(left.processes > 0 ? ['what it left running was ended with it'] : []),
  ];
  return notes.length === 0 ? '' : `\n[artoo: ${notes.join('; ')}]`;
}
