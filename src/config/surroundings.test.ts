import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { surroundingsIn } from './surroundings.ts';

test('commands see no secret of this home, there or not, of another person, of the system, or that a rule forbids', () => {
  const [home, other] = [scratch(), scratch()];
  mkdirSync(join(other, '.ssh'));
  const { secrets } = surroundingsIn({ HOME: home }, join(home, '.artoo'), ['/srv/private'], [home, other]);
  expect(secrets).toEqual(
    expect.arrayContaining([join(home, '.ssh'), join(home, '.aws'), join(other, '.ssh'), '/etc/shadow', '/srv/private']),
  );
  expect(secrets).not.toContain(join(other, '.aws'));
});

test('commands see no copy of a secret beside it, though they see what is kept from models alone', () => {
  const home = scratch();
  const copies = ['.netrc~', '.npmrc.bak', '.ssh-old', '.ssh (copy)', 'Copy of .netrc', '.config/gh.bak', '.config.old/gh'];
  for (const name of [...copies, '.npmrc', '.aws-sam', '.ssh-config-docs']) mkdirSync(join(home, name), { recursive: true });
  const { secrets } = surroundingsIn({ HOME: home }, join(home, '.artoo'), [], [home]);
  expect(secrets).toEqual(expect.arrayContaining(copies.map((name) => join(home, name))));
  for (const name of ['.npmrc', '.aws-sam', '.config.old', '.ssh-config-docs']) expect(secrets).not.toContain(join(home, name));
});

test('commands get no key of the environment', () => {
  expect(surroundingsIn({ HOME: '/home/ada', OPENAI_API_KEY: 'x' }, '/home/ada/.artoo').env).toEqual({
    HOME: '/home/ada',
    LC_MESSAGES: 'C',
  });
});
