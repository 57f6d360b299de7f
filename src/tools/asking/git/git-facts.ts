/** What the changes in git's folders mean: each file is compared with what git writes there (docs/walls.md, "Git's folder"). */
import { basename, join } from 'node:path';
import { makesBareRepository } from '../../../laws/commands/bare-repository.ts';
import { gitFileAt, isGitSubfolder } from '../../../laws/places/git-folder.ts';
import { gitVerdict, isReadWhenNew, whyActs } from '../../../laws/places/git-verdict.ts';
import type { Change } from '../../changes/change.ts';
import { createGitChecks, type GitChange } from './git-checks.ts';
import { type GitFolders, gitFoldersOf, type InGit, isNamedGit } from './git-folders.ts';
import { leftIn } from './git-leftovers.ts';
import { whatGitRuns } from './git-runs.ts';
import { openOwnGit } from './own-git.ts';

/** What is known about a change in git's folder. */
export type GitFacts = { readonly isNote?: true; readonly speaksFor?: string; readonly actsLater?: string };

export type GitSources = {
  /** The line that ran; undefined for a tool that writes the file itself. */
  readonly line: string | undefined;
  readonly isOwn: (change: Change) => boolean;
  readonly home: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
};

/** Facts by change. Leaves out files that are neither in git's folder nor run by git, and deletions, which need approval like any other deletion. */
export async function gatherGitFacts(changes: readonly Change[], sources: GitSources): Promise<ReadonlyMap<Change, GitFacts>> {
  const facts = new Map<Change, GitFacts>();
  const folders = gitFoldersOf(changes);
  const found = changes.flatMap((change) => inGitFolder(change, folders, sources));
  const inside = new Set(found.map(({ change }) => change));
  const others = changes.filter((change) => change.after !== null && change.after.kind !== 'folder' && !inside.has(change));
  const here = folders.workTreesAbove(join(sources.cwd, '.git'));
  const nearGit = here.length > 0 ? others : others.filter(({ path }) => folders.workTreesAbove(path).length > 0);
  if (found.length + nearGit.length === 0) return facts;

  await using git = openOwnGit(sources.signal);
  const isGenuine = await createGitChecks(found, changes, git);
  for (const one of found) facts.set(one.change, await factsOf(one, isGenuine));
  for (const [change, why] of await newRepositories(found, folders, sources, isGenuine)) facts.set(change, { actsLater: why });
  const trees = new Set([...here, ...nearGit.flatMap(({ path }) => folders.workTreesAbove(path))]);
  if (nearGit.length === 0) return facts;
  const runs = await whatGitRuns([...trees], sources.home, git);
  for (const change of nearGit) {
    const why = runs.why(change.path);
    const pushed = runs.runsOnPush(change.path);
    if (why !== undefined) facts.set(change, { actsLater: why });
    else if (pushed !== undefined) facts.set(change, { speaksFor: `a push of ${pushed}` });
  }
  return facts;
}

function inGitFolder(change: Change, folders: GitFolders, { isOwn }: GitSources): readonly GitChange[] {
  const inGit = change.after === null ? undefined : folders.find(change.path);
  if (inGit === undefined) return [];
  return [asGitChange(change, inGit, isOwn(change))];
}

/** Anything that is not a regular file has the verdict `acts`: git writes no links or pipes. */
const asGitChange = (change: Change, inGit: InGit, isOwn: boolean): GitChange => ({
  ...inGit,
  ...{ change, isOwn },
  file: change.after?.kind === 'file' ? gitFileAt(inGit.inside) : { is: 'acting' },
});

type IsGenuine = (one: GitChange) => Promise<boolean>;

