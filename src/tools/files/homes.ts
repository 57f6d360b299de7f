/** The homes of all users on this machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** The number of homes that are listed; others are recognised only by their location below `/home`. */
const maxHomes = 64;
/** Folders that are often the home of a service user, but do not count as homes. */
const noHomes = /^\/(?:$|(?:bin|sbin|usr|dev|proc|sys|run|nonexistent|etc|lib)(?:\/|$)|var\/(?:run|empty|cache|spool|log)(?:\/|$))/;

/** The homes, the person's own first. */
export function homesOf(home: string): readonly string[] {
  const listed = ['/home', '/Users'].flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
  const all = [home, '/root', ...listed, ...usersHomes()].filter((path) => isAbsolute(path));
  return [...new Set(all)].filter((path) => path === home || !noHomes.test(path)).slice(0, maxHomes);
}

function usersHomes(): readonly string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':')[5] ?? '');
  } catch {
    return []; // macOS keeps its users in another place, and their homes are below /Users
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // what artoo cannot list, it cannot read
  }
}
