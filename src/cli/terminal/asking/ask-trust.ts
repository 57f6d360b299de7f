/** Asks the person about parts of a project that they have not decided about yet: one question for all of them, once for each version of the content. */
import { type ConfigureOptions, dataFolder } from '../../../config/configure.ts';
import { isOpen, type ProjectPart, readProjectParts } from '../../../config/project-parts.ts';
import { recordTrust } from '../../../config/trust.ts';
import { partLines } from '../../../view/machine/trust-lines.ts';
import { fit } from '../../../view/wrap.ts';
import type { Terminal } from '../../command.ts';
import { createPrompter, type Prompter } from '../prompter.ts';
import type { Tty } from '../tty.ts';
import { askYesNo } from './ask-yes-no.ts';

/** Whether all these parts are trusted; undefined if the question was not answered. */
export async function askTrust(parts: readonly ProjectPart[], prompter: Prompter, width: number | undefined): Promise<boolean | undefined> {
  const question = `Trust ${parts.length === 1 ? 'it' : 'all of it'}?`;
  return await askYesNo(prompter, { lines: fit(partLines(parts), width), question, unchanged: 'Nothing has been recorded yet.', width });
}

/**
 * Before the settings of a folder are read: shows what needs trust, asks about it, and records the answer. Does nothing if the person has already
 * decided. Throws `config_invalid` or `data_unwritable`.
 */
export async function askTrustOnce(options: ConfigureOptions, { input }: Tty, terminal: Terminal): Promise<void> {
  const data = dataFolder(options);
  const open = (await readProjectParts({ data, cwd: options.cwd, home: options.home, env: options.env })).filter(isOpen);
  if (open.length === 0) return;
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  terminal.note(introduction(open));
  const isTrusted = await askTrust(open, createPrompter(input, terminal, signal), terminal.width);
  if (isTrusted === undefined) return;
  for (const part of open) await recordTrust(data, part, isTrusted, new Date());
  if (!isTrusted) terminal.note('Not trusted. You will not be asked again unless it changes; to change your mind: artoo trust');
}

function introduction(open: readonly ProjectPart[]): string {
  const kinds = brought.filter(({ kind }) => open.some((part) => part.kind === kind));
  const names = new Intl.ListFormat('en').format(kinds.map(({ name }) => name));
  return [`This project brings ${names} of its own, which anyone may have written.`, ...kinds.map(({ until }) => until)].join('\n');
}

const brought = [
  { kind: 'settings', name: 'settings', until: 'Until you trust them, its settings can only make artoo stricter.' },
  { kind: 'servers', name: 'MCP servers', until: 'Until you trust them, none of its MCP servers is started or asked.' },
  {
    kind: 'skill',
    name: 'skills',
    until: 'Skills tell models how to work. They are not used until you trust them, and never allow anything.',
  },
] as const satisfies readonly { readonly kind: ProjectPart['kind']; readonly name: string; readonly until: string }[];
