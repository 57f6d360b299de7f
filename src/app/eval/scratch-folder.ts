/** Where the folders of trials are made: outside any project, so that no instructions or repository of a parent folder are found. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { removeTree } from '../../tools/containment/remove-tree.ts';

export type Scratch = AsyncDisposable & { readonly path: string };

const prefix = 'artoo-eval-';

/** The folder is noted in `out`, so that the next run removes what a killed run left. */
export async function openScratch(out: string, keep: boolean): Promise<Scratch> {
  const note = join(out, 'scratch');
  await removeTree(leftBy(note));
  const path = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(note, path, { mode: 0o600 });
  return {
    path,
    async [Symbol.asyncDispose]() {
      if (!keep) await removeTree(path);
      rmSync(note, { force: true });
    },
  };
}

/** The noted folder, if such a run made it; otherwise a path that does not exist. */
function leftBy(note: string): string {
  const nowhere = join(dirname(note), 'no-scratch');
  try {
    const path = readFileSync(note, 'utf8');
    return dirname(path) === tmpdir() && basename(path).startsWith(prefix) ? path : nowhere;
  } catch {
    return nowhere;
  }
}
