/** An action that is asked about, as a person would say it. Pure. */
import type { PayloadOf } from '../../contracts/messages.ts';

type Asked = Pick<PayloadOf<'ConfirmRequest'>, 'tool' | 'action'>;

const verbs: Readonly<Record<string, string>> = { write_file: 'write', edit_file: 'edit' };

/** A command line is its own name; our tools that write are named by what they do. */
export function actionText({ tool, action }: Asked): string {
  const verb = verbs[tool];
  return verb !== undefined && action.startsWith(`${tool} `) ? `${verb}${action.slice(tool.length)}` : action;
}
