/** What code sees around a task before it is planned: facts of the machine and the folder, and how people work there. */
import { z } from 'zod';
import { count, IsoTime, listOf, record } from './shape.ts';

/** What to look around: the folder of the task, and where it may change files freely. */
export const LookRequest = record({ cwd: z.string().min(1), workspace: z.string().min(1) });
export type LookRequest = z.infer<typeof LookRequest>;

const Listing = record({
  /** Folders first; a folder's name ends with a slash, a symlink's with `@`. */
  entries: listOf(z.string()),
  /** How many further entries were seen, and whether there are more that were not. */
  more_folders: count,
  more_files: count,
  whole: z.boolean(),
});
export type Listing = z.infer<typeof Listing>;

const Repository = record({
  root: z.string(),
  /** Null where no branch is checked out. */
  branch: z.string().nullable(),
  /** Null where git could not tell in time. */
  changes: record({ changed: count, untracked: count, first: listOf(z.string()) }).nullable(),
  last_commit: record({ subject: z.string(), at: IsoTime }).nullable(),
});
export type Repository = z.infer<typeof Repository>;

const Project = record({
  /** Where its manifests lie. */
  folder: z.string(),
  manifests: listOf(z.string()),
  /** What can be run by name, such as `npm run build`. */
  scripts: listOf(z.string()),
  test_command: z.string().nullable(),
  /** The head of its README. */
  readme: z.string().nullable(),
});
export type Project = z.infer<typeof Project>;

const Instruction = record({ path: z.string(), text: z.string(), cut: z.boolean() });
export type Instruction = z.infer<typeof Instruction>;

/** Parts that are null could not be seen; `left_out` says which, and why. */
export const Surroundings = record({
  os: z.string(),
  user: z.string(),
  at: IsoTime,
  time_zone: z.string(),
  /** How far local time is ahead of UTC. */
  utc_offset_minutes: z.int(),
  cwd: z.string(),
  workspace: z.string(),
  listing: Listing.nullable(),
  /** Null too where there is no repository. */
  repository: Repository.nullable(),
  /** Null too where there is no manifest and no README. */
  project: Project.nullable(),
  programs: listOf(z.string()),
  /** What commands cannot see or reach, a sentence each. */
  hidden: listOf(z.string()),
  /** How people work here, the nearest folder first, the person's own last. */
  instructions: listOf(Instruction),
  left_out: listOf(z.string()),
});
export type Surroundings = z.infer<typeof Surroundings>;
