/** Copies of system folders that one process sees in place of the originals, so that its changes do not affect this machine. Only for root. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export type OwnSystem = {
  /** Where the copies really are. */
  readonly folder: string;
  /** The beginning of a command line whose processes see them. */
  readonly prefix: readonly string[];
};

const folders = ['etc/cron.d', 'etc/profile.d', 'opt/app', 'srv/site', 'var/tmp', 'var/www/html', 'root', 'home'] as const;

/** Contains a copy of `/etc`, and the given files by their paths from the root. */
export function ownSystem(files: Readonly<Record<string, string>> = {}): OwnSystem {
  const folder = mkdtempSync('/var/tmp/artoo-system-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of folders) mkdirSync(join(folder, name), { recursive: true });
  execFileSync('cp', ['-a', '/etc/.', join(folder, 'etc')]);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  execFileSync('chmod', ['755', folder]);
  const mounts = ['etc', 'opt', 'srv', 'var', 'root', 'home'].map((place) => `mount --rbind ${folder}/${place} /${place}`);
  const hidden = `mount -t tmpfs -o mode=755 none ${folder}`; // the folder has a second name in /var/tmp
  const script = `${[`mount --bind /var/tmp ${folder}/var/tmp`, ...mounts, hidden].join(' && ')} && exec "$@"`;
  return { folder, prefix: ['unshare', '--mount', 'sh', '-c', script, 'sh'] };
}
