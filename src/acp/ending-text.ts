/** The end of a task as a message in Markdown: its answer, then what is missing, what changed and what could be done next. Pure. */
import type { FinalResult } from '../contracts/control.ts';
import { refusedPart } from '../contracts/refused-part.ts';
import { shortId } from '../contracts/text/short-ids.ts';
import { oneLine } from '../contracts/text/shorten.ts';
import { toldUnmet } from '../contracts/told-unmet.ts';
import { outputText } from '../roles/output-text.ts';
import { counted } from '../view/pages.ts';
import { declinedTexts, mentionTexts, unsupportedBeside } from '../view/words/declined-text.ts';
import { fromModelAlone } from '../view/words/from-model-alone.ts';
import { movesIn } from '../view/words/moves.ts';
import { plainly } from '../view/words/plainly.ts';
import { endOf, headline } from '../view/words/wording.ts';

export function endingText(result: FinalResult): string {
  const { task_id, directive, reason, output, bare, changed } = result;
  const unmet = toldUnmet(result.unmet);
  if (reason === 'cancelled') return 'Cancelled. `/resume` continues it.';
  const declined = declinedTexts(result);
  return [
    bare ? '' : outputText(output).trim(),
    fromModelAlone(result, result.cost),
    endNote(result),
    listed('Not met', reasoned(unmet.filter(({ unchecked }) => !unchecked))),
    listed('Open', reasoned(unmet.filter(({ unchecked }) => unchecked))),
    listed('Not done', declined.refused),
    listed('You changed', declined.edited),
    listed('Not proved', unsupportedBeside(result)),
    ...mentionTexts(result),
    changed.length === 0 ? '' : `${counted(changed.length, 'path')} changed. \`/undo\` undoes it (task ${shortId(task_id)}).`,
    directive === 'accept'
      ? ''
      : listed(
          'You could',
          movesIn(result).map((move) => plainly(move, '')),
        ),
    reason === 'infrastructure' ? '`/resume` continues it.' : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The head of an end that is not simply done. */
function endNote(result: FinalResult): string {
  const { kind, text } = endOf({ ...result, refused_part: refusedPart(result) });
  if (kind === 'accept') return '';
  return result.directive === 'accept' ? `${text}.` : oneLine(plainly(headline(result), ''), 600);
}

const reasoned = (unmet: FinalResult['unmet']): readonly string[] => unmet.map(({ criterion, why }) => plainly(`${criterion}: ${why}`, ''));

const listed = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : [`${title}:`, ...items.map((item) => `- ${oneLine(item, 400)}`)].join('\n');
