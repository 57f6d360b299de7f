/** An action that needs approval, as lines for a person: its effects first, then the whole action. Pure. */
import type { FileEffect } from '../../contracts/control.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import { nothingSent, type Sending, sendingIn } from '../../laws/commands/sending-in.ts';
import { foldedFolders, type GoneFolder, type Group, groupsOf } from '../../tools/asking/effect-groups.ts';
import { type FilledFolder, filledFolders } from '../../tools/asking/filled-folders.ts';
import { nearPath, nearPaths } from '../near-paths.ts';
import { counted, cut, pagesOf, roomOn, type Screen } from '../pages.ts';
import { cutLine } from '../style/cut-line.ts';
import { type Line, line, type Style, span } from '../style/line.ts';
import { type Paint, withoutColour } from '../style/paint.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { contentText, filledText } from '../words/content-text.ts';
import { commitIn } from './commit-line.ts';
import { diffExcerpt, gap, shares } from './diff-excerpt.ts';
import { type Shown, summedEffects } from './summed-effects.ts';

/** An action that the person is asked about. `who`: the role that wants it; undefined if the person does. */
export type Asked = Omit<PayloadOf<'ConfirmRequest'>, 'subtask_id' | 'hash' | 'caution'> & {
  readonly who?: string;
  readonly caution?: boolean;
  /** Whether the person has already approved the same action, when its effects were different. */
  readonly isAgain?: boolean;
  /** What the task is about, and the sub-task that wants this, if known. */
  readonly about?: About | undefined;
};

export type About = {
  readonly goal: string;
  readonly step?: { readonly index: number; readonly of: number; readonly intent: string } | undefined;
};

/** The whole question. Characters that could disguise it are made visible. */
export const harmLines = (asked: Asked): readonly Line[] => [
  ...headLines(asked),
  ...effectLines(asked, { ofDiffs: Number.POSITIVE_INFINITY, isFolded: false }),
  ...actionLines(asked),
];

/** As much of the question as fits on a screen, and whether that is all of it. What is left out is counted. */
export function harmScreen(
  asked: Asked,
  screen: Screen,
  paint: Paint = withoutColour,
): { readonly rows: readonly string[]; readonly isWhole: boolean } {
  const room = roomOn(screen);
  const rows = (lines: readonly Line[]) => fitting(lines, screen).map(paint);
  const whole = rows(harmLines(asked));
  if (whole.length <= room) return { rows: whole, isWhole: true };
  const [head, action] = [rows(headLines(asked)), rows(actionLines(asked))];
  const left = room - Math.min(head.length, maxHeadLines);
  const tries = [false, true].flatMap((isFolded) =>
    Array.from({ length: maxDiffLines + 1 }, (_, less) => ({ ofDiffs: maxDiffLines - less, isFolded })),
  );
  const fits = tries.find((how) => rows(effectLines(asked, how)).length + action.length <= left);
  const effects = rows(effectLines(asked, fits ?? { ofDiffs: 0, isFolded: true }));
  const ofAction = Math.min(action.length, Math.max(left - effects.length, Math.floor(left / 2)));
  return { rows: [...cut(head, maxHeadLines), ...cut(effects, left - ofAction), ...cut(action, ofAction)], isWhole: false };
}

/** The action and why it is asked about, in a row each: for a question that is asked again. */
export const actionRows = (asked: Asked, { width = usualWidth }: Screen, paint: Paint = withoutColour): readonly string[] =>
  [line(`  ${visible(oneLine(textFrom(asked, asked.action), 200))}`, 'strong'), line(`    ${reasonOf(asked)}`)].map((row) =>
    paint(cutLine(row, width)),
  );

const usualWidth = 80;

/** The whole question, a screenful at a time. */
export const harmPages = (asked: Asked, screen: Screen, paint: Paint = withoutColour): readonly (readonly string[])[] =>
  pagesOf(fitting(harmLines(asked), screen).map(paint), screen);

/** Wraps lines between words, aligned with the start of their text. */
const fitting = (lines: readonly Line[], { width }: Screen): readonly Line[] =>
  width === undefined ? lines : lines.flatMap((each) => wrapLine(each, width, line(' '.repeat(indentOf(each)))));

/** Wrapped lines that begin with spaces continue a little further to the right; others below their first word. */
const indentOf = ([first]: Line): number => (first?.text.startsWith('  ') ? 4 : 2);

type Effects = Pick<Asked, 'effects' | 'more' | 'network' | 'host'> & Partial<Pick<Asked, 'cwd' | 'tool' | 'action' | 'reason'>>;

