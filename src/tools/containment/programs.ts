/** The programs that artoo itself starts, searched for only where the system installs programs: the PATH cannot be trusted. */
import { accessSync, constants, existsSync } from 'node:fs';

const places = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** The PATH for programs that run outside the walls, or see the host. */
export const systemPath = places.join(':');

/** The path of a program, if it is installed. */
export function programAt(name: string): string | undefined {
  return places.map((place) => `${place}/${name}`).find((path) => existsSync(path) && isExecutable(path)); // checked first, because throwing an error for each miss would be slow
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
