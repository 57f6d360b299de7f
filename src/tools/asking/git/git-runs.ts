/** Which files outside git's folder git runs: hooks in `core.hooksPath`, filters, monitors, anything that its configuration names. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isHookName, runByGit } from '../../../laws/places/git-config.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';
import { isListOfHooks, isRunOnPush } from '../../../laws/places/work-tree-files.ts';
import { realFolder } from '../../files/place.ts';
import { gitProgram } from '../../look/run-git.ts';
import { commonFolderOf, statOf } from './git-folders.ts';
import type { OwnGit } from './own-git.ts';

/** Why git runs the file at a real path, in any of the repositories around it; undefined if it does not. */
type WhyRun = (path: string) => string | undefined;

export type GitRuns = {
  readonly why: WhyRun;
  /** The work tree in which a new file at this path would run on another machine once it is pushed. */
  readonly runsOnPush: (path: string) => string | undefined;
};

/** The number of repositories examined per action; if there are more, git is assumed to run every file. */
const maxRepositories = 50;

/** What git runs in these work trees. */
export async function whatGitRuns(roots: readonly string[], home: string, git: OwnGit): Promise<GitRuns> {
  if (gitProgram() === undefined) return { why: () => undefined, runsOnPush: () => undefined };
  const trees = roots.map((tree) => ({ tree, folder: gitFolderOf(tree) }));
  const runsOnPush = (path: string) => trees.find(({ tree, folder }) => folder !== undefined && isRunOnPush(insideOf(tree, path)))?.tree;
  const repositories = [...new Set(trees.map(({ folder }) => folder))];
  if (repositories.length > maxRepositories)
    return { why: () => 'there are too many repositories to find out what git runs in them', runsOnPush };
  const listed = await Promise.all(repositories.map((folder) => configurationOf(folder, home, git)));
  const all = await Promise.all(trees.map((one) => runIn(one, home, listed[repositories.indexOf(one.folder)])));
  return { why: (path) => all.map((why) => why(path)).find((why) => why !== undefined), runsOnPush };
}

/** The path relative to the tree; empty for a path outside it. */
const insideOf = (tree: string, path: string): string => (isWithin(tree, path) ? path.slice(tree.length + 1) : '');

/** A work tree or a bare repository, and git's folder; undefined if this is still being created. */
type Tree = { readonly tree: string; readonly folder: string | undefined };

async function runIn({ tree, folder }: Tree, home: string, listed: string | undefined): Promise<WhyRun> {
  if (listed === undefined)
    return (path) => (isWithin(tree, path) ? `what git runs in ${tree} cannot be read from its configuration` : undefined);
  const run = runByGit(listed);
  const at = async (from: string, place: string) => {
    const path = resolve(from, place.replace(/^~(?=\/|$)/, home));
    return realFolder(path).catch(() => path); // a folder that artoo may not read is closed to the person's commands too
  };
  const hooks = await Promise.all(run.folders.map((place) => at(tree, place)));
  // A program's path is relative to the work tree; that of an included configuration is relative to the file that includes it.
  const named = await Promise.all(run.files.flatMap((place) => [tree, folder ?? tree, home].map((from) => at(from, place))));
  const files = new Set(named.flatMap((file) => [file, ...foldersBetween(tree, file)]));
  return (path) => {
    if (files.has(path)) return "git's configuration names it, so git may run it";
    const inside = insideOf(tree, path);
    if (run.inTree.some((pattern) => pattern.test(inside))) return "a program that git's configuration names may run it";
    const isOfHooks = hooks.some((hook) => isHookIn(hook, path, tree)) || (folder !== undefined && isListOfHooks(inside));
    return isOfHooks ? 'it decides what git runs' : undefined;
  };
}

/** The folders inside a work tree that lead to a file: replacing one of them, for example with a link, changes which file is run. */
function foldersBetween(tree: string, file: string): readonly string[] {
  const found: string[] = [];
  for (let folder = dirname(file); folder !== tree && isWithin(tree, folder); folder = dirname(folder)) found.push(folder);
  return found;
}

/** The whole configuration of a repository, as git reads it; if git is too old for that, the repository's own file and the person's. */
async function configurationOf(folder: string | undefined, home: string, git: OwnGit): Promise<string | undefined> {
  const list = ['config', '--list', '-z', '--includes'];
  const whole = await git.run(list, { home, folder });
  if (whole !== undefined || folder === undefined) return whole;
  const own = await git.run([...list, '--file', join(await commonFolderOf(folder), 'config')]);
  const others = await git.run(list, { home });
  return own === undefined || others === undefined ? undefined : own + others;
}

/** Whether a file is a hook. If the hooks folder contains the whole project, not every file in it is a hook. */
const isHookIn = (hooks: string, path: string, tree: string): boolean =>
  isWithin(hooks, tree) ? dirname(path) === hooks && isHookName(basename(path)) : isWithin(hooks, path);

/**
 * The folder in which git keeps the repository of an existing work tree: `.git`, the folder to which a `.git` file points, or the tree itself if it
 * is bare.
 */
function gitFolderOf(tree: string): string | undefined {
  const dotGit = join(tree, '.git');
  const stats = statOf(dotGit);
  if (stats === undefined) return statOf(join(tree, 'HEAD')) && tree;
  return stats.isFile() ? resolve(tree, namedIn(dotGit) ?? '.git') : dotGit;
}

/** The folder that a `.git` file names; undefined if the file cannot be read, since git cannot read it either. */
function namedIn(dotGit: string): string | undefined {
  try {
    return /^gitdir: ([^\n]+)/.exec(readFileSync(dotGit, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