/** How much of the effects is shown: how many lines of diffs, and whether long lists are summarised. */
type HowMuch = { readonly ofDiffs: number; readonly isFolded: boolean };

/**
 * One line for each effect on a file, with an excerpt of its diff; those that need a yes come first. On a screen, the first of these are deletions,
 * by name only. Paths below `cwd` are relative to it. Folded, a folder that is deleted as a whole is one line (with its content counted if all
 * effects are known), and so are many new files in a folder, and git's internal files. A commit is always one line.
 */
export function effectLines(
  { effects: all, more, network, host, cwd = '', tool, action = '', reason }: Effects,
  { ofDiffs, isFolded }: HowMuch = { ofDiffs: 0, isFolded: true },
): readonly Line[] {
  const seen = all.map((effect) => seenFrom(effect, cwd));
  const commit = commitIn(seen);
  const effects = seen.filter((effect) => !commit.own.has(effect));
  const groups = groupsOf(effects, more === 0);
  const isWhole = !Number.isFinite(ofDiffs);
  const shown = [...commit.lines, ...(isFolded ? summedEffects(filledFolders(foldedFolders(groups))) : groups)];
  const ordered = shown.toSorted((a, b) => Number(isFree(a)) - Number(isFree(b)) || (isWhole ? 0 : Number(isGone(b)) - Number(isGone(a))));
  const diffs = effects.map((effect) => (isWhole || effect.change !== 'deleted' ? diffOf(effect) : []));
  const rooms = shares(
    diffs.map(({ length }) => length),
    ofDiffs,
  );
  const excerpts = new Map(effects.map((effect, at) => [effect, diffExcerpt(diffs[at] ?? [], rooms[at] ?? 0)]));
  const hidden = [...excerpts.values()].reduce((sum, excerpt) => sum + excerpt.hidden, 0);
  const withDiff = (effect: FileEffect): readonly Line[] => [
    effectLine(effect),
    ...(excerpts.get(effect)?.lines ?? []).map((each) => line(`    ${each}`, diffStyle(each))),
  ];
  const lines = ordered.flatMap((group) => {
    if (group.kind === 'effect') return withDiff(group.effect);
    if (group.kind === 'sum') return [[span('  '), span(group.verb, group.isGone ? 'bad' : 'fair'), span(` ${visible(group.what)}`)]];
    if (group.kind === 'filled') return [filledLine(group, more === 0)];
    return [group.kind === 'move' ? moveLine(group) : folderLine(group, more === 0)];
  });
  return [
    ...(network ? networkLines(tool === 'shell' ? sendingIn(action) : nothingSent, host, reason) : []),
    ...lines,
    ...(more > 0 ? [line(`  and ${counted(more, 'further effect')}, too many to list`)] : []),
    ...(hidden > 0 ? [line(`  … ${counted(hidden, 'more line')} of changed content`, 'muted')] : []),
  ];
}

/** What the action would send, and to which hosts, judging by the words of the command. That it wants to reach a host is not said again after a reason that says so. */
function networkLines({ files, hosts, isAll }: Sending, host: string | undefined, reason = ''): readonly Line[] {
  if (host !== undefined && !(files.length > 0 && hosts.includes(host)))
    return reachesHost(reason, host) ? [] : [[span('  wants to reach '), span(visible(host), 'bad')]];
  const to = host === undefined ? hosts.map(visible).join(', ') : visible(host);
  const more = isAll ? '' : host === undefined ? '; perhaps more, or to other hosts' : '; perhaps more';
  if (files.length > 0)
    return [[span('  '), span('would send', 'bad'), span(` ${files.map(visible).join(', ')} to ${to || 'another machine'}${more}`)]];
  return [[span('  wants to use '), span('the network', 'bad'), ...(to === '' ? [] : [span(`: ${to}${isAll ? '' : ', perhaps others'}`)])]];
}

const reachesHost = (reason: string, host: string): boolean => {
  const says = `it wants to reach ${host}`;
  return reason === says || reason.startsWith(`${says},`);
};

const seenFrom = ({ moved_from, ...effect }: FileEffect, cwd: string): FileEffect => ({
  ...effect,
  path: nearPath(effect.path, cwd),
  ...(moved_from !== undefined && { moved_from: nearPath(moved_from, cwd) }),
});

const isFree = (group: Shown): boolean => (group.kind === 'effect' ? group.effect.why === undefined : !group.isAsked);
const isGone = (group: Shown): boolean =>
  group.kind === 'folder' ||
  (group.kind === 'effect' && group.effect.change === 'deleted') ||
  (group.kind === 'sum' && group.isGone === true);

