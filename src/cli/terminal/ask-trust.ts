/** Asks the person about a project's file of settings that they have not judged yet: once for each content of it. */
import { type ProjectFile, readProjectFile } from '../../config/config-files.ts';
import { type ConfigureOptions, dataFolder } from '../../config/configure.ts';
import { needsTrust } from '../../config/project-layer.ts';
import { recordTrust } from '../../config/trust.ts';
import { projectLines } from '../../view/machine/trust-lines.ts';
import { fit } from '../../view/wrap.ts';
import type { Terminal } from '../command.ts';
import { createPrompter, isYes, type Prompter } from './prompter.ts';
import type { Tty } from './tty.ts';

/** Whether it is trusted; undefined when the question was not answered. */
export async function askTrust(project: ProjectFile, prompter: Prompter, width: number | undefined): Promise<boolean | undefined> {
  const answer = await prompter.ask(fit(projectLines(project), width), 'Trust it? [y/N] ');
  return answer === undefined ? undefined : isYes(answer);
}

/** Before the settings of a folder are read: a file that sets what needs trust is shown and asked about, and the answer recorded. Does nothing where that was done before. Throws `config_invalid` or `data_unwritable`. */
export async function askTrustOnce(options: ConfigureOptions, { input }: Tty, terminal: Terminal): Promise<void> {
  const data = dataFolder(options);
  const project = await readProjectFile(data, options.cwd);
  if (project?.trust !== 'unasked' || needsTrust(project).length === 0) return;
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  terminal.note(
    'This project brings settings of its own, which anyone may have written.\nUntil you trust them, they can only make artoo stricter.',
  );
  const isTrusted = await askTrust(project, createPrompter(input, terminal, signal), terminal.width);
  if (isTrusted === undefined) return;
  await recordTrust(data, project, isTrusted, new Date());
  if (!isTrusted) terminal.note('Not trusted. It is not asked about again unless it changes; artoo trust asks at any time.');
}
