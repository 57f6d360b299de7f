/** The commands that a person can type in an editor. Pure. */
import type { AvailableCommand } from '@agentclientprotocol/sdk';

const hint = { hint: 'the id of a task (default: the last one in this session)' };

/** The commands in the form in which the editor offers them. */
export const slashCommands: AvailableCommand[] = [
  { name: 'resume', description: 'continue a task that was stopped or cancelled', input: hint },
  { name: 'undo', description: 'undo what a task changed on disk; you are asked first', input: hint },
];

/** The command in a prompt, and the task that it names; without one, and for `last`, the last task of the session. */
export type Slash = { readonly command: 'resume' | 'undo'; readonly task: string | undefined };

/** Undefined for a goal, even if it begins like a command. */
export function slashIn(text: string): Slash | undefined {
  const [, command, task] = /^\/(resume|undo)(?:\s+(\S+))?$/.exec(text) ?? [];
  return command === 'resume' || command === 'undo' ? { command, task: task === 'last' ? undefined : task } : undefined;
}
