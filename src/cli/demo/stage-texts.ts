/** What the demo says around its scenarios. Pure. */
import type { Stop } from '../../app/scenarios.ts';
import { type Line, line, span } from '../../view/style/line.ts';
import { wrapLine } from '../../view/style/wrap-line.ts';

/** Text is easier to read in short lines. */
const readable = 76;

const paragraph = (text: Line, columns = readable): readonly Line[] => wrapLine(text, Math.min(columns, readable));

export const introLines = (count: number, isTour: boolean): readonly Line[] => [
  line('artoo, the tour', 'strong'),
  ...paragraph(
    line(
      `${count} short scenes. The models are scripted, so none is asked and nothing is paid; everything else is real: tools, files, checks, processes. Each happens in a scratch folder of its own, which is removed afterwards.`,
    ),
  ),
  ...(isTour ? paragraph(line('Enter goes on, and hurries a scene that plays; n goes to the next scene; q leaves.', 'muted')) : []),
  line(''),
];

/** What the person is about to see, and why it matters. */
export const titleLines = ({ title, before }: Stop, at: number, of: number): readonly Line[] => [
  [span(of > 1 ? `${at} of ${of}  ` : '', 'muted'), span(title, 'strong')],
  ...paragraph(line(before)),
  line(''),
];

/** What just happened. */
export const afterLines = (text: string, columns: number | undefined): readonly Line[] => [
  line(''),
  ...wrapLine([span('▸ ', 'accent'), span(text, 'emphasis')], Math.min(columns ?? readable, readable), [span('  ')]),
];

export const skippedLines: readonly Line[] = [line(''), line('▸ skipped', 'muted'), line('')];

/** One line each: the name it is called by, and what it shows. */
export const listLines = (stops: readonly Stop[]): readonly string[] => {
  const column = Math.max(...stops.map(({ name }) => name.length)) + 2;
  return stops.map(({ name, title }) => `  ${name.padEnd(column)}${title}`);
};

type Closing = { readonly isTour: boolean; readonly hasLeft: boolean; readonly skipped: number };

function playedText(played: number, skipped: number): string {
  if (skipped > 0) return `${played} of ${played + skipped}`;
  return played === 1 ? 'It' : `All ${played}`;
}

/** How it ended, and what to do next. */
export function closingLines(played: number, { isTour, hasLeft, skipped }: Closing): readonly Line[] {
  const ended = line(`${playedText(played, skipped)} ended as scripted.`, 'good');
  if (!isTour) return [ended];
  return [
    line(''),
    line(hasLeft ? 'You left the tour. artoo demo plays it again.' : 'That was the tour.', 'strong'),
    ...(hasLeft || played === 0 ? [] : [ended]),
    line(''),
    line('What you could do next'),
    command('artoo setup', 'choose a model, here or elsewhere'),
    command('artoo "which files here are largest?"', 'a first goal'),
    command("artoo try -- 'rm -r build'", 'look first; needs no model'),
    command('artoo demo --list', 'the scenes by name'),
    command('artoo --help', 'everything else'),
  ];
}

const command = (text: string, does: string): Line => [span(`  ${text.padEnd(41)}`, 'code'), span(does, 'muted')];
