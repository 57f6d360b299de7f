import { expect, test } from 'vitest';
import { ownSightsIn, type Sight, scriptsIn } from './own-sight.ts';

const around = { cwd: '/home/u/p', home: '/home/u' };
const differs: readonly Sight[] = ['network', 'processes', 'mounts', 'sign-ins', 'services', 'devices', 'owners'];
const seenBy = (line: string, printed = '', differing = differs) =>
  ownSightsIn([line], around, { differs: differing, printed }).map(({ program, sight, instead }) => [program, sight, instead]);

test.each<[line: string, seen: readonly (readonly [string, Sight, string | undefined])[]]>([
  ['ps aux > f', [['ps', 'processes', 'ps aux']]],
  ['echo $(ps aux | wc -l)', [['ps', 'processes', 'ps aux']]],
  ['ps -p $PPID', [['ps', 'processes', 'ps aux']]],
  ['for i in 1 2; do pgrep -fl node; done', [['pgrep', 'processes', 'pgrep -fl node']]],
  [
    'bash -c "ps aux; ss -ltn"',
    [
      ['ps', 'processes', 'ps aux'],
      ['ss', 'network', 'ss -ltn'],
    ],
  ],
  ['timeout 5 top -bn1', [['top', 'processes', 'top -bn1']]],
  ['lsof -i :3000', [['lsof', 'network', 'ss -ltn']]],
  ['lsof', [['lsof', 'processes', 'ps aux']]],
  ['ifconfig', [['ifconfig', 'network', 'ip addr']]],
  ['df -h > disks', [['df', 'mounts', 'df -h']]],
  ['w > f', [['w', 'sign-ins', 'w']]],
  ['systemctl is-active nginx > f', [['systemctl', 'services', 'systemctl is-active nginx']]],
  ['lsblk -f | tee f', [['lsblk', 'devices', 'lsblk -f']]],
  ['find / -user root', [['find', 'owners', undefined]]],
  ['ps aux; ps aux', [['ps', 'processes', 'ps aux']]],
  ['hostname; uname -a; free -m; nproc', []],
  ['ls -l', []],
  ['echo ps; cat ps', []],
])('%s', (line, seen) => {
  expect(seenBy(line)).toEqual(seen);
});

test.each([
  ['ls -l /etc', '-rw-r--r-- 1 nobody nogroup 9 hosts', ['owners']],
  ['ls -l', '-rw-r--r-- 1 me me 9 a', []],
  ['ls', 'nobody', []],
  ['stat -c %u /etc', '65534', ['owners']],
  ['python3 watch.py', 'USER PID\nme 1 /var/tmp/artoo-1/x/called-0/artoo --args 6 /bin/sh', ['processes']],
])('%s that prints %j shows its own: %j', (line, printed, expected) => {
  expect(seenBy(line, printed).map(([, sight]) => sight)).toEqual(expected);
});

test('only differences are reported', () => {
  expect(seenBy('ss -ltnp > f', '', ['processes'])).toEqual([]);
  expect(seenBy('ss -ltnp', '', ['socket holders'])).toEqual([['ss', 'socket holders', undefined]]);
});

test.each([
  ['./check.sh', ['/home/u/p/check.sh']],
  ['cd sub && bash -x run.sh a', ['/home/u/p/sub/run.sh']],
  ['. ./env; sh /opt/x', ['/home/u/p/env', '/opt/x']],
  ['make; bash -c "ls"', []],
])('%s runs %j', (line, scripts) => {
  expect(scriptsIn(line, around)).toEqual(scripts);
});
