/** The person's current version of the spec, for agents whose folder has another version of it, or none: a folder shows a commit, and the person may not have committed the spec or merged it into the integration branch. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { specFile } from '../planning/gates.ts';
import { whyNoSpec } from '../spec-file.ts';

const shownCharacters = 24_000;

/** Undefined if the folder has the same file, or there is no spec. */
export function currentSpec(root: string, folder: string, ref: string | null | undefined): string | undefined {
  const file = ref ? specFile(ref) : undefined;
  const now = file === undefined ? undefined : textOf(root, file);
  if (file === undefined || now === undefined || now === textOf(folder, file)) return undefined;
  if (now.length <= shownCharacters) return now;
  return `${now.slice(0, shownCharacters)}\n… ${now.length - shownCharacters} more characters: ${join(root, file)}`;
}

const textOf = (root: string, file: string): string | undefined =>
  file.startsWith('/') || file.split('/').includes('..') || whyNoSpec(root, file) !== undefined
    ? undefined
    : readFileSync(join(root, file), 'utf8');
