import { expect, test } from 'vitest';
import { deniedPlaces } from './denied-places.ts';

const places = { closed: ['/var/log', '/root', '/home/a/.ssh', '/home/a/.config/gh'], cwd: '/home/a/project', home: '/home/a' };

test.each<[printed: string, met: readonly string[]]>([
  ['', []],
  ['cat: /home/a/.ssh/id: Permission denied', ['~/.ssh']],
  ["ls: cannot open directory '/root': Permission denied", ['/root']],
  ["find: ‘/home/a/.ssh’: Permission denied\nfind: './x': No such file", ['~/.ssh']],
  ['grep: ../.ssh: Permission denied', ['~/.ssh']],
  ["PermissionError: [Errno 13] Permission denied: '/var/log/syslog'", ['/var/log']],
  ["Error: EACCES: permission denied, open '/home/a/.config/gh/hosts.yml'", ['~/.config/gh']],
  ['/bin/bash: line 1: /root/x: Permission denied', ['/root']],
  ['grep: ./.ssh: Permission denied', ['~/.ssh']],
  ['grep: .config/gh: Permission denied', ['~/.config/gh']],
  ['cat: /home/a/notes: Permission denied', []],
  ['/var/log is large', []],
  ['git@example.org: Permission denied (publickey).', []],
])('%j met %j', (printed, met) => {
  expect(deniedPlaces(printed, places)).toEqual(met);
});

test('a flood of refusals is looked at in little time', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `cat: ${'x/'.repeat(50)}${at}: Permission denied\n`).join('');
  expect(deniedPlaces(lines, { ...places, closed: Array.from({ length: 300 }, (_, at) => `/srv/${at}`) })).toEqual([]);
});
