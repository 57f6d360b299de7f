/** The end of a task in the shell: the answer first, then what is missing, what changed, what it cost and what could be done next. */
import type { FinalResult } from '../../contracts/control.ts';
import type { Continuation } from '../../history/replay/resume-place.ts';
import { outputText } from '../../roles/output-text.ts';
import { markdownLines } from '../../view/markdown/markdown-lines.ts';
import { endingLines } from '../../view/picture/ending.ts';
import { fitted } from '../../view/picture/layout.ts';
import type { Picture } from '../../view/picture/picture.ts';
import type { Line } from '../../view/style/line.ts';
import { lineOfShellAdvice } from './shell-advice.ts';

export type EndingOptions = {
  readonly picture: Picture;
  readonly cwd: string;
  readonly columns: number | undefined;
  readonly continuation: Continuation | undefined;
  /** The journal, if figures are shown. */
  readonly journal: string | undefined;
};

export function endingOf(result: FinalResult, { picture, cwd, columns, continuation, journal }: EndingOptions): readonly Line[] {
  const output = outputText(result.output);
  const answer = output === '' || result.bare ? [] : [[], ...markdownLines(output, columns ?? 80)];
  const { told, found, sent, state } = picture;
  const verbose = journal === undefined ? undefined : { journal, epsilon: undefined };
  const ending = endingLines(result, {
    cwd,
    told,
    found,
    sent,
    aims: state.aims,
    dropped: state.dropped,
    estimated: state.spent.estimated,
    continuation,
    verbose,
  });
  return [...answer, [], ...fitted(ending, columns).map(lineOfShellAdvice)];
}
