/** `artoo trust`: shows what a project brings and records whether the person trusts it. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { quickDataFolder } from '../../config/data-folder.ts';
import { projectConfigFile, projectConfigName, projectServersFile, projectServersName } from '../../config/files/config-files.ts';
import { homeIn } from '../../config/folders.ts';
import { type ProjectPart, readProjectParts } from '../../config/project-parts.ts';
import { skillFoldersOf } from '../../config/skills.ts';
import { readTrust, recordTrust, revokeTrust } from '../../config/trust.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import { partLines } from '../../view/machine/trust-lines.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { dataFlag, type Flag } from '../flags/flag-table.ts';
import { parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import { askTrust } from '../terminal/asking/ask-trust.ts';
import { createPrompter } from '../terminal/prompter.ts';
import { findTty } from '../terminal/tty.ts';

const flags: readonly Flag[] = [
  { name: 'yes', help: 'trust it without asking' },
  { name: 'json', help: 'print the list as JSON' },
  dataFlag,
];

export const trust: Command = {
  name: 'trust',
  usage: 'artoo trust [folder]\nartoo trust list\nartoo trust revoke [folder]',
  flags,
  summary: `Anyone may have written a project's own ${projectConfigName}. Until you trust
it, it can only make artoo stricter: add questions and bans, and lower limits.
Once you trust it, it may also choose models, their servers and the workspace.
What it would allow is shown to you but never applied. The MCP servers in
${projectServersName} are used once you trust that file; its commands and
addresses are shown to you first. The project's skills (.agents/skills,
.claude/skills) tell models how to work: they are used once you trust them, and
cannot allow anything. Trust covers the content as it is now: when it changes,
you are asked again.

${flagHelp(flags)}`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const data = await quickDataFolder(given, terminal);
    const [first, ...rest] = words;
    const [verb, folders] = first === 'list' || first === 'revoke' ? [first, rest] : ['add', words];
    if (folders.length > (verb === 'list' ? 0 : 1)) throw new ArtooError('usage', `unexpected "${shown(folders.at(-1) ?? '')}"`);
    const folder = resolve(terminal.cwd, folders[0] ?? '.');
    if (verb === 'list') return list(data, given.json === true, terminal);
    return verb === 'revoke' ? revoke(data, folder, terminal) : add(data, folder, given.yes === true, terminal);
  },
};

async function list(data: string, isJson: boolean, { print, note }: Terminal): Promise<number> {
  const judged = await readTrust(data);
  if (isJson) print(JSON.stringify(judged, undefined, 2));
  else if (judged.length === 0) note('No project is trusted.');
  else
    for (const { file, at, declined } of judged) print(`${visible(file)}  ${declined ? 'declined' : 'trusted'} since ${at.slice(0, 10)}`);
  return exits.ok;
}

async function revoke(data: string, folder: string, { note }: Terminal): Promise<number> {
  const paths = [projectConfigFile(folder), projectServersFile(folder)];
  const files = await Promise.all(paths.map((path) => realpath(path).catch(() => path))); // it may no longer exist
  const skillFolders = await skillFoldersOf(folder).catch(() => []);
  const judged = (await readTrust(data)).filter(({ file }) => files.includes(file) || skillFolders.some((each) => isWithin(each, file)));
  for (const { file } of judged) {
    await revokeTrust(data, file);
    note(`${visible(file)} is no longer trusted.`);
  }
  if (judged.length === 0) note(`Nothing to revoke: nothing in ${visible(folder)} was trusted.`);
  return judged.length > 0 ? exits.ok : exits.failed;
}

async function add(data: string, folder: string, isSaid: boolean, terminal: Terminal): Promise<number> {
  const parts = await readProjectParts({ data, cwd: folder, home: homeIn(terminal.env), env: terminal.env });
  if (parts.length === 0)
    throw new ArtooError(
      'usage',
      `there is nothing to trust in ${folder}: it has no ${projectConfigName}, no ${projectServersName} and no skills other than your own`,
    );
  const open = parts.filter(({ trust }) => trust !== 'trusted');
  for (const { file } of parts.filter(({ trust }) => trust === 'trusted')) terminal.note(`${visible(file)} is already trusted.`);
  if (open.length === 0) return exits.ok;
  const isTrusted = isSaid || (await isAgreed(open, terminal));
  if (isTrusted === undefined) return exits.cancelled;
  for (const part of open) await recordTrust(data, part, isTrusted, new Date());
  if (isTrusted) for (const { file } of open) terminal.note(`${visible(file)} is trusted as it is now.`);
  else terminal.note('Not trusted: its settings can only make artoo stricter, and its servers and skills are not used.');
  return isTrusted ? exits.ok : exits.refused;
}

/** The question, with the content of all parts. */
async function isAgreed(parts: readonly ProjectPart[], terminal: Terminal): Promise<boolean | undefined> {
  using tty = findTty(terminal, false);
  if (!tty) {
    for (const line of partLines(parts)) terminal.note(line);
    throw new ArtooError('usage', 'artoo trust asks first, and there is no terminal here; artoo trust --yes trusts it without asking');
  }
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  return await askTrust(parts, createPrompter(tty.input, terminal, signal), terminal.width);
}
