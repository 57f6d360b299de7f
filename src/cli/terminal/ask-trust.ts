/** Asks the person about a project's file of settings that they have not judged yet: once for each content of it. */
import { type ProjectFile, readProjectFile } from '../../config/config-files.ts';
import { type ConfigureOptions, dataFolder } from '../../config/configure.ts';
import { needsTrust } from '../../config/project-layer.ts';
import { recordTrust } from '../../config/trust.ts';
import { projectLines } from '../../view/machine/trust-lines.ts';
import type { Terminal } from '../command.ts';
import { createPrompter, isYes, type Prompter } from './prompter.ts';
import type { Tty } from './tty.ts';

/** Whether it is trusted; undefined when the question was not answered. */
export async function askTrust(project: ProjectFile, prompter: Prompter): Promise<boolean | undefined> {
  const answer = await prompter.ask(projectLines(project), 'Trust it? [y/N] ');
  return answer === undefined ? undefined : isYes(answer);
}

/** Before the settings of a folder are read: a file that sets what needs trust is shown and asked about, and the answer recorded. Does nothing where that was done before. Throws `config_invalid` or `data_unwritable`. */
export async function askTrustOnce(options: ConfigureOptions, { input }: Tty, terminal: Terminal): Promise<void> {
  const data = dataFolder(options);
  const project = await readProjectFile(data, options.cwd);
  if (project?.trust !== 'unasked' || needsTrust(project).length === 0) return;
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  terminal.note('This project brings settings of its own, which anyone may have written.');
  const isTrusted = await askTrust(project, createPrompter(input, terminal, signal));
  if (isTrusted === undefined) return;
  await recordTrust(data, project, isTrusted, new Date());
  if (!isTrusted) terminal.note('Not trusted: it can only make artoo stricter. artoo trust asks again.');
}
