/** `artoo team restore`: restores the last good board if the current one is not valid, and starts a new journal if the old one is damaged. */
import { visible } from '../../contracts/text/visible.ts';
import { findTeam } from '../../team/find-team.ts';
import { planRestore, type Restoring, restoreBoard, textNow } from '../../team/replay/restore.ts';
import { textDiff } from '../../tools/files/text-diff.ts';
import { counted } from '../../view/pages.ts';
import { type Line, line, span } from '../../view/style/line.ts';
import { wrapLine } from '../../view/style/wrap-line.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { report } from '../terminal/report.ts';
import { isAgreed } from './agree.ts';

export async function restore(called: CalledPart): Promise<number> {
  const { env, cwd } = called.terminal;
  const root = findTeam(cwd);
  const now = new Date();
  const plan = planRestore({ root, env });
  if (!plan) return report(called, { restored: false }, () => ['Board and journal are valid: there is nothing to restore.']);
  const lines = [...journalLines(plan), ...boardLines(plan, textNow(root))];
  const { show, width } = called.terminal;
  if (!called.json) show(width === undefined ? lines : shortenedTo(lines, width));
  if (!(await isAgreed(called, [], plan.text === undefined ? 'Start a new journal?' : 'Restore it?'))) {
    called.terminal.note('Nothing was changed.');
    return exits.failed;
  }
  const kept = await restoreBoard({ root, env, now });
  const done = plan.text === undefined ? 'A new journal begins with the board as it is.' : 'The board has been restored.';
  const where = kept.map((path) => `Kept: ${visible(path)}`);
  return report(called, { restored: true, kept }, () => [done, ...where]);
}

const journalLines = ({ damage, text, entries }: Restoring): readonly Line[] =>
  damage === undefined
    ? []
    : [
        line(visible(damage)),
        line(
          text === undefined
            ? 'The board itself is valid. The damaged journal would be set aside, and a new one would begin with the board as it is.'
            : `The journal would be set aside, and a new one would begin with the board as it was after ${counted(entries, 'entry', 'entries')}.`,
        ),
      ];

/** How many lines a person is shown at a terminal before the question. */
const maxShown = 40;

/** What is shown at a terminal: wrapped, and limited, so that the question stays close to its reason. Without a terminal, everything is shown. */
function shortenedTo(lines: readonly Line[], width: number): readonly Line[] {
  const shown = lines.length > maxShown + 5 ? lines.slice(0, maxShown) : lines;
  const more = lines.length - shown.length;
  const rest = more === 0 ? [] : [line(`  … and ${more} more lines; without a terminal, all of them are shown`, 'muted')];
  return [...shown, ...rest].flatMap((each) => wrapLine(each, width, [span('    ')]));
}

function boardLines({ text, entries }: Restoring, before: string): readonly Line[] {
  if (text === undefined) return [];
  const from = counted(entries, 'journal entry', 'journal entries');
  return [line(`The last good board, from ${from}, would change this:`), ...diffLines(before, text)];
}

function diffLines(before: string, after: string): readonly Line[] {
  const diff = textDiff(before, after);
  if (diff === undefined) return [line('  too long to show', 'muted')];
  const changes = diff.split('\n').filter((each) => !each.startsWith('@@'));
  return changes.map((each) => line(`  ${visible(each)}`, each.startsWith('+') ? 'added' : each.startsWith('-') ? 'removed' : 'muted'));
}
