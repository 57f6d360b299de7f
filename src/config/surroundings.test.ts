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

test('commands get no key of the environment', () => {
  expect(surroundingsIn({ HOME: '/home/ada', OPENAI_API_KEY: 'x' }, '/home/ada/.artoo').env).toEqual({
    HOME: '/home/ada',
    LC_MESSAGES: 'C',
  });
});
