/** Which rules a question about harm offers for the current task only. Pure. */
import type { PayloadOf } from '../../contracts/messages.ts';
import { narrowRuleFor } from './narrow-rule.ts';

/** Lets the tools that write files change contents anywhere below the folder; does not allow deletions or commands. */
export const editsHere = 'write(./**)';

type Asked = Pick<PayloadOf<'ConfirmRequest'>, 'tool' | 'action' | 'rule' | 'folder' | 'effects' | 'more' | 'cwd'> & {
  readonly caution?: boolean;
};

/** Whether `editsHere` would have covered the action in question. */
export const isEditHere = ({ tool, rule, caution, effects, more, cwd }: Asked): boolean =>
  rule !== null &&
  tool !== 'shell' &&
  caution !== true &&
  more === 0 &&
  effects.length > 0 &&
  effects.every(({ path, change }) => change !== 'deleted' && path.startsWith(cwd === '/' ? '/' : `${cwd}/`));

/** Whether the question offers this rule: for the kind of action, for its folder, or for all edits. A caution offers none. */
export const isOffered = (rule: string, asked: Asked): boolean =>
  asked.caution !== true &&
  ((rule === asked.rule && isNarrow(rule, asked)) ||
    (rule === asked.folder && /^folder\([^*]+\)$/.test(rule)) ||
    (rule === editsHere && isEditHere(asked)));

/** Whether the rule is as narrow as any offered rule, whatever the question: for the line, or for a single thing. */
const isNarrow = (rule: string, { tool, action, cwd }: Asked): boolean =>
  tool === 'shell' ? rule === narrowRuleFor({ tool, command: action, cwd }) : !rule.includes('*') && !rule.startsWith('shell(');
