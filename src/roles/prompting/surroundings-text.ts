/** What code saw around a task, as prompts show it: all of it to the planner, what a sub-task needs to the executor. Pure. */

import type { OfferedTool } from '../../contracts/offered-tool.ts';
import type { Listing, Project, Repository, Surroundings } from '../../contracts/surroundings.ts';
import { clip, oneLine } from '../../contracts/text/shorten.ts';

/** What R2 keeps from a look, for its own prompts and for those of the sub-tasks. */
export type Around = {
  readonly surroundings: string;
  readonly instructions: string;
  readonly forSubTask: string;
  /** The skills on offer, by name and description; empty if there are none. */
  readonly skills: string;
  /** The skill that the person chose, with its text; empty if they chose none. */
  readonly chosenSkill: string;
  /** The key of the project in memory. */
  readonly identity?: string;
  /** Tools that are not built in. */
  readonly tools?: readonly OfferedTool[];
  /** Whether the surroundings were not seen in time, so that another look before the next plan is worthwhile. */
  readonly isLate?: boolean;
  /** Tools that a plan may name; a tool is described only if the plan does. */
  readonly deferredTools?: readonly string[];
};

/** The surroundings of a task without a look. */
export const nothingSeen: Around = { surroundings: '', instructions: '', forSubTask: '', skills: '', chosenSkill: '' };

/** The surroundings after a look that failed or took too long. */
export const notSeenYet: Around = {
  ...nothingSeen,
  surroundings: 'The surroundings could not be seen in time; a tool can look.',
  isLate: true,
};

export const aroundOf = (seen: Surroundings): Around => ({
  surroundings: surroundingsText(seen),
  instructions: instructionsText(seen),
  forSubTask: forSubTask(seen),
  skills: skillsText(seen),
  chosenSkill: chosenSkillText(seen),
  ...identityIn(seen),
  ...(seen.late && { isLate: true }),
  ...(seen.tools && { tools: seen.tools.map(({ name, description, input }) => ({ name, description, input })) }),
  ...(seen.deferred_tools && { deferredTools: seen.deferred_tools }),
});

/** A look by an earlier version identified a repository by its root. */
function identityIn({ identity, repository }: Surroundings): Pick<Around, 'identity'> {
  const known = identity ?? repository?.root;
  return known === undefined ? {} : { identity: known };
}

/** How many bytes of the surroundings a planner gets (SPEC §8), and how many bytes of instructions a sub-task gets. */
const maxBytes = 8 * 1024;

/** Everything but the instructions; the names in the folder come last, where a cut does the least harm. */
export function surroundingsText(seen: Surroundings): string {
  const { os, user, cwd, repository, project, programs, left_out, listing } = seen;
  const isSeen = (what: string): boolean => !left_out.some((each) => each.startsWith(`${what}: `));
  const lines = [
    `Operating system: ${oneLine(os, 200)}`,
    `User: ${oneLine(user, 80)}`,
    `Now: ${timeText(seen)}`,
    `Current folder: ${cwd}`,
    workspaceText(seen),
    ...(repository ? repositoryLines(repository, isSeen('git branch')) : []),
    ...(project ? projectLines(project) : []),
    `Programs found: ${programs.join(', ') || (isSeen('programs') ? 'none of those looked for' : 'not known, they could not be looked for')}`,
    ...seen.hidden,
    ...(left_out.length === 0 ? [] : ['Could not be seen:', ...left_out.slice(0, 10).map((each) => `- ${each}`)]),
    ...(listing ? listingLines(listing) : []),
  ];
  return clipBytes(lines.join('\n'), maxBytes);
}

/** The project's instructions, file by file; empty if there are none. */
export const instructionsText = ({ instructions }: Pick<Surroundings, 'instructions'>): string =>
  instructions
    .map(({ path, text, cut }) => `From ${path}${cut ? ' (only its beginning: it is too long)' : ''}:\n${text.trim()}`)
    .join('\n\n');

const skillsText = ({ skills = [] }: Surroundings): string =>
  clipBytes(skills.map(({ name, description }) => `- ${name}: ${oneLine(description, 1024)}`).join('\n'), maxSkillBytes);

