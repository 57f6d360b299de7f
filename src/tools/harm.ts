/** Law 1 for tools that write a file themselves: what is free, and what needs a yes to that very action (SPEC §7). */
import { hash } from 'node:crypto';
import { isAbsolute, relative, sep } from 'node:path';
import type { FileEffect } from '../contracts/control.ts';
import { type Place, realFolder } from './place.ts';
import type { Harm, OwnFile, ToolContext } from './tool.ts';

/** One file about to get new content. */
export type FileChange = {
  readonly tool: string;
  readonly place: Place;
  /** For the person: what happens there. */
  readonly what: string;
  /** SHA-256 of the content it has; nothing where there is no file. */
  readonly before: string | undefined;
  /** SHA-256 of the content it gets. */
  readonly after: string;
};

/** What may be written without asking depends on where these folders really are and on what the task wrote itself. */
export type Bounds = { readonly cwd: string; readonly workspace: string; readonly own: readonly OwnFile[] };

export async function boundsOf({ cwd, workspace, own }: ToolContext): Promise<Bounds> {
  return { cwd: await realFolder(cwd), workspace: await realFolder(workspace), own };
}

/** The harm that a change would do, if it does any. `cwd` is the folder as the call names it. */
export function harmOf(change: FileChange, bounds: Bounds, cwd: string): Harm | undefined {
  const reason = change.before === undefined ? whyNotCreate(change.place, bounds) : whyNotReplace(change.place, change.before, bounds);
  if (reason === undefined) return undefined;
  const { tool, place, what } = change;
  const { path, change: kind } = effectOf(change);
  const where = place.asked === place.real ? place.asked : `${place.asked} → ${place.real}`;
  return { action: `${tool} ${where}, ${what}`, effects: [{ path, change: kind }], reason, hash: harmHash(change, cwd) };
}

/** What a yes is bound to: it no longer holds when the file, or what would be written, is another by then. */
export function harmHash({ tool, place, before, after }: FileChange, cwd: string): string {
  return hash('sha256', JSON.stringify([tool, place.asked, place.real, cwd, after, before ?? 'absent']));
}

/** What the change leaves on disk. Through a symlink it is the file behind it that changes. */
export function effectOf({ place, before, after }: FileChange): FileEffect {
  const path = place.holds === 'link' ? place.real : place.asked;
  return { path, change: before === undefined ? 'created' : 'changed', hash: after };
}

/** The files that the task wrote at this place, as it left them. */
export const ownAt = ({ asked, real }: Place, own: readonly OwnFile[]): readonly OwnFile[] =>
  own.filter(({ path }) => path === asked || path === real);

/** Whether any regular file at this place may be replaced. */
export const isReplaceable = ({ real, holds }: Place, { workspace }: Bounds): boolean =>
  holds === 'file' && positionOf(real, [workspace]) === 'open';

function whyNotCreate({ asked, real }: Place, { cwd, workspace }: Bounds): string | undefined {
  const position = positionOf(real, [cwd, workspace]);
  if (position === 'outside') return `${asked} is neither below the current folder nor in the workspace`;
  const inWorkspace = positionOf(real, [workspace]) === 'open';
  if (position === 'hidden' || (!inWorkspace && (isHidden(real) || changesBehaviour.test(real)))) {
    return `${asked} lies where a file can change how programs behave just by being there`;
  }
  return undefined;
}

const isHidden = (path: string): boolean => path.split(sep).some((segment) => segment.startsWith('.'));

/** The plainest of the places that SPEC §7 names; folders on PATH and the rest come with containment. */
const changesBehaviour =
  /^\/(?:etc|usr|bin|sbin|lib|boot|var\/spool)\/|\/Library\/Launch[^/]*\/|\/hooks\/[^/]+$|\/(?:AGENTS|CLAUDE|GEMINI)\.md$/;

function whyNotReplace(place: Place, before: string, bounds: Bounds): string | undefined {
  if (place.holds === 'link') return `${place.asked} is a symlink to ${place.real}`;
  if (isReplaceable(place, bounds)) return undefined;
  const own = ownAt(place, bounds.own);
  if (own.some(({ hash }) => hash === before)) return undefined;
  if (own.length > 0) return `somebody changed ${place.asked} since the task wrote it`;
  const hidden = positionOf(place.real, [bounds.workspace]) === 'hidden';
  return hidden ? `${place.asked} exists and is hidden` : `${place.asked} exists, is not in the workspace and was not written by this task`;
}

type Position = 'open' | 'hidden' | 'outside';

/** How a file lies below these folders: `open` when below one of them no part of its path is hidden. */
function positionOf(file: string, folders: readonly string[]): Position {
  const ways = folders
    .map((folder) => relative(folder, file))
    .filter((way) => way !== '' && !isAbsolute(way) && way.split(sep)[0] !== '..');
  if (ways.length === 0) return 'outside';
  return ways.every(isHidden) ? 'hidden' : 'open';
}
