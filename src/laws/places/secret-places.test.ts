import { describe, expect, test } from 'vitest';
import { namesSecretPlace, secretPlacesOf } from './secret-places.ts';

const home = '/home/ada';

test.each(secretPlacesOf(home))('%s is hidden, and a command that names it does not plainly only read', (path) => {
  expect(path).toMatch(/^\/[^*?]+$/);
  const relative = path.replace(`${home}/`, '');
  const texts = [path, `${path}/x`, /^[^._][^/]*$/.test(relative) ? path : relative, `--file=${path}`, path.toUpperCase()];
  expect(texts.filter((text) => !namesSecretPlace(text))).toEqual([]);
});

test('secret places of the system are hidden, too', () => {
  expect(secretPlacesOf(home)).toEqual(
    expect.arrayContaining(['/etc/shadow', '/etc/ssl/private', '/etc/wireguard', '/etc/ssh/ssh_host_rsa_key']),
  );
});

test('npm and pip keep their files, though they may contain keys', () => {
  for (const name of ['.npmrc', '.pypirc']) {
    expect(secretPlacesOf(home)).not.toContain(`${home}/${name}`);
    expect(namesSecretPlace(name)).toBe(true);
  }
});

describe('seen from a folder', () => {
  test.each([
    ['shadow', '/etc', true],
    ['dev/sda', '/', true],
    ['../dev/sda', '/tmp', true],
    ['gcloud/x', '/home/ada/.config', true],
    ['--file=id.txt', '/home/ada/.ssh', true],
    ['x', '/home/ada/.aws', true],
    ['hosts', '/etc', false],
    ['dev/a', '/home/ada', false],
    ['gcloud/x', '/home/ada', false],
    ['/home/ada/a', '/home/ada/.config', false],
    ['1/environ', '/proc', true],
  ])('%s in %s: %s', (argument, folder, isSecret) => {
    expect(namesSecretPlace(argument, folder)).toBe(isSecret);
  });
});
