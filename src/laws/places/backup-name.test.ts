import { expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { backedUpName } from './backup-name.ts';
import { isEnvFile } from './env-file.ts';
import { foldedName } from './folded-name.ts';
import { mayReadIn } from './reading.ts';
import { keptFromModelsInHome, secretsInHome } from './secret-place-names.ts';

test.each([
  ['.netrc~', '.netrc'],
  ['.npmrc.bak', '.npmrc'],
  ['.netrc.bak~', '.netrc'],
  ['.netrc.old.1', '.netrc'],
  ['.netrc.~1~', '.netrc'],
  ['.ssh.bak.2', '.ssh'],
  ['.ssh_backup_2024', '.ssh'],
  ['.ssh-2024-01-31', '.ssh'],
  ['.ssh copy', '.ssh'],
  ['.ssh copy 2', '.ssh'],
  ['.ssh', undefined],
  ['.ssh-not', undefined],
  ['.aws-sam', undefined],
  ['.ssh.bakery', undefined],
])('%s is a copy of %s', (name, original) => expect(backedUpName(name)).toBe(original));

test('no secret place is itself named like a copy', () => {
  const names = [...secretsInHome, ...keptFromModelsInHome].flatMap((place) => foldedName(place).split('/'));
  expect(names.filter((name) => backedUpName(name) !== undefined)).toEqual([]);
});

test('a name of many endings is decided at once', () => {
  const mayRead = mayReadIn({ home: '/home/ada', homes: [], task: [], dataFolder: '/home/ada/.artoo', named: [], linked: [] });
  for (const part of ['.bak.1', '.1', '~', '.~1~', '.bak1', ' copy 2', '.env.bak', '1', '/.ssh.bak', '.dpkg-old']) {
    const began = workedMs();
    const name = `${part.repeat(4_000)}x`;
    backedUpName(`.ssh${name}`);
    isEnvFile(`prod.env${name}`);
    mayRead(`/home/ada/.ssh${name}`, { decision: 'none' });
    expect(workedMs() - began, part).toBeLessThan(2_000);
  }
});
