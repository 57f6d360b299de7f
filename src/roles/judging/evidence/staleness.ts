/** Which calls are older than the last change of what they looked at. Pure. */
import type { ToolCall } from '../../../contracts/execution.ts';
import { runsIn } from '../../../laws/commands/line-runs.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';
import { commandOf } from '../command-of.ts';
import type { CallView } from './call-view.ts';
import { type Change, changesOf } from './own-files.ts';
import { isProjectRun } from './program-kinds.ts';

export type Staleness = { readonly path: string; readonly by: string };

/** Tools that look at all of the folder where they name no path. Any other, such as one that asks a service, looked at no file then. */
const lookAround: ReadonlySet<string> = new Set(['shell', 'glob', 'grep', 'read_file']);

/** The change after a call, if there is one, of what it looked at: the paths it names, or all of the folder where it names none or runs the project's code. */
export function staleness(view: CallView, later: readonly ToolCall[], cwd: string): Staleness | undefined {
  const looked = view.isProject || (view.paths.length === 0 && lookAround.has(view.call.tool)) ? [cwd] : view.paths;
  for (const call of later) {
    if (isSameLine(call, view.call)) continue; // its own effects, made again
    const change = changesOf(call, cwd).find(
      (each) => matters(each, call, view) && looked.some((path) => isWithin(path, each.path) || isWithin(each.path, path)),
    );
    if (change) return { path: change.path, by: call.call_id };
  }
  return undefined;
}

const isSameLine = (one: ToolCall, other: ToolCall): boolean =>
  one.tool === 'shell' && other.tool === 'shell' && commandOf(one) === commandOf(other);

const products = /\/(?:dist|build|out|target|\.next|public)\//;

/** A list of names stays true when a file is only changed; what a build made anew changes nothing for its sources; git's own files are for git. */
function matters({ path, change }: Change, by: ToolCall, view: CallView): boolean {
  if (change === 'metadata' || (view.isListing && change === 'changed')) return false;
  if (path.includes('/.git/')) return view.runs.some(({ program }) => program === 'git');
  return !(products.test(path) && (runsIn(commandOf(by)) ?? []).some(isProjectRun));
}
