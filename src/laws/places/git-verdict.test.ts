import { describe, expect, test } from 'vitest';
import type { GitFile } from './git-folder.ts';
import { type GitVerdict, gitVerdict } from './git-verdict.ts';

const files = {
  object: { is: 'object', id: '' },
  'large file': { is: 'large file', id: '' },
  pack: { is: 'pack', pack: '' },
  index: { is: 'index' },
  log: { is: 'log', of: '' },
  ref: { is: 'ref', name: '' },
  text: { is: 'text' },
  ids: { is: 'ids' },
  config: { is: 'config' },
  'sample hook': { is: 'sample hook' },
  head: { is: 'head' },
  todo: { is: 'todo' },
  state: { is: 'state' },
  acting: { is: 'acting' },
} as const satisfies Readonly<Record<GitFile['is'], GitFile>>;

/** In a repository that existed before: new, changed, not as git writes it. In a new repository: as git writes it, or not. */
const rows = {
  object: ['free', 'asked', 'acts', 'ordinary', 'ordinary'],
  'large file': ['free', 'asked', 'acts', 'ordinary', 'ordinary'],
  pack: ['free', 'asked', 'acts', 'ordinary', 'ordinary'],
  index: ['free', 'free', 'asked', 'ordinary', 'ordinary'],
  log: ['free', 'free', 'asked', 'ordinary', 'ordinary'],
  ref: ['free', 'asked', 'asked', 'ordinary', 'ordinary'],
  text: ['free', 'asked', 'asked', 'ordinary', 'ordinary'],
  ids: ['free', 'asked', 'asked', 'ordinary', 'ordinary'],
  config: ['free', 'acts', 'acts', 'free', 'acts'],
  'sample hook': ['free', 'asked', 'asked', 'free', 'free'],
  head: ['asked', 'asked', 'acts', 'ordinary', 'acts'],
  todo: ['asked', 'asked', 'acts', 'ordinary', 'acts'],
  state: ['asked', 'asked', 'asked', 'ordinary', 'ordinary'],
  acting: ['acts', 'acts', 'acts', 'acts', 'acts'],
} as const satisfies Readonly<Record<GitFile['is'], readonly GitVerdict[]>>;

describe('what becomes of', () => {
  test.each(Object.values(files))('$is', (file) => {
    const existing = { file, isNewRepository: false };
    const made = { file, isNewRepository: true, isNew: true };
    expect([
      gitVerdict({ ...existing, isNew: true, isGenuine: true }),
      gitVerdict({ ...existing, isNew: false, isGenuine: true }),
      gitVerdict({ ...existing, isNew: true, isGenuine: false }),
      gitVerdict({ ...made, isGenuine: true }),
      gitVerdict({ ...made, isGenuine: false }),
    ]).toEqual(rows[file.is]);
  });
});