const folderLine = ({ path, entries }: GoneFolder, isCounted: boolean): Line => [
  span('  '),
  span('deletes', 'bad'),
  span(` ${visible(path)}/`),
  span(isCounted ? contentText(entries) : ' and everything in it'),
];

/** Effects that are too many to list are counted at the end, so the number is at least this one. */
const filledLine = (group: FilledFolder, isCounted: boolean): Line => [
  span('  '),
  span('creates', 'good'),
  span(` ${isCounted ? '' : 'at least '}${filledText(group, visible)}`),
];

const moveLine = ({ from, to, entries }: Extract<Group, { kind: 'move' }>): Line => [
  span('  '),
  span('moves', 'fair'),
  span(` ${visible(from)} → ${visible(to)}`),
  ...(entries > 1 ? [span(` (${counted(entries, 'entry', 'entries')})`, 'muted')] : []),
];

const effectLine = (effect: FileEffect): Line => {
  const [verb, style] = verbs[effect.change];
  const spans = [span('  '), span(verb, style), span(` ${visible(effect.path)}`), span(extent(effect), 'muted')];
  return spans.filter(({ text }) => text !== '');
};

const diffOf = ({ diff = '' }: FileEffect): readonly string[] => (diff.trim() === '' ? [] : visibleLines(diff.trimEnd()));

function diffStyle(text: string): Style {
  if (text === gap || /^(?:\+\+\+|---|@@)/.test(text)) return 'muted';
  return text.startsWith('+') ? 'added' : text.startsWith('-') ? 'removed' : 'plain';
}

const [maxHeadLines, maxDiffLines] = [3, 20];

/** What needs approval, and why. */
export const headLines = (asked: Asked): readonly Line[] => [
  ...(asked.isAgain ? [line('You said yes to this before, but what it would do has changed.', 'fair')] : []),
  headOf(asked),
];

function headOf(asked: Asked): Line {
  const head = asked.caution ? 'This has both worked and failed before' : `${fileOf(asked) ?? 'This'} needs your yes`;
  return [span(head, 'strong'), span(`: ${reasonOf(asked)}`)];
}

/** The file that a tool would write, if the reason is about that file and not about a command. */
function fileOf({ tool, cwd, effects: [effect, ...more] }: Asked): string | undefined {
  return tool === 'shell' || effect === undefined || more.length > 0 ? undefined : visible(nearPath(effect.path, cwd));
}

function reasonOf(asked: Asked): string {
  if (asked.caution) return visible(textFrom(asked, asked.reason));
  const { files, hosts } = asked.network && asked.tool === 'shell' ? sendingIn(asked.action) : nothingSent;
  const isSending = files.length > 0 && (asked.host === undefined || hosts.includes(asked.host));
  const reason = visible(textFrom(asked, asked.reason));
  if (!isSending) return reason;
  const isPlain = asked.host === undefined || asked.reason === `it wants to reach ${asked.host}`; // the line about the network says so, too
  return isPlain ? final : `${reason}; ${final}`;
}

const final = 'what is sent cannot be taken back';

/** A text of the question with its paths relative to its folder. */
const textFrom = ({ cwd, effects }: Asked, text: string): string =>
  nearPaths(
    text,
    cwd,
    effects.flatMap(({ path, moved_from = path }) => [path, moved_from]),
  );

const actionLines = (asked: Asked): readonly Line[] => [
  line(`  in ${visible(asked.cwd)}:`, 'muted'),
  ...actionTexts(asked).map((each) => line(`    ${each}`, 'strong')),
];

/** The whole action; a command exactly as it would run. */
export const actionTexts = (asked: Asked): readonly string[] =>
  visibleLines(asked.tool === 'shell' ? asked.action : textFrom(asked, asked.action));

/** What each effect does, and its colour. */
export const verbs = {
  created: ['creates', 'good'],
  changed: ['changes', 'fair'],
  deleted: ['deletes', 'bad'],
  metadata: ['changes permissions or timestamps of', 'fair'],
} as const satisfies Record<FileEffect['change'], readonly [string, Style]>;

/** How many lines are added and removed. */
function extent({ diff }: FileEffect): string {
  if (diff === undefined) return '';
  const count = (sign: string) => diff.split('\n').filter((each) => each.startsWith(sign) && !each.startsWith(sign.repeat(3))).length;
  return ` (+${count('+')} −${count('-')})`;
}
