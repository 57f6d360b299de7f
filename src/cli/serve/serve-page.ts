/** Serves the page for a drive, and writes the file that opens it in a browser. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Drive } from '../../app/drive/drive.ts';
import { ownPackage } from '../../app/own-package.ts';
import { type OpenServer, openServer, type ServerOptions } from '../../web/server/open-server.ts';
import type { Terminal } from '../command.ts';
import { openBrowser } from '../terminal/open-browser.ts';

/** Throws `serve_failed` if it cannot listen. */
export const openDoor = (drive: Drive, where: Pick<ServerOptions, 'folder' | 'host' | 'port' | 'tls'> = {}): Promise<OpenServer> =>
  openServer({ drive, page: join(ownPackage, 'dist/page'), ...where });

/** What is printed with the URL, once. */
export const doorLines = (url: string, isLoopback: boolean): readonly string[] => [
  url,
  isLoopback
    ? 'The URL works once, within ten minutes, and the port is open to this machine only: anyone who can reach it can do what you can do here.'
    : 'The URL works once, within ten minutes. Other machines can reach this port: anyone who has the URL can do what you can do here.',
];

/**
 * Opens the page through a file that only this user can read: a URL on a command line is visible to every user. Returns a function that removes the file.
 */
export function openInBrowser(url: string, data: string, env: Terminal['env']): () => void {
  const folder = join(data, 'serve');
  const file = join(folder, `open-${process.pid}.html`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>artoo</title><script>location.replace(${JSON.stringify(url)})</script>\n`,
    { mode: 0o600 },
  );
  openBrowser(file, env);
  return () => rmSync(file, { force: true });
}
