/** The programs that walls are built with, found where only the system installs them: PATH cannot be trusted. */
import { accessSync, constants } from 'node:fs';

const places = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** The path of a program, if it is installed. */
export function programAt(name: string): string | undefined {
  return places
    .map((place) => `${place}/${name}`)
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
