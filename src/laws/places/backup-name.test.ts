import { expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { originalName, originalPath } from './backup-name.ts';
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
  ['.netrc.20240131T1200', '.netrc'],
  ['.ssh.bak.2', '.ssh'],
  ['.ssh_backup_2024', '.ssh'],
  ['.ssh-2024-01-31', '.ssh'],
  ['.ssh copy', '.ssh'],
  ['.ssh copy 2', '.ssh'],
  ['.ssh (copy)', '.ssh'],
  ['.ssh (another copy)', '.ssh'],
  ['.ssh (3rd copy)', '.ssh'],
  ['.ssh (weitere Kopie)', '.ssh'],
  ['.ssh - Copy (2)', '.ssh'],
  ['.ssh（copy）', '.ssh'],
  ['.netrc (1)', '.netrc'],
  ['.netrc(1)', '.netrc'],
  ['credentials (2)', 'credentials'],
  ['id_rsa.old', 'id_rsa'],
  ['.env.backup', '.env'],
  ['auth (copy).json', 'auth.json'],
  ['auth copy 2.json', 'auth.json'],
  ['auth-old.json', 'auth.json'],
  ['auth.json (1).bak', 'auth.json'],
  ['Copy of .netrc', '.netrc'],
  ['old.netrc', '.netrc'],
  ['backup_id_rsa', 'id_rsa'],
  ['#.netrc#', '.netrc'],
  ['.#.netrc', '.netrc'],
  ['.netrc.un~', '.netrc'],
  ['.netrc.swp', '.netrc'],
  ['.netrc.dpkg-old', '.netrc'],
  ['.ssh.tar.gz', '.ssh'],
])('%s is a copy of %s', (name, original) => expect(originalName(foldedName(name))).toBe(original));

test.each(
  [
    '.ssh',
    '.ssh-not',
    '.ssh-config-docs',
    '.aws-sam',
    '.ssh.bakery',
    '.ssh copyright',
    '.ssh2',
    'oldest',
    'backup',
    '.old',
    '~',
    '(1)',
  ].concat(['environment.md', 'copyright.txt', 'a.test.ts', '']),
)('%s is not a copy', (name) => expect(originalName(name)).toBe(name));

test('folders of a path are copies too', () => {
  expect(originalPath('/home/ada/.config.bak/gh (1)/hosts.yml~')).toBe('/home/ada/.config/gh/hosts.yml');
  expect(originalPath('/home/ada/project/src/a.ts')).toBe('/home/ada/project/src/a.ts');
});

test('no secret place is itself named like a copy', () => {
  const names = [...secretsInHome, ...keptFromModelsInHome].flatMap((place) => foldedName(place).split('/'));
  expect(names.filter((name) => originalName(name) !== name)).toEqual([]);
});

test('a name with many endings is decided at once', () => {
  const mayRead = mayReadIn({ home: '/home/ada', homes: [], task: [], dataFolder: '/home/ada/.artoo', named: [], linked: [] });
  const parts = ['.bak.1', '.1', '~', '.~1~', '.bak1', ' copy 2', '.env.bak', '1', '/.ssh.bak', '.dpkg-old'];
  for (const part of [...parts, '(1)', ' (', '(', ' ', '- ', '.1t1', 'old ', '#']) {
    const began = workedMs();
    const name = `${part.repeat(20_000)}x`; // quadratic time would mean minutes
    originalName(`.ssh${name}`);
    isEnvFile(`prod.env${name}`);
    mayRead(`/home/ada/.ssh${name}`, { decision: 'none' });
    expect(workedMs() - began, part).toBeLessThan(5_000);
  }
});
