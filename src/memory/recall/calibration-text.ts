/**
 * One line for each entry of a calibration, as the planner and the person read it: its subject, its grounds and the newest lesson. The text of a
 * memory is always treated as data. Pure.
 */
import type { Megram, Potential, Tag } from '../../contracts/memory.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { isOfRefusals } from './project.ts';

/** What an entry is about: a kind of task, a tool for it, or a tool on a target. */
export type Subject = { readonly kind?: string; readonly tool?: string; readonly target?: string };

type Grounds = {
  readonly tag: Tag;
  readonly evidence: Potential | undefined;
  readonly isRule: boolean;
  readonly lesson: string;
  /** Replaces the remark that this kind of entry usually has. */
  readonly remark?: string | undefined;
};

const maxLength = 300;
/** The limit on the lesson of a whole task, in characters: it contains its plan and commands, on which the next plan is based. */
const maxTaskLength = 1_400;
const maxNoteLength = 600;
const maxNameLength = 100;

export function entryText(kind: string, subject: Subject, { tag, evidence, isRule, lesson, remark }: Grounds): string {
  const grounds = [...(isRule ? ['a rule'] : []), ...(evidence ? [tasksOf(evidence)] : [])].join(', ');
  const isOfTask = subject.kind !== undefined && subject.tool === undefined;
  const text = `${nameOf(subject, tag)}${remark ?? remarks[kind] ?? ''} (${grounds})`;
  return withLesson(text, lesson, isOfTask && !isRule ? maxTaskLength : maxLength);
}

/** A note: what was found in the folder, or what the person said no to, and when. */
export const noteText = ({ created_at, content, ...tag }: Pick<Megram, 'created_at' | 'content' | keyof Tag>): string =>
  oneLine(`${isOfRefusals(tag) ? 'said' : 'found'} here before, on ${created_at.slice(0, 10)}: ${content}`, maxNoteLength);

/** The remarks on what went badly in another project, and on what had mixed results there. */
export const elsewhere = ' went badly elsewhere';
export const mixedElsewhere = ' has a mixed record elsewhere';

export const declaredText = (content: string): string => oneLine(`the person says: ${content}`, maxLength);

export const planText = (tasks: number, lesson: string): string => withLesson(`this very plan failed in ${tasks} tasks`, lesson);

const remarks: Readonly<Record<string, string>> = { CAUTION: ' has a mixed record', NOTE: ' was a dead end' };

const withLesson = (text: string, lesson: string, max: number = maxLength): string =>
  oneLine(lesson.trim() === '' ? text : `${text}: ${lesson}`, max);

function nameOf({ kind, tool, target }: Subject, { space, entity }: Tag): string {
  const named = [tool?.replace(ofShell, ''), target].filter((part) => part !== undefined);
  const filed = space.startsWith('team:') ? [entity.replace(':', ' ')] : [space, entity]; // a team's lesson concerns one repository
  const what = named.length > 0 ? named : kind === undefined ? filed : ['what was done'];
  const name = what.map((part) => oneLine(part, maxNameLength)).join(' ');
  return kind === undefined ? name : `${name} in tasks like ${oneLine(kind, maxNameLength)}`;
}

/** A program of the shell (`shell:find`) is known by its own name. */
const ofShell = /^shell:(?=\S)/;

const tasksOf = ({ tasks, count, megrams }: Potential): string =>
  `from ${tasks} ${tasks === 1 ? 'task' : 'tasks'}${count > megrams.length ? ' or more' : ''}`;

/** `+3.87`, `−1.90`, `0.00`. */
export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}
