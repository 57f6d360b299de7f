/** An action that needs a yes, as lines for a person: its effects first, then the action whole. Pure. */
import type { FileEffect } from '../../contracts/control.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import { counted, cut, pagesOf, roomOn, type Screen } from '../pages.ts';
import { fit } from '../wrap.ts';

/** What is asked about. `who`: the role that wants it; undefined when the person does. */
export type Asked = Omit<PayloadOf<'ConfirmRequest'>, 'subtask_id' | 'hash' | 'caution'> & {
  readonly who?: string;
  readonly caution?: boolean;
};

/** All of it, with every character visible that could disguise it. */
export const harmLines = (asked: Asked): readonly string[] => [headOf(asked), ...effectLines(asked, true), ...actionLines(asked)];

/** As much of it as fits on a screen, and whether that is all. What is left out is counted. */
export function harmScreen(asked: Asked, screen: Screen): { readonly rows: readonly string[]; readonly isWhole: boolean } {
  const room = roomOn(screen);
  const fitting = (lines: readonly string[]) => fit(lines, screen.width);
  const whole = fitting(harmLines(asked));
  if (whole.length <= room) return { rows: whole, isWhole: true };
  const [head, effects, action] = [fitting([headOf(asked)]), fitting(effectLines(asked)), fitting(actionLines(asked))];
  const left = room - Math.min(head.length, maxHeadLines);
  const ofAction = Math.min(action.length, Math.max(left - effects.length, Math.floor(left / 2)));
  return { rows: [...cut(head, maxHeadLines), ...cut(effects, left - ofAction), ...cut(action, ofAction)], isWhole: false };
}

/** All of it, a screenful at a time. */
export const harmPages = (asked: Asked, screen: Screen): readonly (readonly string[])[] =>
  pagesOf(fit(harmLines(asked), screen.width), screen);

/** One line for each effect on a file, starting with those that need the yes. */
export function effectLines({ effects, more, network }: Pick<Asked, 'effects' | 'more' | 'network'>, withDiffs = false): readonly string[] {
  const ordered = effects.toSorted((a, b) => Number(a.why === undefined) - Number(b.why === undefined));
  const hidden = withDiffs ? 0 : ordered.reduce((sum, effect) => sum + diffLines(effect).length, 0);
  return [
    ...(network ? ['  wants to use the network'] : []),
    ...ordered.flatMap((effect) => [
      `  ${verbs[effect.change]} ${visible(effect.path)}${extent(effect)}`,
      ...(withDiffs ? diffLines(effect) : []),
    ]),
    ...(more > 0 ? [`  and ${counted(more, 'further effect')}, too many to list`] : []),
    ...(hidden > 0 ? [`  … ${counted(hidden, 'more line')} of changed content`] : []),
  ];
}

const diffLines = ({ diff = '' }: FileEffect): readonly string[] =>
  diff.trim() === '' ? [] : visibleLines(diff.trimEnd()).map((line) => `    ${line}`);

const maxHeadLines = 3;

const headOf = ({ who, reason, caution }: Asked): string =>
  caution
    ? `${who ?? 'artoo'} asks first, because of what memory says: ${visible(reason)}`
    : `${who === undefined ? 'This' : `${who} wants to do something that`} needs your yes: ${visible(reason)}`;

const actionLines = ({ tool, action, cwd }: Asked): readonly string[] => [
  `  ${visible(tool)}, in ${visible(cwd)}:`,
  ...visibleLines(action).map((line) => `    ${line}`),
];

const verbs = { created: 'creates', changed: 'changes', deleted: 'deletes', metadata: 'changes permissions or times of' } as const;

/** How many lines are added and removed. */
function extent({ diff }: FileEffect): string {
  if (diff === undefined) return '';
  const count = (sign: string) => diff.split('\n').filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  return ` (+${count('+')} −${count('-')})`;
}
