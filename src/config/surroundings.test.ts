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
  for (const name of ['.netrc~', '.npmrc', '.npmrc.bak', '.ssh-old', '.aws-sam', '.config/gh.bak'])
    mkdirSync(join(home, name), { recursive: true });
  const { secrets } = surroundingsIn({ HOME: home }, join(home, '.artoo'), [], [home]);
  expect(secrets).toEqual(expect.arrayContaining(['.netrc~', '.npmrc.bak', '.ssh-old', '.config/gh.bak'].map((name) => join(home, name))));
  for (const name of ['.npmrc', '.aws-sam']) expect(secrets).not.toContain(join(home, name));
});

test('commands get no key of the environment', () => {
  expect(surroundingsIn({ HOME: '/home/ada', OPENAI_API_KEY: 'x' }, '/home/ada/.artoo').env).toEqual({
    HOME: '/home/ada',
    LC_MESSAGES: 'C',
  });
});
