/** Which path an argument points to, and what a change there means. */
import { clip } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { FileChange } from '../effect.ts';
import { absolutePath, isWithin } from '../places/posix-path.ts';
import { type Surroundings, whyOfSystem, whySensitive, whySensitiveInWorkspace } from '../places/sensitive-places.ts';
import { type Finding, harms, unknown } from './finding.ts';
import type { Folders } from './line/folders.ts';
import type { Argument } from './line/shell-word.ts';

/** Where a command runs, the folder where changes are free, and the person's home. */
export type Context = { readonly cwd: string; readonly workspace: string; readonly home: string };

/** What a change to the file that an argument names means. */
export type At = (argument: Argument, change: FileChange, verb?: string) => Finding;

const verbs = { created: 'creates', changed: 'may overwrite', deleted: 'deletes', metadata: 'changes the permissions of' } as const;

/**
 * What it means if a command makes this change to the file that its argument names. The disk is never read: a possible overwrite counts as an
 * overwrite, and links are not followed. In the workspace everything is free, except where a file changes behaviour by its mere presence.
 */
export function changeOf(
  argument: Argument,
  change: FileChange,
  folders: Folders,
  context: Context,
  verb: string = verbs[change],
): Finding {
  const { path, places, isKnown, workspace } = targetOf(argument, folders, context);
  if (change === 'changed' && isStream(path)) return { verdict: 'creates', effects: [], reason: `prints to ${path}` };
  const effects = [{ path, change }];
  const reason = `${verb} ${shown(path)}`;
  const isGone = change === 'deleted';
  const isFree = workspace === 'inside' || (workspace === 'itself' && !isGone);
  const why = isFree ? whySensitiveInWorkspace : whyOutside;
  const sensitive = isGone ? undefined : places.map((place) => why(place, aroundHome(context))).find((found) => found !== undefined);
  if (sensitive !== undefined) return harms(`${reason}: ${sensitive}`, effects);
  if (isFree) return { verdict: 'creates', effects, reason: `${reason}, in the workspace` };
  if (change !== 'created') return harms(reason, effects);
  return isKnown
    ? { verdict: 'creates', effects, reason }
    : unknown(`${reason}, a place that is not known until the command runs`, effects);
}

/** Text from a command, shortened and made safe for display. */
export const shown = (text: string): string => clip(visible(text), 90);

const whyOutside = (path: string, around: Surroundings): string | undefined => whySensitive(path, around) ?? whyOfSystem(path);
const aroundHome = ({ home }: Context) => ({ home, pathFolders: [], dataFolder: '' });

/** Names of streams, which are not files. */
const isStream = (path: string): boolean => /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/.test(path);

/**
 * The path to show; all paths that the argument may mean; whether they are known before the command runs; whether they are certainly in the
 * workspace.
 */
type Target = {
  readonly path: string;
  readonly places: readonly string[];
  readonly isKnown: boolean;
  readonly workspace: 'itself' | 'inside' | 'no';
};

function targetOf(argument: Argument, folders: Folders, { workspace, home }: Context): Target {
  const path = argument.literal ?? argument.pattern?.replace(/^~/, () => home);
  const starts = path?.startsWith('/') ? ['/'] : folders;
  const places = path ? (starts?.map((folder) => absolutePath(folder, path)) ?? []) : [];
  const [first] = places;
  if (!path || first === undefined) return { path: visible(argument.text), places: [argument.text], isKnown: false, workspace: 'no' };

  const isPattern = argument.literal === undefined && /[*?]/.test(path);
  const free = absolutePath('/', workspace);
  const isFree = !climbs(path) && !(isPattern && hidden.test(path)) && places.every((place) => isWithin(free, place));
  return { path: first, places, isKnown: !isPattern, workspace: !isFree ? 'no' : places.includes(free) ? 'itself' : 'inside' };
}

/** After a name, `..` may lead anywhere, because the name may be a link. */
function climbs(path: string): boolean {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  const named = segments.findIndex((segment) => segment !== '..');
  return named !== -1 && segments.includes('..', named);
}

/** A pattern such as `.*` may match `..`. */
const hidden = /(?:^|\/)\.[^/]*[*?]/;
