/** What questions need at a real terminal: a prompter, a screen, an editor, and the file that rules are written to. */
import { ownConfigFile } from '../../config/files/config-files.ts';
import { rememberRule } from '../../config/files/remember-rule.ts';
import { homeIn } from '../../config/folders.ts';
import type { Settings } from '../../config/settings.ts';
import { paintFor } from '../../view/style/paint.ts';
import type { Terminal } from '../command.ts';
import type { Questions } from './asking/questions.ts';
import { editCommand, editPlan } from './editor.ts';
import { createPrompter } from './prompter.ts';
import type { Tty } from './tty.ts';

/** The signal fires when answers are no longer needed. */
export function atTerminal(
  { input, fd }: Tty,
  terminal: Terminal,
  { data, task: { workspace } }: Settings,
  signal: AbortSignal,
): Questions {
  const { env, note } = terminal;
  const editor = { env, fd, signal };
  /** Nothing is drawn while an editor is open. */
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    using _held = terminal.hold?.();
    return await work();
  };
  return {
    prompter: createPrompter(input, terminal, signal),
    paint: paintFor(terminal.width !== undefined, env),
    screen: () => ({ width: terminal.width, height: terminal.height }),
    edit: (plan, draft) => alone(() => editPlan(plan, draft, editor)),
    editCommand: (command) => alone(() => editCommand(command, editor)),
    async inspect(command, cwd) {
      const { inspectCommand } = await import('../../laws/commands/inspect-command.ts'); // few questions need this parser
      return inspectCommand(command, { cwd, workspace, home: homeIn(env) }).reason;
    },
    remember: (rule) => rememberRule(data, rule),
    ruleFile: ownConfigFile(data),
    note,
  };
}
