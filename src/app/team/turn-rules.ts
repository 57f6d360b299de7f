/** What a turn may do besides what the person's rules allow. Pure. */
import { ArtooError } from '../../contracts/errors.ts';
import { type Rule, readRule } from '../../laws/rules/read-rule.ts';
import type { Turn } from '../../team/runners/runner.ts';
import { receiptOf } from '../../team/supervisor/team.ts';

/**
 * A turn may read git's folder and its own receipt, by which it is judged, wherever the repository is; a coder may write in its own folder. Throws
 * `usage` if the path of the repository cannot be part of a rule.
 */
export function turnRules(root: string, home: string, turn: Pick<Turn, 'agent' | 'run' | 'role' | 'folder'>): readonly Rule[] {
  if (root.includes('*')) throw unfit(`in a rule, the * in ${root} would stand for any name`);
  const own = [`read(${root}/.git/**)`, `read(${receiptOf(root, turn)})`, ...(turn.role === 'coder' ? [`write(${turn.folder}/**)`] : [])];
  return own.map((text) => {
    const rule = readRule(text, { cwd: root, home });
    if ('wrong' in rule) throw unfit(rule.wrong);
    return rule;
  });
}

const unfit = (why: string): ArtooError => new ArtooError('usage', `this folder cannot have a team: ${why}`);
