/** `artoo mcp serve`: a server for other agents. Standard output carries the protocol and nothing else. */
import { resolve } from 'node:path';
import { previewCommand } from '../../app/preview-command.ts';
import { homeIn } from '../../config/folders.ts';
import { settle } from '../../config/settle.ts';
import { version } from '../../config/version.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { serveMcp } from '../../mcp/serve-mcp.ts';
import { servedFolders } from '../../mcp/served-folders.ts';
import { readDuration } from '../../reading/quantities.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { existingFolder } from '../flags/existing-folder.ts';
import { fromHere, textOf } from '../flags/from-here.ts';
import { serveTasks } from '../served-tasks.ts';

export async function serve({ given, data, terminal, signal }: CalledPart): Promise<number> {
  const { folder = [], wait, cwd: _, ...rest } = given;
  const flags = fromHere(rest, terminal.cwd);
  const first = await existingFolder(resolve(terminal.cwd, textOf(given, 'cwd') ?? '.'));
  const more = await Promise.all([folder].flat().map((path) => existingFolder(resolve(terminal.cwd, String(path)))));
  const { drive } = await serveTasks(data, flags, first, terminal);
  const { env } = terminal;
  const settingsIn = (cwd: string) => settle({ flags, env, cwd, home: homeIn(env), wantsModel: false, signal });
  for (const note of (await settingsIn(first)).notes) terminal.note(`artoo: ${note}`);
  try {
    await serveMcp({
      ...{ drive, version, signal, waitMs: waitOf(wait) },
      folders: await servedFolders([first, ...more]),
      judge: async (command, cwd, timeout_s, stop) =>
        previewCommand({ settings: await settingsIn(cwd), env, command, cwd, timeout_s, signal: stop }),
      input: terminal.input ?? process.stdin,
      output: process.stdout,
      onError: (error) => terminal.note(`artoo: ${error.message}`),
    });
  } finally {
    await drive.close();
  }
  return exits.ok;
}

const defaultWaitMs = 45_000; // many clients give up on a call after a minute

function waitOf(given: CalledPart['given'][string] | undefined): number {
  if (given === undefined) return defaultWaitMs;
  const read = readDuration(given);
  if (!read.ok) throw new ArtooError('usage', `--wait ${read.error}`);
  return read.value;
}