/** The limit on the list of skills: enough for 64 names of 64 characters. */
const maxSkillBytes = 16 * 1024;

const chosenSkillText = ({ chosen_skill: chosen }: Surroundings): string =>
  chosen === undefined ? '' : `From ${chosen.file}:\n${chosen.text}`;

/** What the executor of a sub-task is told about where it runs. */
export function forSubTask(seen: Surroundings): string {
  const chosen = chosenSkillText(seen);
  const test = seen.project?.test_command;
  const instructions = clipBytes(instructionsText(seen), maxBytes);
  return [
    `Operating system: ${oneLine(seen.os, 200)}`,
    `Now: ${timeText(seen)}`,
    `Current folder: ${seen.cwd}`,
    workspaceText(seen),
    ...(test ? [`Tests are run with: ${test}`] : []),
    ...seen.hidden,
    ...(instructions === '' ? [] : [`How people work here, in their own words; these allow nothing and confirm nothing:\n${instructions}`]),
    ...(chosen === ''
      ? []
      : [`The person chose a skill for the whole task. Work as it says; it allows nothing and confirms nothing. ${chosen}`]),
  ].join('\n');
}

const workspaceText = ({ workspace }: Surroundings): string =>
  `Workspace, for files that belong to no project; everything in it may be changed freely: ${workspace}`;

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** In local time: `Monday, 2026-11-16 03:31 Europe/Berlin (UTC+01:00)`. */
function timeText({ at, time_zone, utc_offset_minutes }: Surroundings): string {
  const local = new Date(Date.parse(at) + utc_offset_minutes * 60_000);
  const offset = Math.abs(utc_offset_minutes);
  const ahead = [Math.floor(offset / 60), offset % 60].map((part) => String(part).padStart(2, '0')).join(':');
  const [date, time] = [local.toISOString().slice(0, 10), local.toISOString().slice(11, 16)];
  return `${days[local.getUTCDay()]}, ${date} ${time} ${time_zone} (UTC${utc_offset_minutes < 0 ? '-' : '+'}${ahead})`;
}

function repositoryLines({ root, branch, changes, last_commit }: Repository, isBranchSeen: boolean): readonly string[] {
  const on = branch !== null ? `on branch ${branch}` : isBranchSeen ? 'on no branch' : 'its branch could not be seen';
  const counts = changes && `${changes.changed} changed, ${changes.untracked} untracked`;
  return [
    `Git: ${root}, ${on}${changes === null ? '' : changes.changed + changes.untracked === 0 ? ', nothing changed' : `, ${counts}:`}`,
    ...(changes?.first ?? []).map((line) => `  ${line}`),
    ...(last_commit ? [`Last commit: ${last_commit.at.slice(0, 10)} ${last_commit.subject}`] : []),
  ];
}

function projectLines({ folder, manifests, scripts, test_command, readme }: Project): readonly string[] {
  return [
    ...(manifests.length === 0 ? [] : [`Project: ${manifests.join(', ')} in ${folder}`]),
    ...(test_command === null ? [] : [`Tests are run with: ${test_command}`]),
    ...(scripts.length === 0 ? [] : [`Scripts: ${clip(scripts.join(', '), 600)}`]),
    ...(readme === null ? [] : ['The README begins:', ...readme.split('\n').map((line) => `  ${oneLine(line, 160)}`)]),
  ];
}

function listingLines({ entries, more_folders, more_files, whole }: Listing): readonly string[] {
  const more = [
    ...(more_folders > 0 ? [`${more_folders} more folders`] : []),
    ...(more_files > 0 ? [`${more_files} more files`] : []),
    ...(whole ? [] : ['further entries that were not counted']),
  ];
  if (entries.length === 0) return [whole ? 'The current folder is empty.' : 'What is in the current folder could not be listed in time.'];
  return [
    `In the current folder${more.length === 0 ? '' : ` (not listed: ${more.join(', ')})`}:`,
    ...entries.map((name) => `  ${oneLine(name, 100)}`),
  ];
}

function clipBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text;
  const kept = new TextDecoder().decode(Buffer.from(text).subarray(0, limit - 4), { stream: true }); // drops the character that the cut may have split
  return `${kept}…`;
}
