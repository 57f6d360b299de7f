/** What is known about a tag, as one sentence with its sign. Pure. */
import type { Tag } from '../../contracts/memory.ts';
import type { TagState, TagView } from '../../memory/keeper.ts';
import { ago } from '../spans.ts';
import { type Line, type Span, span } from '../style/line.ts';
import { type Experience, experienceOf, type Times } from './experience.ts';
import { isOfTeam, subjectOf } from './subject.ts';

const signs = {
  good: span('✓ ', 'good'),
  bad: span('✗ ', 'bad'),
  fair: span('! ', 'fair'),
  faint: span('· ', 'muted'),
} as const satisfies Record<string, Span>;

type TagSentence = { readonly sign: Span; readonly text: Line };

/** Undefined if only rules and notes are known. */
export function tagSentence(view: Pick<TagView, 'standing' | 'entries' | 'more'>, now: number): TagSentence | undefined {
  const { standing, more } = view;
  const known: Known = { ...experienceOf(view), action: standing.action, isMore: more > 0, now };
  const subject = subjectOf(standing);
  const said = subject
    ? isOfTeam(standing.space)
      ? ofTeam(standing, subject, known)
      : ofThing(subject, known)
    : isOfTasks(standing)
      ? ofTasks(known)
      : undefined;
  return said && { sign: signs[said.sign], text: said.text };
}

/** Whether the tag is about whole tasks of a kind. */
export const isOfTasks = ({ space, entity }: Tag): boolean => space.startsWith('intent:') && entity === 'env:local';

/** What is known about a tag. `isMore`: whether there are memories that were not counted. */
type Known = Experience & { readonly action: TagState['action']; readonly isMore: boolean; readonly now: number };
type Said = { readonly sign: keyof typeof signs; readonly text: Line };

function ofThing(subject: Span, known: Known): Said | undefined {
  const { worked, failed, other, action } = known;
  const faded = action === 'Ignore' ? ' This has almost faded.' : '';
  if (worked.tasks > 0 && failed.tasks > 0) {
    const record = ` has worked ${times(worked, known)} and failed ${times(failed, known)}, ${last([worked, failed], known)}.${faded}`;
    if (action === 'Exploit') return { sign: 'good', text: [subject, span(record)] };
    if (action === 'Avoid') return { sign: 'bad', text: [span('Avoid '), subject, span(`: it${record}`)] };
    if (action === 'Caution') return { sign: 'fair', text: [span('Careful with '), subject, span(`: it${record}`)] };
    return { sign: 'faint', text: [subject, span(record)] };
  }
  if (worked.tasks > 0) {
    const record = ` has worked ${times(worked, known)}, ${last([worked], known)}.${faded}`;
    return { sign: action === 'Exploit' ? 'good' : 'faint', text: [subject, span(record)] };
  }
  if (failed.tasks > 0) {
    const record = ` has failed ${times(failed, known)}, ${last([failed], known)}.${faded}`;
    if (action !== 'Avoid') return { sign: 'faint', text: [subject, span(record)] };
    return { sign: 'bad', text: [span('Avoid '), subject, span(`: it${record}`)] };
  }
  if (other.tasks === 0) return undefined;
  return { sign: 'faint', text: [subject, span(` was a dead end ${times(other, known)}, ${last([other], known)}.${faded}`)] };
}

/** A team learns about files, from what reviews found, and about specs and runners, from the outcome of the work. */
function ofTeam({ entity, action }: TagState, subject: Span, known: Known): Said | undefined {
  const { worked, failed, other } = known;
  const sign = signOf[action];
  if (entity.startsWith('path:')) {
    const found = worked.tasks + failed.tasks + other.tasks;
    if (found === 0) return undefined;
    return {
      sign: sign === 'good' ? 'faint' : sign,
      text: [span('Reviews found something in '), subject, span(`, ${last([worked, failed, other], known)}.`)],
    };
  }
  const ends = [
    ...(worked.tasks > 0 ? [`was merged ${times(worked, known)}`] : []),
    ...(failed.tasks > 0 ? [`was not merged ${times(failed, known)}`] : []),
  ];
  if (ends.length === 0) return undefined;
  const start = entity.startsWith('runner:') ? 'Work of ' : 'Work specified in ';
  return { sign, text: [span(start), subject, span(` ${listed(ends)}, ${last([worked, failed], known)}.`)] };
}

const signOf = { Exploit: 'good', Avoid: 'bad', Caution: 'fair', Ignore: 'faint' } as const satisfies Record<
  TagState['action'],
  keyof typeof signs
>;

function ofTasks(known: Known): Said | undefined {
  const { done, gaps, givenUp, action } = known;
  const ends = [
    ...(done.tasks > 0 ? [`done ${times(done, known)}`] : []),
    ...(gaps.tasks > 0 ? [`delivered with gaps ${times(gaps, known)}`] : []),
    ...(givenUp.tasks > 0 ? [`given up ${times(givenUp, known)}`] : []),
  ];
  if (ends.length === 0) return undefined;
  const text = `${listed(ends)}, ${last([done, gaps, givenUp], known)}.`;
  const sign = action === 'Ignore' ? 'faint' : givenUp.tasks === 0 ? 'good' : done.tasks + gaps.tasks === 0 ? 'bad' : 'fair';
  return { sign, text: [span(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`)] };
}

const times = ({ tasks }: Times, { isMore }: Known): string => `${often(tasks)}${isMore ? ' or more' : ''}`;

/** `once`, `twice`, `3 times`. */
export const often = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count.toLocaleString('en')} times`);

function last(all: readonly Times[], { now }: Known): string {
  const tasks = all.reduce((sum, each) => sum + each.tasks, 0);
  const when = ago(now - Math.max(...all.map((each) => each.last)));
  return tasks === 1 ? when : `the last time ${when}`;
}

const listed = (parts: readonly string[]): string =>
  parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
