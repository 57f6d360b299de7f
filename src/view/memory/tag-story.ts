/** One tag, one space or one memory, in sentences. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import type { StoredMemory, TagView } from '../../memory/keeper.ts';
import { counted } from '../pages.ts';
import { shellLine } from '../shell-words.ts';
import { ago } from '../spans.ts';
import { type Line, line, span } from '../style/line.ts';
import { experienceOf, type Lesson } from './experience.ts';
import { spaceStory, type Telling, wrapped } from './space-story.ts';
import { projectText, spaceHeading, subjectOf } from './subject.ts';
import { howToSeeRest } from './tag-lines.ts';
import { isOfTasks, often, tagSentence } from './tag-sentence.ts';

type Showing = Pick<Telling, 'now' | 'columns'> & {
  /** Whether all were asked for, with --all. */
  readonly isAll: boolean;
};

/** How many lessons of a tag, and ids of a lesson, are shown without --all. */
const maxLessons = 20;
const maxIds = 1;
const maxLength = 1_400;

/** What a tag is about, how often it worked and failed, its rules, and each lesson once, newest first. */
export function tagStory(view: TagView, { now, columns, isAll }: Showing): readonly Line[] {
  const { standing, entries, more } = view;
  const { rules, lessons } = experienceOf(view);
  const max = isAll ? lessons.length : maxLessons;
  const left = more + lessons.slice(max).reduce((sum, { memories }) => sum + memories.length, 0);
  const linesOf = (lesson: Lesson) => lessonLines(lesson, { now, columns, isAll });
  const sentence = tagSentence(view, now);
  const section = (title: string, lines: readonly Line[]) => (lines.length === 0 ? [] : [[], line(title, 'strong'), ...lines]);
  const ids = entries[0]
    ? `\`artoo memory forget ${shellLine([visible(entries[0].id)])}\` forgets the newest; --verbose has the figures.`
    : '';
  return [
    ...wrapped(sentence ? [sentence.sign, ...inPlace(view, sentence.text)] : headingOf(view), { columns }, [span('  ')]),
    ...section(standing.space === 'global' ? 'Facts, newest first' : 'Rules', rules.flatMap(linesOf)),
    ...section('What happened, newest first', lessons.slice(0, max).flatMap(linesOf)),
    ...(left > 0
      ? wrapped(line(`and ${counted(left, 'more', 'more')}${howToSeeRest(entries.length + more, isAll)}`, 'muted'), { columns }, [])
      : []),
    [],
    ...wrapped(line(ids, 'muted'), { columns }, []),
  ];
}

/** The tags of one space, all of them, and how to see more. `more`: the number of tags that are left out. */
export function wholeSpaceStory(views: readonly TagView[], more: number, { now, columns, isAll }: Showing): readonly Line[] {
  const [first] = views;
  const closer =
    first && `\`artoo memory show ${visible(shellLine([first.standing.space, first.standing.entity]))}\` shows what happened each time.`;
  return [
    ...spaceStory(views, { now, columns, told: new Set(), maxLessons: isAll ? Number.POSITIVE_INFINITY : maxLessons }),
    ...(more > 0
      ? wrapped(line(`and ${counted(more, 'more tag')}${howToSeeRest(views.length + more, isAll)}`, 'muted'), { columns }, [])
      : []),
    [],
    ...(closer === undefined ? [] : wrapped(line(closer, 'muted'), { columns }, [])),
  ];
}

/** One memory: what it is about, all its words, and what became of it. */
export function memoryStory(kept: StoredMemory, { now, columns }: Pick<Showing, 'now' | 'columns'>): readonly Line[] {
  const { id, megram, forgotten } = kept;
  const say = (text: string) => wrapped(line(text, 'muted'), { columns }, []);
  if (!megram) return [line(visible(oneLine(id, 100)), 'strong'), ...fatesOf(kept, now).flatMap(say)];
  const what = megram.state === 'declared' ? 'You said so' : megram.level === 'C' ? 'A rule, made' : 'Learnt';
  const where = megram.learnt_in === undefined ? '' : ` in ${projectText(megram.learnt_in)}`;
  const takeBack = forgotten ? [] : say(`\`artoo memory forget ${shellLine([visible(id)])}\` forgets it.`);
  return [
    ...wrapped(headingOf({ standing: megram }), { columns }, []),
    [],
    ...visibleLines(megram.content).flatMap((text) => wrapped([span('  '), span(text)], { columns }, [span('  ')])),
    [],
    ...say(`${what}${where}, ${ago(now - Date.parse(megram.created_at))}.`),
    ...fatesOf(kept, now).flatMap(say),
    ...takeBack,
  ];
}

/** `wc` in tasks like count_lines. */
function headingOf({ standing }: { readonly standing: Pick<TagView['standing'], 'space' | 'entity'> }): Line {
  const [subject, [first, ...rest]] = [subjectOf(standing), spaceHeading(standing.space)];
  if (!subject || !first) return spaceHeading(standing.space);
  return [
    subject,
    span(standing.space.startsWith('intent:') ? ` ${first.text.toLowerCase()}` : ` (${first.text.toLowerCase()})`, first.style),
    ...rest,
  ];
}

/** The sentence about a tag without a heading for its space: "In tasks like build, avoid …". */
function inPlace({ standing }: Pick<TagView, 'standing'>, [first = span(''), ...rest]: Line): Line {
  if (!standing.space.startsWith('intent:')) return [first, ...rest];
  const lower = first.style === 'plain' ? span(`${first.text.slice(0, 1).toLowerCase()}${first.text.slice(1)}`) : first;
  return [...spaceHeading(standing.space), span(isOfTasks(standing) ? ': ' : ', '), lower, ...rest];
}

function lessonLines({ content, memories }: Lesson, { now, columns, isAll }: Showing): readonly Line[] {
  const [newest] = memories;
  const ids = memories.slice(0, isAll ? memories.length : maxIds).map(({ id }) => visible(oneLine(id, 100)));
  const rest = memories.length - ids.length;
  const when = `${memories.length === 1 ? '' : `${often(memories.length)}, the last time `}${ago(now - Date.parse(newest.megram.created_at))}`;
  const where = newest.megram.learnt_in === undefined ? '' : `, in ${projectText(newest.megram.learnt_in)}`;
  const facts = [`${when}${where}`, `${ids.join(', ')}${rest > 0 ? ` and ${counted(rest, 'more', 'more')}` : ''}`, ...fatesOf(newest, now)];
  return [
    ...wrapped([span('  '), span('• ', 'muted'), span(visible(oneLine(content, maxLength)))], { columns }, [span('    ')]),
    ...facts.flatMap((fact) => wrapped([span('    '), span(fact, 'muted')], { columns }, [span('    ')])),
  ];
}

/** What has become of a memory since it was written. */
function fatesOf({ consolidated, demoted_at, superseded, forgotten }: StoredMemory, now: number): readonly string[] {
  const since = (time: string) => ago(now - Date.parse(time));
  return [
    ...(consolidated ? [`It became part of the rule ${visible(consolidated.into)}, ${since(consolidated.at)}.`] : []),
    ...(demoted_at === undefined ? [] : [`It was a rule until it proved wrong, ${since(demoted_at)}; it has been fading since.`]),
    ...(superseded ? [`The rule ${visible(superseded.by)} took its place, ${since(superseded.at)}.`] : []),
    ...(forgotten ? [`You asked to forget it, ${since(forgotten.at)}${forgotten.purged ? ', and its words have been erased' : ''}.`] : []),
  ];
}
