import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { secretGate } from './secret-file.ts';

/** A home with a link that leads nowhere yet, at rest for long enough to be remembered. */
async function homeAtRest() {
  const home = scratch();
  for (const folder of ['files', 'others', '.config/gh']) mkdirSync(join(home, folder), { recursive: true });
  symlinkSync(join(home, 'files'), join(home, '.linked'));
  symlinkSync(join(home, 'others/key'), join(home, '.broken'));
  await wait(150);
  return home;
}

test.each<readonly [string, string, string, (home: string) => void]>([
  ['is made, as a link', '.ssh', 'others', (home) => symlinkSync('others', join(home, '.ssh'))],
  [
    'is replaced by a link',
    '.config/gh',
    'others',
    (home) => {
      rmSync(join(home, '.config/gh'), { recursive: true });
      symlinkSync('../others', join(home, '.config/gh'));
    },
  ],
  [
    'gets a link above it',
    '.config/gh',
    'others/gh',
    (home) => {
      renameSync(join(home, '.config'), join(home, 'old'));
      symlinkSync('others', join(home, '.config'));
    },
  ],
  [
    'is a link to another link',
    '.linked',
    'others',
    (home) => {
      rmSync(join(home, 'files'), { recursive: true });
      symlinkSync('others', join(home, 'files'));
    },
  ],
  ['is a link to what was not there', '.broken', 'others/key', (home) => writeFileSync(join(home, 'others/key'), '')],
])('a place that %s is kept from models where it leads now', async (_, place, leadsTo, change) => {
  const home = await homeAtRest();
  const secrets = [join(home, place)];
  const before = secretGate(secrets);
  expect(secretGate(secrets)).toBe(before);
  expect(before(join(home, leadsTo))).toBe(false);
  change(home);
  expect(secretGate(secrets)(join(home, leadsTo))).toBe(true);
});
