/** Shows a task while it runs, and its result: progress on stderr and the result on stdout, or the journal itself for a program. */
import type { RunningTask } from '../../app/open-artoo.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { replies } from '../../contracts/routes.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Entry } from '../../journal/entry.ts';
import { outputText } from '../../roles/output-text.ts';
import { followLines } from '../../view/follow-journal.ts';
import { epsilonIn } from '../../view/rows/decision-rows.ts';
import { createLiveLines } from '../../view/task/live-lines.ts';
import { headLine, remarkLines } from '../../view/task/result-lines.ts';
import type { Waiting } from '../../view/waiting.ts';
import { fit } from '../../view/wrap.ts';
import type { Terminal } from '../command.ts';

export type Showing = {
  readonly how: 'progress' | 'quiet' | 'json';
  /** Paths are shown relative to this folder. */
  readonly home: string;
  /** Whether a person is asked: then questions are not shown a second time. */
  readonly isAtTerminal: boolean;
  readonly waiting: Waiting | undefined;
};

/** Ends with the log. Resolves with the ε of the task, where an entry said it. */
export async function showTask(
  task: RunningTask,
  { how, home, isAtTerminal, waiting }: Showing,
  terminal: Terminal,
): Promise<number | undefined> {
  let epsilon: number | undefined;
  if (how === 'json') {
    for await (const lines of followLines(task.journal, task.entries())) terminal.print(lines);
    return epsilon;
  }
  const linesOf = createLiveLines(home);
  for await (const seen of task.entries()) {
    if ('entry' in seen && seen.entry.kind === 'decision') epsilon = epsilonIn(seen.entry) ?? epsilon;
    if (how === 'quiet') continue;
    if ('lost' in seen) terminal.note(`      (${seen.lost} entries were not shown)`);
    else {
      const lines = linesOf(seen.entry, terminal.width);
      if (!isAtTerminal || !isQuestion(seen.entry)) for (const line of lines) terminal.note(line);
      waiting?.see(seen.entry);
    }
  }
  waiting?.end();
  return epsilon;
}

const isQuestion = (entry: Entry): boolean => entry.kind === 'message' && entry.to === 'User' && Object.hasOwn(replies, entry.type);

/** Shows the result. Its gaps are shown even when it should be quiet. */
export function showResult(
  result: FinalResult,
  journal: string,
  { how, epsilon }: Pick<Showing, 'how'> & { readonly epsilon: number | undefined },
  terminal: Terminal,
): void {
  const { print, note, width, isPrinting } = terminal;
  if (how === 'json') return;
  const isSilent = how === 'quiet' && result.directive === 'accept';
  if (!isSilent) for (const line of fit(['', headLine(result), ''], width)) note(line);
  const output = outputText(result.output);
  if (output !== '') print(isPrinting ? output.split('\n').map(visible).join('\n') : output);
  if (isSilent) return;
  for (const line of fit(remarkLines(result, epsilon), width)) note(line);
  note(`journal  ${journal}`); // not wrapped, so that it can be copied
}
