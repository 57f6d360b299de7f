/** Which calls are older than the last change of what they looked at. Pure. */
import { runsIn } from '../../../laws/commands/line-runs.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';
import type { Changed } from '../changes-in.ts';
import type { CallView } from './call-view.ts';
import { commandOf, type DeclaredCall } from './declared-call.ts';
import { changesOf } from './own-files.ts';
import { isProjectRun } from './program-kinds.ts';

export type Staleness = { readonly path: string; readonly by: string };

/**
 * The change after a call, if there is one, of what it looked at: the paths it names, or all of the folder where it runs the project's code or names
 * none. A tool that declares nothing, such as one that asks a service, looked at no file where it names none.
 */
export function staleness(view: CallView, later: readonly DeclaredCall[], cwd: string): Staleness | undefined {
  const looked = view.isProject || (view.paths.length === 0 && view.call.evidence !== undefined) ? [cwd] : view.paths;
  for (const call of later) {
    if (isSameLine(call, view.call)) continue; // its own effects, made again
    const change = changesOf(call, cwd).find(
      (each) => matters(each, call, view) && looked.some((path) => isWithin(path, each.path) || isWithin(each.path, path)),
    );
    if (change) return { path: change.path, by: call.call_id };
  }
  return undefined;
}

const isSameLine = (one: DeclaredCall, other: DeclaredCall): boolean => commandOf(one) !== '' && commandOf(one) === commandOf(other);

const products = /\/(?:dist|build|out|target|\.next|public)\//;

/** A list of names stays true when a file is only changed; what a build made anew changes nothing for its sources; git's own files are for git. */
function matters({ path, change }: Changed, by: DeclaredCall, view: CallView): boolean {
  if (change === 'metadata' || (view.isListing && change === 'changed')) return false;
  if (path.includes('/.git/')) return view.runs.some(({ program }) => program === 'git');
  return !(products.test(path) && (runsIn(commandOf(by)) ?? []).some(isProjectRun));
}
