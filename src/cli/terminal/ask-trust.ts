/** Asks the person about a project's files of settings and servers that they have not judged yet: once for each content of them. */
import { type ConfigureOptions, dataFolder } from '../../config/configure.ts';
import { type JudgedFile, judged, readJudgedFiles, wantsTrust } from '../../config/servers/judged-files.ts';
import { recordTrust } from '../../config/trust.ts';
import { judgedLines } from '../../view/machine/trust-lines.ts';
import { fit } from '../../view/wrap.ts';
import type { Terminal } from '../command.ts';
import { createPrompter, isYes, type Prompter } from './prompter.ts';
import type { Tty } from './tty.ts';

/** Whether it is trusted; undefined when the question was not answered. */
export async function askTrust(file: JudgedFile, prompter: Prompter, width: number | undefined): Promise<boolean | undefined> {
  const answer = await prompter.ask(fit(judgedLines(file), width), 'Trust it? [y/N] ');
  return answer === undefined ? undefined : isYes(answer);
}

/** Before the settings of a folder are read: a file that sets what needs trust is shown and asked about, and the answer recorded. Does nothing where that was done before. Throws `config_invalid` or `data_unwritable`. */
export async function askTrustOnce(options: ConfigureOptions, { input }: Tty, terminal: Terminal): Promise<void> {
  const data = dataFolder(options);
  const files = await readJudgedFiles(data, options.cwd, options.env);
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const prompter = createPrompter(input, terminal, signal);
  for (const file of files.filter((each) => judged(each).trust === 'unasked' && wantsTrust(each))) {
    terminal.note(introduction(file));
    const isTrusted = await askTrust(file, prompter, terminal.width);
    if (isTrusted === undefined) return;
    await recordTrust(data, judged(file), isTrusted, new Date());
    if (!isTrusted) terminal.note('Not trusted. It is not asked about again unless it changes; artoo trust asks at any time.');
  }
}

const introduction = (file: JudgedFile): string =>
  'settings' in file
    ? 'This project brings settings of its own, which anyone may have written.\nUntil you trust them, they can only make artoo stricter.'
    : 'This project brings MCP servers of its own, which anyone may have named.\nUntil you trust them, none is started or asked.';
