/** `artoo team restore`: puts back the last good board, where the one that is there makes no sense. */
import { join } from 'node:path';
import { visible } from '../../contracts/text/visible.ts';
import { judgeBoardFile } from '../../team/board/judge-file.ts';
import { isValid } from '../../team/board/validate.ts';
import { findTeam } from '../../team/find-team.ts';
import { lastGood, restoreBoard, textNow } from '../../team/replay/restore.ts';
import { textDiff } from '../../tools/files/text-diff.ts';
import { counted } from '../../view/pages.ts';
import { type Line, line } from '../../view/style/line.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { report } from '../terminal/report.ts';
import { isAgreed } from './agree.ts';

export async function restore(called: CalledPart): Promise<number> {
  const { env, cwd } = called.terminal;
  const root = findTeam(cwd);
  const now = new Date();
  const before = textNow(root);
  if (before !== '' && isValid(judgeBoardFile({ file: join(root, '.liza', 'state.yaml'), root, env, now })))
    return report(called, { restored: false }, () => ['The board is valid: there is nothing to restore.']);
  const { text, entries } = lastGood(root, env, now);
  const lines = [
    line(`What restoring the last good board would change (rebuilt from ${counted(entries, 'journal entry', 'journal entries')}):`),
    ...diffLines(before, text),
  ];
  if (called.given.yes === true && !called.json) called.terminal.show(lines);
  if (!(await isAgreed(called, lines, 'Restore it?'))) {
    called.terminal.note('Nothing was changed.');
    return exits.failed;
  }
  const kept = await restoreBoard({ root, env, now });
  const where = kept === undefined ? '' : ` The previous one is kept in ${visible(kept)}.`;
  return report(called, { restored: true, kept: kept ?? null }, () => [`The board is restored.${where}`]);
}

function diffLines(before: string, after: string): readonly Line[] {
  const diff = textDiff(before, after);
  if (diff === undefined) return [line('  too long to show', 'muted')];
  const changes = diff.split('\n').filter((each) => !each.startsWith('@@'));
  return changes.map((each) => line(`  ${visible(each)}`, each.startsWith('+') ? 'added' : each.startsWith('-') ? 'removed' : 'muted'));
}
