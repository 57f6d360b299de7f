/** The look around a demo: its own files and nothing of the machine, so that a scenario runs the same everywhere. */
import type { Listing } from '../../contracts/surroundings.ts';
import type { Clock } from '../../engine/clock.ts';
import type { LookAround } from '../../tools/look/look-around.ts';
import type { Scenario } from './scenarios.ts';

export const demoLook =
  ({ files }: Pick<Scenario, 'files'>, clock: Clock): LookAround =>
  async ({ cwd, workspace }) => ({
    os: 'any',
    user: 'demo',
    at: new Date(clock.now()).toISOString(),
    time_zone: 'UTC',
    utc_offset_minutes: 0,
    cwd,
    workspace,
    listing: listingOf(Object.keys(files)),
    repository: null,
    project: null,
    programs: [],
    hidden: [],
    instructions: [],
    left_out: ['this machine: a demo runs the same way on every machine'],
  });

/** Folders first, as in a real look. */
function listingOf(paths: readonly string[]): Listing {
  const names = [...new Set(paths.map((path) => path.replace(/(?<=\/).*/, '')))].sort();
  const isFolder = (name: string): boolean => name.endsWith('/');
  const entries = [...names.filter(isFolder), ...names.filter((name) => !isFolder(name))];
  return { entries, more_folders: 0, more_files: 0, whole: true };
}
