/** The result of a command that ran, as the model gets it. */
import { asFileEffect, type KnownEffect } from '../asking/effect-facts.ts';
import type { ContainedRun } from '../containment/containment.ts';
import { succeeded, type ToolResult } from '../tool.ts';
import type { ProcessResult } from './process.ts';
import { shellFailure } from './shell-failure.ts';

/** Changes beyond this number are not listed. */
const maxListed = 2_000;

/** What it did; where what is new came from, by effect; and a note that follows the output. */
type Done = { readonly effects: readonly KnownEffect[]; readonly moves: ReadonlyMap<KnownEffect, string>; readonly note: string };

export function shellResult(
  { command, timeout_s }: { readonly command: string; readonly timeout_s: number },
  ended: ProcessResult,
  { effects, moves, note }: Done = { effects: [], moves: new Map(), note: '' },
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

const maxClosed = 8;

const listed = (places: readonly string[]): string =>
  `${places.slice(0, maxClosed).join(', ')}${places.length > maxClosed ? ` and ${places.length - maxClosed} more` : ''}`;

const leftFiles = (count: number): string =>
  `${count === 1 ? 'one entry' : `${count} entries`} that it left in /tmp, /var/tmp, /run or /dev/shm, which were its own, ${count === 1 ? 'is' : 'are'} gone`;

/** What went differently because of the walls, where its effects do not show it. */
export function noteOnWalls({ attemptedNetwork, attemptedSocket, closedMet, left }: ContainedRun): string {
  const notes = [
    ...(attemptedNetwork ? ['it tried to reach the network, which is off'] : []),
    ...(attemptedSocket ? ['it tried to reach another program by a local socket, which comes with the network'] : []),
    ...(closedMet.length > 0 ? [`closed to commands: ${listed(closedMet)}`] : []),
    ...(left.files > 0 ? [leftFiles(left.files)] : []),
    ...(left.processes > 0 ? ['what it left running was ended with it'] : []),
  ];
  return notes.length === 0 ? '' : `\n[artoo: ${notes.join('; ')}]`;
}
