/** Shows a task as it goes, and what came of it: progress for a person on stderr, the result on stdout, or the journal itself for a program. */
import type { RunningTask } from '../../app/open-artoo.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { isMeasured } from '../../contracts/decisions.ts';
import { replies } from '../../contracts/routes.ts';
import { visible } from '../../contracts/visible.ts';
import type { Entry } from '../../journal/entry.ts';
import { followLines } from '../../view/follow-journal.ts';
import { fit, headline, outputOf, remarks, telling } from '../../view/task/live-lines.ts';
import type { Waiting } from '../../view/waiting.ts';
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
  for await (const seen of task.entries()) {
    if ('entry' in seen) epsilon = epsilonIn(seen.entry) ?? epsilon;
    if (how === 'quiet') continue;
    if ('lost' in seen) terminal.note(`      (${seen.lost} entries were not shown)`);
    else {
      const lines = asks && isQuestion(seen.entry) ? [] : telling(seen.entry, { home, width: terminal.width, epsilon });
      for (const line of lines) terminal.note(line);
      waiting?.see(seen.entry);
    }
  }
  waiting?.end();
  return epsilon;
}

/** The ε that R7 decided with. */
const epsilonIn = (entry: Entry): number | undefined =>
  entry.kind === 'decision' && isMeasured(entry) ? entry.inputs.parameters.epsilon : undefined;

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
  if (!isSilent) for (const line of fit(['', headline(result), ''], width)) note(line);
  const output = outputOf(result);
  if (output !== '') print(isPrinting ? output.split('\n').map(visible).join('\n') : output);
  if (isSilent) return;
  for (const line of fit(remarks(result, epsilon), width)) note(line);
  note(`journal  ${journal}`); // never broken: it is there to be copied
}
