/** What artoo has learnt, in sentences: facts from the person, then what was learnt about kinds of tasks, failed calls and folders. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import { isIdle } from '../../laws/commands/line/idle-programs.ts';
import type { Overview, TagState, TagView } from '../../memory/keeper.ts';
import { counted } from '../pages.ts';
import { type Line, line, span } from '../style/line.ts';
import { spanText } from './memory-text.ts';
import { spaceStory, type Telling, wrapped } from './space-story.ts';

/** How many kinds of task, failed calls and folders are shown. */
const max = { kinds: 8, calls: 5, folders: 3, others: 3 } as const;
/** How many tags of a kind of task are shown. */
const maxOfKind = 6;
/** How many facts, rules or notes of one tag are shown. */
const maxLessons = 5;

type Part = keyof typeof max | 'facts';

/** Facts that the person declared come first. */
const order = ['facts', 'kinds', 'calls', 'folders', 'others'] as const satisfies readonly Part[];

const partOf = ({ space }: Pick<TagState, 'space'>): Part =>
  space === 'global'
    ? 'facts'
    : space.startsWith('intent:')
      ? 'kinds'
      : space.startsWith('tool:')
        ? 'calls'
        : space.startsWith('folder:')
          ? 'folders'
          : 'others';

/**
 * The tags that are shown, in groups, each with a heading. `tags` are ordered from strong to weak; faded ones are left out if there are others, and those
 * of programs that say nothing about how work is done always are.
 */
export function groupsOf(all: readonly TagState[]): readonly (readonly TagState[])[] {
  const tags = all.filter(({ entity }) => !isIdle(entity));
  const strong = tags.filter(({ action, rules }) => action !== 'Ignore' || rules > 0);
  const chosen = strong.length > 0 ? strong : tags;
  return order.flatMap((part) => {
    const own = chosen.filter((tag) => partOf(tag) === part);
    if (part === 'calls') return own.length === 0 ? [] : [own.slice(0, max.calls)];
    const bySpace = [...Map.groupBy(own, ({ space }) => space).values()].map((group) => group.slice(0, maxOfKind));
    return bySpace.slice(0, part === 'facts' ? 1 : max[part]);
  });
}

type Showing = Pick<Telling, 'now' | 'columns'> & { readonly data: string };

/** `groups`: the tags of `groupsOf`, with their newest memories. */
export function overviewStory(overview: Overview, groups: readonly (readonly TagView[])[], showing: Showing): readonly Line[] {
  const { levels, tags, due } = overview;
  const telling: Telling = { ...showing, told: new Set(), maxLessons };
  const say = (text: string) => wrapped(line(text), telling, []);
  const count = levels.M + levels.K + levels.C;
  if (count === 0) {
    const how = 'It learns from tasks; `artoo memory remember "…"` adds a fact.';
    return [...say(`The memory in ${visible(showing.data)} is empty. ${how}`), ...warnings(overview).flatMap(say)];
  }
  const stories = groups.map((views) => spaceStory(views, telling)).filter((lines) => lines.length > 0);
  const left = tags - groups.flat().length;
  const dueText = `${counted(due, 'lesson has', 'lessons have')} proved true often enough to become a rule: \`artoo memory dream\` makes ${due === 1 ? 'it' : 'them'}.`;
  return [
    ...warnings(overview).flatMap((text) => [...wrapped([span(text, 'fair')], telling, []), []]),
    ...stories.flatMap((lines) => [...lines, []]),
    ...(due > 0 ? say(dueText) : []),
    ...wrapped(
      line(
        `${counted(count, 'memory', 'memories')} in all${left > 0 ? `, ${left.toLocaleString('en')} subjects not shown here` : ''}. ${ways}`,
        'muted',
      ),
      telling,
      [],
    ),
  ];
}

const ways =
  '`artoo memory show <name>` shows more about one kind of task, `artoo memory why last` shows how memory shaped the last plan; --verbose has the figures.';

/** How far memory's clock must be ahead to be mentioned: a smaller difference may be rounding. */
const maxAheadMs = 60_000;

/** Warnings about the memory, and what to do about them. */
export function warnings({ ahead_ms, unerased }: Pick<Overview, 'ahead_ms' | 'unerased'>): readonly string[] {
  const aheadText = `Memory's clock is ${spanText(ahead_ms)} ahead of this machine's: nothing fades until this machine's clock has caught up.`;
  const purged = counted(unerased, 'purged memory', 'purged memories');
  const purgedText = `The words of ${purged} may still be on the disk: \`artoo memory dream\` erases them.`;
  return [...(ahead_ms > maxAheadMs ? [aheadText] : []), ...(unerased > 0 ? [purgedText] : [])];
}
