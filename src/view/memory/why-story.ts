/**
 * The memories given to the planner before each plan of a task, those that the task left, and what became of them, in sentences. Nothing is repeated.
 * Pure.
 */
import type { LessonStatus } from '../../app/memory/lesson-status.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { SaidEntry, SaidRound, Source } from '../../history/story/memory-story.ts';
import { type Line, line, type Style, span } from '../style/line.ts';
import { adviceOf } from '../words/calibration-words.ts';
import { foundIn, wordsOf } from './experience.ts';
import { wrapped } from './space-story.ts';
import { kindOf } from './subject.ts';
import { silences, statusTexts, type WhyStory } from './why-lines.ts';

const maxGoalLength = 200;
const maxLength = 400;
const maxIds = 3;

/** `columns`: undefined if lines are not wrapped. */
export function whyStory(story: WhyStory, columns: number | undefined): readonly Line[] {
  const { task_id, goal, memory, isOver, rounds } = story;
  const told = new Set<string>();
  const say: Say = (spans, indent = 0, lead = [span(' '.repeat(indent))]) =>
    wrapped([...lead, ...spans], { columns }, [span(' '.repeat(indent))]);
  const none = `Memory was not asked: the task ${isOver ? 'made no plan' : 'has made no plan yet'}.`;
  return [
    ...say([span(visible(oneLine(goal, maxGoalLength)), 'strong')]),
    ...say([span(visible(task_id), 'muted')]),
    ...(memory ? [] : [[], ...say([span('The task ran without memory: nothing was recalled, and nothing was learnt.')])]),
    ...(memory && rounds.length === 0 ? [[], ...say([span(none)])] : []),
    ...rounds.flatMap((round) => [[], ...roundStory(round, told, say)]),
    ...(memory ? [[], ...taughtStory(story, say)] : []),
  ];
}

/** Wrapped lines, indented; the first may begin with a lead. */
type Say = (spans: Line, indent?: number, lead?: Line) => readonly Line[];

function roundStory(round: SaidRound, told: Set<string>, say: Say): readonly Line[] {
  const { came, missing, space, entries, must_nots, overruled } = round;
  const kind = space === null ? undefined : (kindOf(space) ?? space);
  const taken = kind === undefined ? '' : ` of round ${round.round}, for a task like ${visible(kind)}`;
  const heading = `Before the plan${taken === '' ? ` of round ${round.round}` : taken}`;
  if (came !== 'said') {
    const why = came === 'missing' ? `Memory could not be asked: ${visible(missing ?? '')}` : silences[came];
    return [...say([span(heading, 'strong')]), ...say([span(why)], 2)];
  }
  const untold = entries.filter(({ text }) => !told.has(wordsOf(text)));
  const stated = new Set([...entries.map(({ text }) => text), ...told]);
  const unstated = must_nots.filter((because) => !stated.has(because));
  for (const text of [...untold.map((entry) => wordsOf(entry.text)), ...unstated]) told.add(text);
  const repeats = entries.length - untold.length;
  return [
    ...say([span(heading, 'strong')]),
    ...untold.flatMap((entry) => entryStory(entry, say)),
    ...unstated.flatMap((because) => say([span('Forbidden: ', 'bad'), span(shown(because))], 4, [span('  ')])),
    ...overruled.flatMap(({ rule, evidence }) => [
      ...say([span('Overruled for this task: ', 'fair'), span(sourceText(rule))], 2),
      ...(evidence ? say([span(`by ${sourceText(evidence)}`, 'muted')], 4) : []),
    ]),
    ...(repeats > 0 ? say([span(repeats === 1 ? 'One lesson as before.' : `${repeats} lessons as before.`, 'muted')], 2) : []),
  ];
}

function entryStory(entry: SaidEntry, say: Say): readonly Line[] {
  const { word, text } = adviceOf(entry);
  const lead = span(`${visible(word.slice(0, 1).toUpperCase() + word.slice(1))}: `, styles[word] ?? 'strong');
  const ids = entry.megrams.map(({ id }) => visible(oneLine(id, 100)));
  const from = `from ${ids.slice(0, maxIds).join(', ')}${ids.length > maxIds ? ` and ${ids.length - maxIds} more` : ''}`;
  return [...say([lead, span(shown(text))], 4, [span('  ')]), ...(ids.length > 0 ? say([span(from, 'muted')], 4) : [])];
}

/** How each kind of advice is coloured. */
const styles: Readonly<Record<string, Style>> = {
  'you said': 'accent',
  forbidden: 'bad',
  avoid: 'bad',
  prefer: 'good',
  careful: 'fair',
  known: 'muted',
};

const shown = (text: string): string => visible(oneLine(text, maxLength));

const sourceText = ({ id, content }: Source): string => (content === null ? visible(oneLine(id, 100)) : shown(content));

function taughtStory({ taught, missing, isOver }: WhyStory, say: Say): readonly Line[] {
  if (taught.length === 0)
    return say([span(isOver ? 'It taught nothing.' : 'Nothing has been learnt from it yet: memory learns from a task when it ends.')]);
  const lessons = [...Map.groupBy(taught, ({ content }) => wordsOf(content)).values()];
  return [
    line('What it taught', 'strong'),
    ...lessons.flatMap((same) => {
      const [first] = same;
      const text = first === undefined ? '' : first.level === 'K' ? foundIn(first.content) : first.content;
      const fates = new Set(same.flatMap(({ now }) => fateOf(now, isOver)));
      return [
        ...say([span(shown(text))], 4, [span('  '), span('• ', 'muted')]),
        ...say([span(same.map(({ id }) => visible(oneLine(id, 100))).join(', '), 'muted')], 4),
        ...[...fates].flatMap((fate) => say([span(fate, 'fair')], 4)),
      ];
    }),
    ...(missing === null ? [] : say([span(`Whether it is still remembered is unknown: ${visible(missing)}`)])),
  ];
}

/** The status of a lesson; empty for a lesson that is remembered. A resumed task writes its lessons again. */
function fateOf(now: LessonStatus | null, isOver: boolean): readonly string[] {
  if (now === null || now === 'remembered') return [];
  return [now === 'gone' && !isOver ? 'not remembered yet: the task has not ended' : statusTexts[now]];
}
