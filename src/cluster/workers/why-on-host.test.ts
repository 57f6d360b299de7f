import { expect, test } from 'vitest';
import { type HostRequest, whyOnHost } from './why-on-host.ts';

const call = { task_id: 't', key: '1.1.1/R3/1.1' };
const fit: HostRequest = {
  call,
  command: 'make',
  cwd: '/home/ada/project/sub',
  home: '/home/ada',
  roots: ['/home/ada/project'],
  system: ['/usr', '/etc', '/bin'],
};

test.each([
  'make && ./run.sh > out.txt',
  'python3 -m pytest -q tests/',
  'cat ../README.md | sort | uniq -c',
  'node -e "console.log(1/2)"',
  'cat /etc/os-release; ls /usr/lib; echo x > /tmp/x; wc -l < /dev/null',
  'cp /home/ada/project/a.txt b.txt',
  "sed -i 's/a/b/' src/*.ts",
])('%s may run on a worker', (command) => {
  expect(whyOnHost({ ...fit, command })).toBeUndefined();
});

test.each([
  ['git commit -m x', 'git acts'],
  ['make && docker build .', 'docker acts'],
  ['cat /home/ada/other/file', '/home/ada/other/file'],
  ['python3 -c "open(\'/srv/data/x\')"', '/srv/data/x'],
  ['cat ../../../bob/x', '/home/bob/x'],
  ['cat ~/.bashrc', 'home'],
  ['echo $HOME', 'home'],
  ['python3 -c "import os; os.path.expanduser(0)"', 'home'],
  ['$tool x', 'not known'],
  ['for (( unfinished', 'not known'],
])('%s stays on the host', (command, why) => {
  expect(whyOnHost({ ...fit, command })).toContain(why);
});

test.each<readonly [string, Partial<HostRequest>]>([
  ['a check', { call: undefined }],
  ['background', { background: { onInside: () => {} } }],
  ['network', { sockets: true }],
  ['not sent to workers', { places: ['/srv/data'] }],
  ['not sent to workers', { cwd: '/home/ada/elsewhere' }],
  ['contains the home', { roots: ['/home'], cwd: '/home/ada' }],
  ['contains the home', { roots: ['/home/ada'], cwd: '/home/ada' }],
  ['part of the system', { roots: ['/etc/app'], cwd: '/etc/app' }],
  ['contains', { roots: ['/'], cwd: '/' }],
])('%s keeps it on the host', (why, more) => {
  expect(whyOnHost({ ...fit, ...more })).toContain(why);
});
