/** The programs that walls are made of, found where only the system puts them: a PATH can be led astray. */
import { accessSync, constants } from 'node:fs';

const places = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** Where a program is, if it is there. */
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
