/** How an adapter for other programs runs tasks: with the drive of this process, with the settings of each folder. */

import type { Drive } from '../app/drive/drive.ts';
import { openDrive } from '../app/drive/in-process.ts';
import type { Flags } from '../config/config-layers.ts';
import { openChanges } from '../tools/changes/change-store.ts';
import type { Terminal } from './command.ts';
import { createShellSettings, type ShellSettings } from './shell/shell-settings.ts';
import { recoverFirst } from './undo/recover.ts';

export type ServedTasks = { readonly drive: Drive; readonly settings: ShellSettings };

/** Notices and notes go to standard error: standard output carries the protocol. */
export async function serveTasks(data: string, flags: Flags, cwd: string, terminal: Terminal): Promise<ServedTasks> {
  const settings = createShellSettings(flags, cwd, terminal);
  const onNotice = (text: string): void => terminal.note(`artoo: ${text}`);
  await recoverFirst(openChanges(data), terminal, terminal.terminate);
  return { settings, drive: openDrive({ data, siteOf: settings.siteOf, env: terminal.env, onNotice }) };
}
