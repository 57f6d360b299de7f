/** Shows a task as it goes, and what came of it: progress for a person on stderr, the result on stdout, or the journal itself for a program. */
import type { RunningTask } from '../../app/open-artoo.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { replies } from '../../contracts/routes.ts';
import { visible } from '../../contracts/visible.ts';
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
  /** Paths are shown from here. */
  readonly home: string;
  /** Questions are put to the person, who need not read them twice. */
  readonly asks: boolean;
  readonly waiting: Waiting | undefined;
};

/** Until its log ends. Resolves with the task's own ε, as far as it was seen. */
export async function showTask(task: RunningTask, { how, home, asks, waiting }: Showing, terminal: Terminal): Promise<number | undefined> {
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
      if (!asks || !isQuestion(seen.entry)) for (const line of lines) terminal.note(line);
      waiting?.see(seen.entry);
    }
  }
  waiting?.end();
  return epsilon;
}

const isQuestion = (entry: Entry): boolean => entry.kind === 'message' && entry.to === 'User' && Object.hasOwn(replies, entry.type);

/** What came of it. A result with gaps is never shown without them, however quiet it is. */
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
  note(`journal  ${journal}`); // never broken: it is there to be copied
}
