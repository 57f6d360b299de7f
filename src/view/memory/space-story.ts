/** What is known in one space, as lines under its heading: rules first, then a sentence for each tag, then notes. Nothing is repeated. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { TagView } from '../../memory/keeper.ts';
import { ago } from '../spans.ts';
import { type Line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { experienceOf, foundIn, type Lesson, wordsOf } from './experience.ts';
import { callText, isOfTeam, spaceHeading, subjectOf } from './subject.ts';
import { isOfTasks, tagSentence } from './tag-sentence.ts';

export type Telling = {
  readonly now: number;
  /** Undefined if lines are not wrapped. */
  readonly columns: number | undefined;
  /** The texts that have already been shown; new ones are added. */
  readonly told: Set<string>;
  /** How many rules, and how many notes, of a tag are shown. */
  readonly maxLessons: number;
};

const maxLength = 300;

/** Empty if everything has already been shown. `views` are the tags of one space. */
export function spaceStory(views: readonly TagView[], telling: Telling): readonly Line[] {
  const space = views[0]?.standing.space ?? '';
  const lines = views.toSorted((a, b) => rank(a) - rank(b)).flatMap((view) => tagStory(view, telling));
  return lines.length === 0 ? [] : [...wrapped(spaceHeading(space), telling, []), ...lines];
}

/** The outcomes of whole tasks come first. */
const rank = ({ standing }: TagView): number => (isOfTasks(standing) ? 0 : 1);

/** The lines of one tag, without a heading. */
function tagStory(view: TagView, telling: Telling): readonly Line[] {
  const { rules, lessons } = experienceOf(view);
  const sentence = tagSentence(view, telling.now);
  const item = (sign: Line[number], text: Line) => wrapped([span('  '), sign, ...text], telling, [span('    ')]);
  const more = (text: string) => wrapped([span('    '), span(text, 'muted')], telling, [span('    ')]);
  const bullet = span('• ', 'muted');
  const newRules = fresh(rules, telling);
  const ruleLines = newRules.flatMap(({ content, memories: [{ megram }] }) =>
    item(bullet, megram.state === 'declared' ? [span(shown(content))] : [span('Rule: ', 'strong'), span(shown(content))]),
  );
  if (sentence) {
    const why = reasonOf(view, lessons);
    const isNew = why !== undefined && !telling.told.has(wordsOf(why));
    if (why !== undefined) telling.told.add(wordsOf(why));
    return [...ruleLines, ...item(sentence.sign, sentence.text), ...(isNew ? more(shown(why)) : [])];
  }
  if (rules.length > 0) return ruleLines;
  const notes = fresh(lessons, telling);
  const when = ({ memories: [{ megram }] }: Lesson) => ago(telling.now - Date.parse(megram.created_at));
  return notes.flatMap((note) => item(bullet, [span(shown(foundIn(note.content))), span(` (${when(note)})`, 'muted')]));
}

/** Lessons that have not been shown yet; from now on they count as shown. */
function fresh(lessons: readonly Lesson[], { told, maxLessons }: Telling): readonly Lesson[] {
  const untold = lessons.filter(({ content }) => !told.has(wordsOf(content))).slice(0, maxLessons);
  for (const { content } of untold) told.add(wordsOf(content));
  return untold;
}

/** The newest lesson that gives a reason for a failure. */
function reasonOf({ standing }: TagView, lessons: readonly Lesson[]): string | undefined {
  if (isOfTeam(standing.space)) return lessons[0]?.content;
  const bad = lessons.find(({ memories: [{ megram }] }) => megram.sigma < 0 || (megram.sigma === 0 && megram.level === 'M'));
  if (!bad || !subjectOf(standing)) return undefined;
  const failed = `${callText(standing.space, standing.entity)} failed: `;
  return bad.content.startsWith(failed) ? bad.content.slice(failed.length) : bad.content;
}

const shown = (text: string): string => visible(oneLine(text, maxLength));

export const wrapped = (line: Line, { columns }: Pick<Telling, 'columns'>, indent: Line): readonly Line[] =>
  columns === undefined ? [line] : wrapLine(line, columns, indent);
