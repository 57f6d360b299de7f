/** The built command where a user can run it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { User } from './user.ts';

export type BuiltArtoo = Disposable & { readonly node: string; readonly bin: string };

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** In its place; or, where that lies in a folder the user may not enter, a copy of what is published with what it depends on. */
export function builtArtoo({ prefix }: User): BuiltArtoo {
  const [file, ...args] = [...prefix, process.execPath, join(repository, 'bin/artoo.cjs'), '--version'];
  const inPlace = spawnSync(file ?? '', args, { cwd: '/' }).status === 0;
  return inPlace ? { node: process.execPath, bin: join(repository, 'bin/artoo.cjs'), [Symbol.dispose]() {} } : copied();
}

function copied(): BuiltArtoo {
  const folder = mkdtempSync('/var/tmp/artoo-harm-built-');
  chmodSync(folder, 0o755);
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: repository, encoding: 'utf8' });
  const packages = listed
    .split('\n')
    .map((path) => relative(repository, path))
    .filter((path) => path.startsWith('node_modules'));
  for (const path of ['bin', 'dist', 'package.json', ...packages]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(repository, path), join(folder, path), { recursive: true });
  }
  cpSync(process.execPath, join(folder, 'node'));
  return { node: join(folder, 'node'), bin: join(folder, 'bin/artoo.cjs'), [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
