/** Processes and folders that are left after commands have ended. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { User } from './user.ts';

const graceMs = 20_000; // for a busy machine; most of them end at once

/** Processes whose environment or command line names a folder; waits for those that are about to end. */
export async function leftRunning(folder: string): Promise<readonly string[]> {
  await vi.waitUntil(() => processesIn(folder).length === 0, { timeout: graceMs }).catch(() => {}); // those that still run are reported
  return processesIn(folder);
}

/** Folders of views that artoo keeps for a user; only for a user that exists for these tests, because other users may be working in theirs. */
export const stagingsOf = ({ uid, prefix }: User): readonly string[] =>
  ['/tmp', '/var/tmp']
    .map((parent) => join(parent, `artoo-${uid}`))
    .filter((folder) => prefix.length > 0 && existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

const processesIn = (folder: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ line: read(`/proc/${pid}/cmdline`), environment: read(`/proc/${pid}/environ`) }))
    .filter(({ line, environment }) => (line.includes(folder) || environment.includes(folder)) && !line.includes('artoovictim'))
    .map(({ line }) => line.replaceAll('\0', ' '));

/** Processes come and go, and not all of them can be read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
