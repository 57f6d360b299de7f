/** What memory says, as one line each: about what, how strongly, and the newest lesson. Its words are data wherever they go. Pure. */
import type { Potential, Tag } from '../../contracts/memory.ts';
import { oneLine } from '../../contracts/shorten.ts';

/** What an entry is about: a kind of task, a tool for it, or a tool on a target. */
export type Subject = { readonly kind?: string; readonly tool?: string; readonly target?: string };

type Grounds = {
  readonly tag: Tag;
  readonly evidence: Potential | undefined;
  readonly isRule: boolean;
  readonly lesson: string;
  /** What is to be known of it, in place of what its kind says. */
  readonly remark?: string | undefined;
};

const longest = 300;
/** The lesson of a whole task: its plan and its commands are what the next one is made of. */
const longestOfTask = 1_400;
/** What was found. */
const longestNote = 600;
/** How much of a name is worth saying. */
const longestName = 100;

export function entryText(kind: string, subject: Subject, { tag, evidence, isRule, lesson, remark }: Grounds): string {
  const strength = [...(isRule ? ['a rule'] : []), ...(evidence ? [strengthOf(evidence)] : [])].join(', ');
  const isOfTask = subject.kind !== undefined && subject.tool === undefined;
  return withLesson(
    `${nameOf(subject, tag)}${remark ?? remarks[kind] ?? ''} (${strength})`,
    lesson,
    isOfTask && !isRule ? longestOfTask : longest,
  );
}

/** What was found in the folder before, and when. */
export const noteText = (created_at: string, content: string): string =>
  oneLine(`found here before, on ${created_at.slice(0, 10)}: ${content}`, longestNote);

/** Of what is to be avoided in other projects. */
export const elsewhere = ' went badly elsewhere';

export const declaredText = (content: string): string => oneLine(`the person says: ${content}`, longest);

export const planText = (tasks: number, lesson: string): string => withLesson(`this very plan failed in ${tasks} tasks`, lesson);

const remarks: Readonly<Record<string, string>> = { CAUTION: ' has a mixed record', NOTE: ' was a dead end' };

const withLesson = (text: string, lesson: string, most: number = longest): string =>
  oneLine(lesson.trim() === '' ? text : `${text}: ${lesson}`, most);

function nameOf({ kind, tool, target }: Subject, { space, entity }: Tag): string {
  const named = [tool, target].filter((part) => part !== undefined);
  const what = named.length > 0 ? named : kind === undefined ? [space, entity] : ['what was done'];
  const name = what.map((part) => oneLine(part, longestName)).join(' ');
  return kind === undefined ? name : `${name} in tasks of the kind ${oneLine(kind, longestName)}`;
}

const strengthOf = ({ decision, tasks, count, megrams }: Potential): string =>
  `decision ${signed(decision)} from ${tasks} ${tasks === 1 ? 'task' : 'tasks'}${count > megrams.length ? ' or more' : ''}`;

function signed(value: number): string {
  const digits = Math.abs(value).toFixed(1);
  return digits === '0.0' ? digits : `${value < 0 ? '−' : '+'}${digits}`;
}
