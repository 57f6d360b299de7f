import { expect, test } from 'vitest';
import { whyNeverFree, whyNoProject } from './free-places.ts';

test.each([
  ['/home/ada', '/home/ada'],
  ['/home/ada', '/home/ada/.config'],
  ['/home/ada', '/home/ada/.x/y/z'],
  ['/home/ada', '/home/ada/Library/x'],
  ['/home/ada', '/HOME/ADA'],
  ['/home/ada', '/home/bob'],
  ['/home/ada', '/home/bob/.config'],
  ['/home/ada', '/home'],
  ['/home/ada', '/Users'],
  ['/home/ada', '/'],
  ['/home/ada', '/etc'],
  ['/home/ada', '/usr/src/app'],
  ['/home/ada', '/var/www'],
  ['/home/ada', '/var/lib/x'],
  ['/home/ada', '/opt/app'],
  ['/home/ada', '/srv/x'],
  ['/home/ada', '/root'],
  ['/home/ada', '/root/project'],
  ['/home/ada', '/private/etc'],
  ['/root', '/root'],
  ['/root', '/root/.config/x'],
  ['/root', '/home'],
  ['/var/lib/ci', '/var/lib/ci'],
  ['/var/lib/ci', '/var/lib'],
  ['/var/lib/ci', '/var/lib/other'],
  ['/var', '/var/www'],
  ['/usr/sbin', '/usr/sbin/x'],
  ['/etc', '/etc/x'],
  ['/', '/'],
  ['/', '/etc/x'],
  ['/', '/.config'],
])('with the home %s, nothing is free in %s', (home, cwd) => {
  expect(whyNoProject(cwd, home)).toEqual(expect.any(String));
});

test.each([
  ['/home/ada', '/home/ada/project'],
  ['/home/ada', '/home/ada/project/.github'],
  ['/home/ada', '/home/ada/a/.config'],
  ['/home/ada', '/home/bob/project'],
  ['/home/ada', '/tmp'],
  ['/home/ada', '/tmp/.x'],
  ['/home/ada', '/var/tmp/x'],
  ['/home/ada', '/private/var/folders/x/T/y'],
  ['/home/ada', '/mnt/x'],
  ['/home/ada', '/app'],
  ['/home/ada', '/libraries/x'],
  ['/root', '/root/project'],
  ['/var/lib/ci', '/var/lib/ci/project'],
  ['/', '/app'],
  ['/mnt/a/home', '/mnt/a'],
])('with the home %s, %s is a project', (home, cwd) => {
  expect(whyNoProject(cwd, home)).toBeUndefined();
});

test('no rule frees a place where secrets are kept, or a folder around one', () => {
  const around = { home: '/home/ada', pathFolders: [], dataFolder: '/home/ada/.artoo' };
  for (const folder of ['.password-store/x', '.var/app', '.vault-token', 'snap'])
    expect(whyNeverFree(`/home/ada/${folder}`, around)).toEqual(expect.any(String));
  expect(whyNeverFree('/mnt/a', { ...around, home: '/mnt/a/home' })).toEqual(expect.any(String));
});
