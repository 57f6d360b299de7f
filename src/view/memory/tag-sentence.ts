/** What is known at a tag, as one sentence with its sign. Pure. */
import type { Tag } from '../../contracts/memory.ts';
import type { TagState, TagView } from '../../memory/keeper.ts';
import { ago } from '../spans.ts';
import { type Line, type Span, span } from '../style/line.ts';
import { type Experience, experienceOf, type Times } from './experience.ts';
import { subjectOf } from './subject.ts';

export const signs = {
  good: span('✓ ', 'good'),
  bad: span('✗ ', 'bad'),
  fair: span('! ', 'fair'),
  faint: span('· ', 'muted'),
} as const satisfies Record<string, Span>;

export type TagSentence = { readonly sign: Span; readonly text: Line };

/** Undefined where nothing but rules and notes is known. */
export function tagSentence(view: Pick<TagView, 'standing' | 'entries' | 'more'>, now: number): TagSentence | undefined {
  const { standing, more } = view;
  const experience = experienceOf(view);
  const subject = subjectOf(standing);
  const said = subject
    ? ofThing(subject, standing.action, experience, now)
    : isOfTasks(standing)
      ? ofTasks(standing.action, experience, now)
      : undefined;
  if (!said) return undefined;
  return { sign: signs[said.sign], text: [...said.text, ...(more > 0 ? [span(' There is more that is older.', 'muted')] : [])] };
}

/** Whether it is about whole tasks of a kind. */
export const isOfTasks = ({ space, entity }: Tag): boolean => space.startsWith('intent:') && entity === 'env:local';

type Said = { readonly sign: keyof typeof signs; readonly text: Line };

function ofThing(subject: Span, action: TagState['action'], { worked, failed, other }: Experience, now: number): Said | undefined {
  const when = (...times: readonly Times[]) => lastTime(times, now);
  if (worked.tasks > 0 && failed.tasks > 0) {
    const record = `worked ${often(worked.tasks)} and failed ${often(failed.tasks)}, ${when(worked, failed)}`;
    if (action === 'Exploit') return { sign: 'good', text: [subject, span(` has ${record}.`)] };
    if (action === 'Avoid') return { sign: 'bad', text: [span('Avoid '), subject, span(`: it has ${record}.`)] };
    return { sign: 'fair', text: [span('Careful with '), subject, span(`: it has ${record}.`)] };
  }
  const faded = action === 'Ignore' ? ' This has almost faded.' : '';
  const sign = (tone: 'good' | 'bad') => (action === 'Ignore' ? 'faint' : tone);
  if (worked.tasks > 0)
    return { sign: sign('good'), text: [subject, span(` has worked ${often(worked.tasks)}, ${when(worked)}.${faded}`)] };
  if (failed.tasks > 0) {
    const record = `failed ${often(failed.tasks)}, ${when(failed)}.${faded}`;
    if (action !== 'Avoid') return { sign: 'faint', text: [subject, span(` has ${record}`)] };
    return { sign: 'bad', text: [span('Avoid '), subject, span(`: it has ${record}`)] };
  }
  if (other.tasks === 0) return undefined;
  return { sign: 'faint', text: [subject, span(` was a dead end ${often(other.tasks)}, ${when(other)}.${faded}`)] };
}

function ofTasks(action: TagState['action'], { done, gaps, givenUp }: Experience, now: number): Said | undefined {
  const ends = [
    ...(done.tasks > 0 ? [`done ${often(done.tasks)}`] : []),
    ...(gaps.tasks > 0 ? [`delivered with gaps ${often(gaps.tasks)}`] : []),
    ...(givenUp.tasks > 0 ? [`given up ${often(givenUp.tasks)}`] : []),
  ];
  if (ends.length === 0) return undefined;
  const text = `${listed(ends)}, ${lastTime([done, gaps, givenUp], now)}.`;
  const sign = action === 'Ignore' ? 'faint' : givenUp.tasks === 0 ? 'good' : done.tasks + gaps.tasks === 0 ? 'bad' : 'fair';
  return { sign, text: [span(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`)] };
}

/** `once`, `twice`, `3 times`. */
export const often = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count.toLocaleString('en')} times`);

function lastTime(times: readonly Times[], now: number): string {
  const tasks = times.reduce((sum, each) => sum + each.tasks, 0);
  const when = ago(now - Math.max(...times.map(({ last }) => last)));
  return tasks === 1 ? when : `the last time ${when}`;
}

const listed = (parts: readonly string[]): string =>
  parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
