/** Shows a task while it runs, and its end: progress on stderr and the answer on stdout, or the journal itself for a program. */
import type { RunningTask } from '../../app/tasks.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { isQuestion } from '../../contracts/routes.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { visibleLines } from '../../contracts/text/visible.ts';
import { outputText } from '../../roles/output-text.ts';
import { followLines } from '../../view/follow-journal.ts';
import { type EndingOptions, endingLines } from '../../view/picture/ending.ts';
import { fitted } from '../../view/picture/layout.ts';
import type { Picture } from '../../view/picture/picture.ts';
import { epsilonIn } from '../../view/rows/decision-rows.ts';
import { line } from '../../view/style/line.ts';
import type { Terminal } from '../command.ts';
import type { Watch } from './watch-task.ts';

export type Showing = {
  readonly how: 'progress' | 'quiet' | 'json';
  /** Whether role ids, figures, criteria as data and lessons are shown, too. */
  readonly verbose: boolean;
  readonly picture: Picture;
  /** Whether a person is asked: if so, questions are not shown a second time. */
  readonly isAtTerminal: boolean;
  readonly watch: Watch | undefined;
};

/** Ends when the log ends. Resolves to the ε of the task, if an entry contained it. */
export async function showTask(task: RunningTask, showing: Showing, terminal: Terminal): Promise<number | undefined> {
  const { how, picture, watch } = showing;
  let epsilon: number | undefined;
  if (how === 'json') {
    for await (const lines of followLines(task.journal, task.entries())) terminal.print(lines);
    return epsilon;
  }
  for await (const seen of task.entries()) {
    if ('lost' in seen) {
      if (how === 'progress') terminal.show([line(`(${seen.lost} entries were not shown)`, 'muted')]);
      continue;
    }
    const { entry } = seen;
    if (entry.kind === 'decision') epsilon = epsilonIn(entry) ?? epsilon;
    const lines = picture.see(entry);
    if (how === 'progress' && !(showing.verbose && showing.isAtTerminal && entry.kind === 'message' && isQuestion(entry)))
      terminal.show(fitted(lines, terminal.width));
    watch?.changed();
  }
  return epsilon;
}

/** The answer first, then what is missing, what changed, what it cost and what could be done next. Gaps are shown even with `--quiet`. */
export async function showResult(
  result: FinalResult,
  { how, ...options }: Pick<Showing, 'how'> & EndingOptions,
  terminal: Terminal,
): Promise<void> {
  if (how === 'json') return;
  const output = outputText(result.output);
  // On a screen, and after an error, an output that code wrote has already been shown above.
  const isToldAbove = how === 'progress' && (terminal.isPrinting === true || result.failure !== null) && result.bare === true;
  if (output !== '' && !isToldAbove) await printAnswer(output, how, terminal);
  if (how === 'quiet' && result.directive === 'accept') return;
  terminal.show([[], ...fitted(endingLines(result, options), terminal.width)]);
}

/** Unchanged, unless it goes to a screen: there it is rendered, without control characters. */
async function printAnswer(output: string, how: Showing['how'], { print, paintAnswer, isPrinting, show }: Terminal): Promise<void> {
  if (!isPrinting || !paintAnswer) return print(output);
  if (/^[[{]/.test(output) && parsedJson(output) !== undefined) return print(visibleLines(output).join('\n')); // no Markdown
  const { markdownLines } = await import('../../view/markdown/markdown-lines.ts'); // a parser that scripts never need
  if (how === 'progress') show([[]]);
  print(markdownLines(output, paintAnswer.columns).map(paintAnswer.paint).join('\n'));
}
