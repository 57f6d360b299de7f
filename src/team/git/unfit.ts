/** What makes a repository unfit for a team: artoo's calls of git run no program that a repository names, and fetch nothing. */
import { ArtooError } from '../../contracts/errors.ts';
import { git, gitOutput } from './git.ts';

/**
 * Throws `repository_unfit` if files pass through a filter, as with git-lfs, or if git left out objects to fetch them later. Agents would work on
 * placeholders, and commit what should have been converted.
 */
export async function refuseUnfit(root: string): Promise<void> {
  const filtered = (await gitOutput(root, ['ls-files', '-z', '--', ':(top,exclude,attr:!filter)'])).split('\0').filter(Boolean);
  if (filtered.length > 0) throw new ArtooError('repository_unfit', filterText(filtered));
  if ((await git(root, ['config', '--get', 'extensions.partialClone'])).code === 0)
    throw new ArtooError(
      'repository_unfit',
      'this is a partial clone, and a team fetches nothing: clone the whole repository (git clone without --filter), and set up the team there',
    );
}

const filterText = (paths: readonly string[]): string =>
  `.gitattributes sends ${paths.length === 1 ? paths[0] : `${paths[0]} and ${paths.length - 1} more`} through a filter (git-lfs is one), ` +
  'and a team runs no program that a repository names: set up the team on a branch without these attributes (git lfs migrate export takes files out of git-lfs)';
