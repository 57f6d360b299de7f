/** The programs that the tests need: installs what is missing if it can (root on Debian), and otherwise says what to install. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProgram, missingPackages } from '../test/harm/programs.ts';

/** Fonts, because a browser without any shows no text. */
const browser = ['chromium', 'fonts-dejavu-core'];
const missing = [...missingPackages(), ...(findProgram('chromium') === undefined ? browser : [])];
if (missing.length > 0) {
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    execFileSync('apt-get', ['update', '-q'], options);
    execFileSync(command[0] ?? '', command.slice(1), options);
  } else {
    console.error(`The tests need programs that are not here. On Debian: sudo ${command.join(' ')}`);
    process.exitCode = 1;
  }
}
