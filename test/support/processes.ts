/** The processes of this machine, as the system tells them. */
import { readdirSync, readFileSync } from 'node:fs';

/** Those with a word of its own in their command line. */
export const running = (word: string): readonly string[] =>
  readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'latin1').split('\0').includes(word);
    } catch {
      return false; // gone by now
    }
  });
