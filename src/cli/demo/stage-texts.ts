/** What the demo says around its scenarios. Pure. */
import type { Stop } from '../../app/demo/scenarios.ts';
import { type Line, line, span } from '../../view/style/line.ts';
import { wrapLine } from '../../view/style/wrap-line.ts';
import type { Stage } from './stage.ts';

/** How wide running text gets, in columns: short lines are easier to read. */
const readable = 76;

const paragraph = (text: Line, columns: number | undefined = readable): readonly Line[] => wrapLine(text, Math.min(columns, readable));

/** `more`: how many scenes can follow those. */
export const introLines = (count: number, more: number, { isTour, columns }: Pick<Stage, 'isTour' | 'columns'>): readonly Line[] => [
  line('artoo, the tour', 'strong'),
  ...paragraph(
    line(
      `${count} short scenes${more > 0 ? `, a few minutes, and ${more} more if you like` : ''}. The models are scripted, so no model is called and nothing costs money; everything else is real: tools, files, checks, processes. Each scene runs in its own scratch folder, which is removed afterwards.`,
    ),
    columns,
  ),
  ...(isTour
    ? paragraph(line('Enter continues, or speeds up the scene that is playing; s skips a scene; q quits.', 'muted'), columns)
    : []),
  line(''),
];

/** What the person is about to see, and why it matters. */
export const titleLines = (
  { title, before }: Pick<Stop, 'title' | 'before'>,
  at: number,
  of: number,
  columns: number | undefined,
): readonly Line[] => [
  ...paragraph([span(of > 1 ? `${at} of ${of}  ` : '', 'muted'), span(title, 'strong')], columns),
  ...paragraph(line(before), columns),
  line(''),
];

/** What just happened. */
export const afterLines = (text: string, columns: number | undefined): readonly Line[] => [
  line(''),
  ...wrapLine([span('▸ ', 'accent'), span(text, 'emphasis')], Math.min(columns ?? readable, readable), [span('  ')]),
];

export const skippedLines: readonly Line[] = [line(''), line('▸ skipped', 'muted'), line('')];

/** Between the scenes that everyone should see and the others. */
export const halfwayLines = (columns: number | undefined): readonly Line[] => [
  ...paragraph(line('That was the heart of it.', 'strong'), columns),
  ...paragraph(
    line(
      'The other scenes show more of how it works: a team on a repository, a plan that fails and is replaced, a task that is given up honestly.',
    ),
    columns,
  ),
  line(''),
];

/** One line per scene: its name, and what it shows. */
export const listLines = (stops: readonly Stop[]): readonly string[] => {
  const column = Math.max(...stops.map(({ name }) => name.length)) + 2;
  return stops.map(({ name, title }) => `  ${name.padEnd(column)}${title}`);
};

type Closing = Pick<Stage, 'isTour' | 'columns'> & {
  /** Whether one scene was chosen. */
  readonly isOne: boolean;
  readonly hasLeft: boolean;
  readonly skipped: number;
  readonly hasModel: boolean;
  readonly from: Caller;
};

/** Where the demo was called, and so how commands are typed there. */
export type Caller = 'command line' | 'shell';

const typed = {
  'command line': {
    setup: 'artoo setup',
    goal: 'artoo "which files here are largest?"',
    trial: 'artoo try -- "date > today.txt"',
    demo: 'artoo demo',
    list: 'artoo demo --list',
    help: 'artoo --help',
  },
  shell: {
    setup: '/setup',
    goal: 'which files here are largest?',
    trial: '!date > today.txt',
    demo: '/demo',
    list: '/demo --list',
    help: '/help',
  },
} as const satisfies Readonly<Record<Caller, Readonly<Record<string, string>>>>;

function endedText(played: number, skipped: number): string {
  if (skipped > 0) return `${played} went as expected; ${skipped} skipped.`;
  return `${played === 1 ? 'It' : `All ${played}`} went as expected.`;
}

/** How the demo ended, and what to do next. */
export function closingLines(played: number, { isTour, isOne, hasLeft, skipped, hasModel, from, columns }: Closing): readonly Line[] {
  const ended = line(endedText(played, skipped), 'good');
  if (!isTour) return [ended];
  const { setup, goal, trial, demo, list, help } = typed[from];
  const commands = [
    ...(hasModel ? [] : [[setup, 'choose a model, local or hosted']]),
    [goal, 'a first goal'],
    [trial, 'one command; needs no model'],
    isOne ? [demo, 'the whole tour'] : [list, 'the scenes by name'],
    [help, 'everything else'],
  ];
  const end = isOne ? [] : [line('That was the tour.', 'strong')];
  return [
    line(''),
    ...(hasLeft ? [line(`You quit the ${isOne ? 'scene' : 'tour'}. ${demo} plays it again.`, 'strong')] : end),
    ...(hasLeft || played === 0 ? [] : [ended]),
    line(''),
    line('What you could do next'),
    ...commands.flatMap(([text = '', does = '']) => command(text, does, columns)),
  ];
}

const commandWidth = 41;

/** The description moves to the next line if there is no room beside the name. */
const command = (text: string, does: string, columns: number | undefined = readable): readonly Line[] =>
  columns >= readable
    ? [[span(`  ${text.padEnd(commandWidth)}`, 'code'), span(does, 'muted')]]
    : [...paragraph([span(`  ${text}`, 'code')], columns), line(`    ${does}`, 'muted')];
