/** Runs once before all tests: a folder in which the children of tests keep their compiled TypeScript. Compiling is most of what their start costs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** For NODE_COMPILE_CACHE. */
    readonly compileCache: string;
  }
}

/** Gives back what ends it. */
export function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-compiled-'));
  provide('compileCache', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
