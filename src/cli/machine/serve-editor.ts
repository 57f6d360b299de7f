/** The tasks of this process, served to an editor. Standard output carries the protocol and nothing else. */
import { serveAcp } from '../../acp/serve-acp.ts';
import { version } from '../../config/version.ts';
import type { Terminal } from '../command.ts';
import type { Parsed } from '../flags/flags.ts';
import { fromHere } from '../flags/from-here.ts';
import { serveTasks } from '../served-tasks.ts';

/** Resolves when the editor has gone, or the person stops artoo. */
export async function serveEditor(data: string, given: Parsed['flags'], terminal: Terminal): Promise<void> {
  const { drive } = await serveTasks(data, fromHere(given, terminal.cwd), terminal.cwd, terminal);
  const onNotice = (text: string): void => terminal.note(`artoo: ${text}`);
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  try {
    await serveAcp({ drive, version, signal, onNotice, input: terminal.input ?? process.stdin, output: process.stdout });
  } finally {
    await drive.close();
  }
}
