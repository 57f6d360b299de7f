/**
 * Runs once before all tests: folders in which the children of tests keep their compiled TypeScript. Compiling is the largest part of the time that
 * they take to start.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The value for NODE_COMPILE_CACHE. */
    readonly compileCache: string;
    /** The same for children that run as an ordinary user. Node keeps what each user has compiled in a folder of its own. */
    readonly ordinaryCompileCache: string;
  }
}

/** Returns the function that removes the folders. */
export function setup({ provide }: TestProject): () => void {
  const [own, another] = [newFolder(), newFolder()];
  chmodSync(another, 0o1777);
  provide('compileCache', own);
  process.env.NODE_COMPILE_CACHE = own; // for children that are given the environment of their test
  provide('ordinaryCompileCache', another);
  return () => {
    for (const folder of [own, another]) rmSync(folder, { recursive: true, force: true, maxRetries: 10 }); // a worker may still write while it ends
  };
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'artoo-compiled-'));
