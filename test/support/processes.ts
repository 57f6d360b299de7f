/** The processes on this machine, as the system lists them. */
import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process is waiting for its standard input. */
export const isReading = (id: number): boolean =>
  readdirSync(`/proc/${id}/fdinfo`).some((fd) => /^tfd: +0 /m.test(contentOf(`/proc/${id}/fdinfo/${fd}`)));

/** Processes whose command line contains this as a separate word. */
export const running = (word: string): readonly string[] =>
  readdirSync('/proc').filter((id) => /^\d+$/.test(id) && contentOf(`/proc/${id}/cmdline`).split('\0').includes(word));

/** A person's artoo processes, which hide their command line. */
export const artoosOf = (home: string): readonly string[] =>
  readdirSync('/proc').filter(
    (id) => contentOf(`/proc/${id}/comm`) === 'artoo\n' && contentOf(`/proc/${id}/environ`).split('\0').includes(`HOME=${home}`),
  );

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // the process no longer exists
  }
}
