/** A server as configured for one folder: in another folder, a relative path names a different program. */
import { lstatSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isLocal, type McpServer } from './server.ts';

/** The server, with the folder if its words name something in it. Consent to the server then applies to that folder only. */
export function serverAt(server: McpServer, cwd: string): McpServer {
  if (!isLocal(server) || server.folder !== undefined) return server;
  const isInFolder = isRelative(server.command) || [server.command, ...server.args].some((word) => namesFileIn(cwd, word));
  return isInFolder ? { ...server, folder: cwd } : server;
}

const isRelative = (command: string): boolean => command.includes('/') && !isAbsolute(command);

/** Whether a word names a file in the folder: by its path, as the value of an option, as a program of installed packages (`npx name`) or as a module (`python3 -m name`). */
function namesFileIn(cwd: string, word: string): boolean {
  const name = word.slice(word.indexOf('=') + 1);
  if (name === '' || isAbsolute(name)) return false;
  const module = name.replaceAll('.', '/');
  return [name, `node_modules/.bin/${name}`, `${module}.py`, `${module}/__main__.py`].some((path) => isFile(join(cwd, path)));
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    return false; // if the folder cannot be read, nothing in it can be started
  }
}
