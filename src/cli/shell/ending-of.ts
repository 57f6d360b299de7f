/** The end of a task in the shell. */
import type { FinalResult } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { outputText } from '../../roles/output-text.ts';
import { markdownLines } from '../../view/markdown/markdown-lines.ts';
import type { Picture } from '../../view/picture/picture.ts';
import { type Line, line } from '../../view/style/line.ts';
import { headLine, remarkLines } from '../../view/task/result-lines.ts';
import { fit } from '../../view/wrap.ts';

export type EndingOptions = { readonly id: TaskId; readonly picture: Picture; readonly columns: number | undefined };

export function endingOf(result: FinalResult, { columns }: EndingOptions): readonly Line[] {
  const answer = outputText(result.output);
  return [
    [],
    ...(answer === '' ? [] : markdownLines(answer, columns ?? 80)),
    ...fit(['', headLine(result), ...remarkLines(result)], columns).map((each) => line(each)),
  ];
}
