/** The memories that a planner was given, those that the task left, and what became of them, as lines. Pure. */

import type { LessonStatus, Lessons } from '../../app/memory/lesson-status.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { MemoryStory, SaidEntry, SaidRound, Source } from '../../history/story/memory-story.ts';
import { signed } from '../../memory/recall/calibration-text.ts';
import { wrap } from '../wrap.ts';
import { tagText } from './memory-text.ts';

const maxGoalLength = 200;
const maxContentLength = 300;

export type WhyStory = Omit<MemoryStory, 'taught'> & Lessons;

export function whyLines(story: WhyStory, width: number | undefined): readonly string[] {
  const { task_id, goal, memory, isOver, rounds } = story;
  const lines = [
    `${shortId(task_id)}  ${visible(oneLine(goal, maxGoalLength))}`,
    ...(memory ? [] : ['The task ran without memory: nothing was recalled, and nothing was learnt.']),
    ...(memory && rounds.length === 0 ? [`Memory was not asked: the task ${isOver ? 'made no plan' : 'has made no plan yet'}.`] : []),
    ...rounds.flatMap((round) => ['', ...roundLines(round)]),
    ...(memory ? ['', ...taughtLines(story, width)] : []),
  ];
  return width === undefined ? lines : lines.flatMap((line) => wrap(line, width, indentOf(line)));
}

/** Continuation lines are indented like the first; those of a heading, two columns further. */
function indentOf(line: string): number {
  const indent = line.length - line.trimStart().length;
  return indent === deepest ? indent : indent + 2;
}

const deepest = 6;

function roundLines(round: SaidRound): readonly string[] {
  const { space, entries, must_nots, overruled } = round;
  const stated = new Set(entries.map(({ text }) => text));
  const unstated = must_nots.filter((because) => !stated.has(because));
  return [
    `Round ${round.round} (entry ${round.seq})${space === null ? '' : `, seen as ${tagText({ space })}`}`,
    ...silence(round),
    ...entries.flatMap(entryLines),
    ...(unstated.length > 0 ? ['  Enforced beyond these:', ...unstated.map((because) => `    ${visible(because)}`)] : []),
    ...overruled.flatMap(({ rule, evidence }) => [
      '  Overruled by fresh evidence, for this task:',
      sourceLine(rule),
      ...(evidence ? ['    by', sourceLine(evidence)] : []),
    ]),
  ];
}

function silence({ came, missing }: SaidRound): readonly string[] {
  if (came === 'said') return [];
  return [`  ${came === 'missing' ? `Memory could not be asked: ${visible(missing ?? '')}` : silences[came]}`];
}

export const silences = {
  faint: 'Memory returned nothing: what it contains is too weak, or about tools that were not offered.',
  empty: 'Memory returned nothing: nothing was remembered about this.',
  unanswered: 'Memory was asked, but the journal ends before its answer.',
} as const satisfies Record<Exclude<SaidRound['came'], 'said' | 'missing'>, string>;

const entryLines = ({ kind, enforced, text, megrams }: SaidEntry): readonly string[] => [
  `  ${visible(kind)}${enforced ? ', enforced' : ''}: ${visible(text)}`,
  ...megrams.map((source) => sourceLine(isIn(source, text) ? { ...source, content: null } : source)),
];

/** Whether the text already contains the words of this memory. */
const isIn = ({ content }: Source, text: string): boolean =>
  content !== null && text.includes(oneLine(content, maxContentLength).slice(0, 60));

const sourceLine = ({ id, content }: Source): string =>
  `      ${visible(id)}${content === null ? '' : `  ${visible(oneLine(content, maxContentLength))}`}`;

function taughtLines({ taught, missing, isOver }: WhyStory, width: number | undefined): readonly string[] {
  if (taught.length === 0)
    return [isOver ? 'It taught nothing.' : 'Nothing has been learnt from it yet: memory learns from a task when it ends.'];
  return [
    'It taught',
    ...taught.flatMap(({ id, state, sigma, space, entity, content, now }) => [
      `  ${visible(id)}`,
      `      ${state}  σ ${signed(sigma, 1)}  at ${tagText({ space, entity }, width)}`,
      `      ${visible(oneLine(content, maxContentLength))}`,
      ...statusLines(now, isOver),
    ]),
    ...(missing === null ? [] : [`Whether it is still remembered is unknown: ${visible(missing)}`]),
  ];
}

/** The status of a lesson; empty for a lesson that is remembered. A resumed task writes its lessons again. */
function statusLines(now: LessonStatus | null, isOver: boolean): readonly string[] {
  if (now === null || now === 'remembered') return [];
  return [`      (${now === 'gone' && !isOver ? 'not remembered yet: the task has not ended' : statusTexts[now]})`];
}

export const statusTexts = {
  forgotten: 'this has since been forgotten: it no longer counts',
  erased: 'this has since been forgotten, and erased from memory',
  gone: 'no longer remembered: it has faded, or was lost',
} as const satisfies Record<Exclude<LessonStatus, 'remembered'>, string>;
