/**
 * Runs once before all tests, for those that run as another user: if that user cannot enter this repository (a clone below /root, say), what they run
 * is copied in a folder that any user can read.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { asOrdinaryUser } from './ordinary-user.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A place where every user can read this repository and the Node that runs it: the repository itself, or a copy. */
    readonly readable: { readonly root: string; readonly node: string };
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the function that removes it. */
export function setup({ provide }: TestProject): () => void {
  const copy = isReadable() ? undefined : makeCopy();
  provide('readable', copy === undefined ? { root, node: process.execPath } : { root: copy, node: join(copy, 'node') });
  return () => {
    if (copy !== undefined) rmSync(copy, { recursive: true });
  };
}

function isReadable(): boolean {
  const [file = '', ...args] = [...asOrdinaryUser, process.execPath, join(root, 'bin/artoo.cjs'), '--version'];
  return asOrdinaryUser.length === 0 || spawnSync(file, args, { cwd: '/' }).status === 0;
}

function makeCopy(): string {
  const copy = mkdtempSync('/var/tmp/artoo-readable-');
  for (const path of ['package.json', 'bin', 'dist', 'src', 'test/support', ...runtimePackages()])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path), { recursive: true });
  cpSync(process.execPath, join(copy, 'node'));
  execFileSync('chmod', ['-R', 'a+rX', copy]);
  return copy;
}

/** The folders of the packages that the product itself needs. */
function runtimePackages(): readonly string[] {
  const lock: { packages: Readonly<Record<string, { dev?: boolean }>> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages).flatMap(([path, { dev = false }]) => (path === '' || dev ? [] : [path]));
}
