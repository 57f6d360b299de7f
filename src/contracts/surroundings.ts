/** What code sees before a task is planned: facts about the machine and the folder, and how people work there. */
import { z } from 'zod';
import { Json } from './shapes/json.ts';
import { count, IsoTime, listOf, record } from './shapes/shape.ts';
import { ChosenSkill, OfferedSkill } from './skills.ts';

/**
 * Where to look: the folder of the task, the folder in which the task may change files freely, and, if the person chose a skill, that skill, whose
 * text is read.
 */
export const LookRequest = record({ cwd: z.string().min(1), workspace: z.string().min(1), skill: z.string().optional() });
export type LookRequest = z.infer<typeof LookRequest>;

const Listing = record({
  /** Folders first; a folder's name ends with a slash, a symlink's with `@`. */
  entries: listOf(z.string()),
  /** How many more folders there are that are not listed. */
  more_folders: count,
  more_files: count,
  /** Whether all entries were seen. */
  whole: z.boolean(),
});
export type Listing = z.infer<typeof Listing>;

const Repository = record({
  root: z.string(),
  /** The branch; null if none is checked out, or if it could not be determined. */
  branch: z.string().nullable(),
  /** Uncommitted changes; null if git did not answer in time. */
  changes: record({ changed: count, untracked: count, first: listOf(z.string()) }).nullable(),
  last_commit: record({ subject: z.string(), at: IsoTime }).nullable(),
});
export type Repository = z.infer<typeof Repository>;

const Project = record({
  /** The folder that contains the project's manifests. */
  folder: z.string(),
  manifests: listOf(z.string()),
  /** Scripts that can be run by name, such as `npm run build`. */
  scripts: listOf(z.string()),
  test_command: z.string().nullable(),
  /** The beginning of the project's README. */
  readme: z.string().nullable(),
});
export type Project = z.infer<typeof Project>;

const Instruction = record({ path: z.string(), text: z.string(), cut: z.boolean() });
export type Instruction = z.infer<typeof Instruction>;

/** A part that is null could not be read; `left_out` says which, and why. */
export const Surroundings = record({
  os: z.string(),
  user: z.string(),
  at: IsoTime,
  time_zone: z.string(),
  /** How far local time is ahead of UTC, in minutes. */
  utc_offset_minutes: z.int(),
  cwd: z.string(),
  workspace: z.string(),
  /** How memory identifies the project: the identity of its repository, otherwise its real folder. Absent in earlier versions. */
  identity: z.string().min(1).optional(),
  listing: Listing.nullable(),
  /** Also null if there is no repository. */
  repository: Repository.nullable(),
  /** Also null if there is neither manifest nor README. */
  project: Project.nullable(),
  programs: listOf(z.string()),
  /** What commands cannot see or reach, one sentence each. */
  hidden: listOf(z.string()),
  /** How people work here: instructions from the nearest folder first, the person's own last. */
  instructions: listOf(Instruction),
  /** The skills that may be used; absent if there are none. */
  skills: listOf(OfferedSkill).optional(),
  chosen_skill: ChosenSkill.optional(),
  left_out: listOf(z.string()),
  /** Set if the look ran out of time for part of this; absent in earlier versions. */
  late: z.literal(true).optional(),
  /** Tools of MCP servers, or the tool that finds them. `pin`: the hash of name, description and schema. Absent if no server is configured. */
  tools: listOf(record({ name: z.string().min(1), description: z.string(), input: Json, pin: z.string() })).optional(),
  /** The names of tools that only `find_tool` describes. Absent if all tools are described here. */
  deferred_tools: listOf(z.string()).optional(),
});
export type Surroundings = z.infer<typeof Surroundings>;