async function factsOf(one: GitChange, isGenuine: IsGenuine): Promise<GitFacts> {
  const { change, file, folder, inside, isNewRepository, isOwn } = one;
  const isCreated = change.before === null;
  if (change.after?.kind === 'folder') return factsOfFolder(one);
  if (hasSameContent(change)) return factsOfMetadata(one);
  const isChecked = !isNewRepository || isReadWhenNew(file);
  const verdict = gitVerdict({ file, isNewRepository, isNew: isCreated || isOwn, isGenuine: !isChecked || (await isGenuine(one)) });
  if (verdict === 'free') return isNewRepository && !hasGitsName(folder) ? {} : { isNote: true };
  if (verdict === 'acts') return { actsLater: whyActs[file.is] ?? whyActs.acting };
  return verdict === 'asked' && isCreated ? { speaksFor: meaningOf(folder, inside) } : {};
}

const hasSameContent = ({ before, after }: Change): boolean =>
  before?.kind === 'file' && after?.kind === 'file' && before.hash === after.hash;

/** A change of nothing but times is free: git updates the time of an object, instead of writing it again, so that the object is kept. */
function factsOfMetadata({ change: { before, after }, file }: GitChange): GitFacts {
  const isOnlyTime = before?.kind === 'file' && after?.kind === 'file' && before.mode === after.mode && before.uid === after.uid;
  if (isOnlyTime && (file.is === 'object' || file.is === 'pack')) return { isNote: true };
  return file.is === 'acting' || file.is === 'config' || file.is === 'sample hook' ? { actsLater: whyActs.acting } : {};
}

/**
 * An empty folder can matter too: if `rebase-merge` exists, git assumes that a rebase is in progress. Other folders matter if they make files in
 * git's folder look like those of a project.
 */
function factsOfFolder({ change, folder, inside, isNewRepository }: GitChange): GitFacts {
  if (change.before !== null) return {};
  if (isNamedGit(inside) || /(?:^|\/)(?:\.git)\//i.test(inside)) return { actsLater: whyActs.acting };
  if (isNewRepository) return {};
  return isGitSubfolder(inside) ? { isNote: true } : { speaksFor: meaningOf(folder, inside) };
}

/** Places that are sensitive for other reasons stay sensitive, whatever the verdict on git's folder. */
const hasGitsName = (folder: string): boolean => basename(folder).endsWith('.git');

/** What in a repository gets a different meaning once this path exists. */
function meaningOf(folder: string, inside: string): string {
  if (/^(?:shallow|info\/grafts)$/.test(inside)) return `the history in ${folder}`;
  if (inside.startsWith('refs/replace/')) return `${folder}/objects`;
  return inside.startsWith('refs/') ? inside : `the repository ${folder}`;
}

/**
 * The changes that turn a folder into a repository, if that needs approval: it is bare although the command does not say so, or old files in it take
 * effect.
 */
async function newRepositories(
  found: readonly GitChange[],
  folders: GitFolders,
  { line }: GitSources,
  isGenuine: IsGenuine,
): Promise<ReadonlyMap<Change, string>> {
  const asked = new Map<Change, string>();
  const making = found.filter(({ isNewRepository, inside }) => isNewRepository && makesRepository.test(inside));
  const isBareWanted = line !== undefined && making.some(({ folder }) => !isNamedGit(folder)) && makesBareRepository(line);
  for (const [folder, made] of Map.groupBy(making, (one) => one.folder)) {
    const why = isNamedGit(folder) || isBareWanted ? await whyLeftoversAct(folder, folders, isGenuine) : whyBare;
    if (why !== undefined) for (const { change } of made) asked.set(change, why);
  }
  return asked;
}

const makesRepository = /^(?:HEAD|objects|refs|commondir)$/i;
const whyBare = 'git would take the folder for a repository';

/** Why files that were left in the folder would take effect: they are judged as if they were new. */
async function whyLeftoversAct(folder: string, folders: GitFolders, isGenuine: IsGenuine): Promise<string | undefined> {
  const left = leftIn(folder);
  if (left === undefined) return whyActs.acting;
  for (const change of left.filter(({ path }) => !folders.isChanged(path))) {
    const inGit = { folder, inside: change.path.slice(folder.length + 1), isNewRepository: true };
    const { actsLater } = await factsOf(asGitChange(change, inGit, false), isGenuine);
    if (actsLater !== undefined) return actsLater;
  }
  return undefined;
}
