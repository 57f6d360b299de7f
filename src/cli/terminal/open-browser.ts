/** Opens a page in the person's browser, if there is a screen. */
import { spawn } from 'node:child_process';
import type { Terminal } from '../command.ts';

/** An address or a file. A failure does not matter, because the address is printed. */
export function openBrowser(page: string, env: Terminal['env']): void {
  const hasScreen = process.platform === 'darwin' || env.DISPLAY || env.WAYLAND_DISPLAY;
  if (!hasScreen || env.SSH_CONNECTION) return;
  const child = spawn(process.platform === 'darwin' ? '/usr/bin/open' : '/usr/bin/xdg-open', [page], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
