/** What questions need at a real terminal: somebody to ask, a screen, an editor, and the file that rules are written to. */
import { homeIn } from '../../config/folders.ts';
import { rememberRule, ruleFile } from '../../config/remember-rule.ts';
import type { Terminal } from '../command.ts';
import { editCommand, editPlan } from './editor.ts';
import { createPrompter } from './prompter.ts';
import type { Questions } from './questions.ts';
import type { Tty } from './tty.ts';

/** Where the person's own file lies, and where files may be changed freely. */
type Folders = { readonly data: string; readonly workspace: string };

/** Until the signal fires: then nobody needs an answer any more. */
export function atTerminal({ input, fd }: Tty, terminal: Terminal, { data, workspace }: Folders, signal: AbortSignal): Questions {
  const { env, interrupt, hold, note } = terminal;
  const editor = { env, fd, signal };
  return {
    prompter: createPrompter({ input, output: process.stderr, signal, onInterrupt: () => interrupt?.(), ...(hold && { hold }) }),
    screen: () => ({ width: terminal.width, height: terminal.height }),
    edit: (plan, draft) => editPlan(plan, draft, editor),
    editCommand: (command) => editCommand(command, editor),
    async inspect(command, cwd) {
      const { inspectCommand } = await import('../../laws/commands/inspect-command.ts'); // few ask why, and wait for no parser until they do
      return inspectCommand(command, { cwd, workspace, home: homeIn(env) }).reason;
    },
    remember: (rule) => rememberRule(data, rule),
    ruleFile: ruleFile(data),
    note,
  };
}
