/** The processes of this machine, as the system tells them. */
import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process waits for what comes on its standard input. */
export const isReading = (id: number): boolean =>
  readdirSync(`/proc/${id}/fdinfo`).some((fd) => /^tfd: +0 /m.test(contentOf(`/proc/${id}/fdinfo/${fd}`)));

/** Those that have this as a separate word of their command line. */
export const running = (word: string): readonly string[] =>
  readdirSync('/proc').filter((id) => /^\d+$/.test(id) && contentOf(`/proc/${id}/cmdline`).split('\0').includes(word));

/** The artoos of a person: they do not show their command line. */
export const artoosOf = (home: string): readonly string[] =>
  readdirSync('/proc').filter(
    (id) => contentOf(`/proc/${id}/comm`) === 'artoo\n' && contentOf(`/proc/${id}/environ`).split('\0').includes(`HOME=${home}`),
  );

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // it no longer exists
  }
}
