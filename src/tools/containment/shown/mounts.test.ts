import { expect, test } from 'vitest';
import { readMounts } from './mounts.ts';

test('mounts are read as the kernel lists them, the later one of a place counts', () => {
  const text = [
    '21 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw',
    String.raw`22 21 0:20 / /home/a\040b rw,nosuid - tmpfs tmpfs rw`,
    String.raw`23 21 0:21 / /back\134slash ro - ext4 /dev/vdb rw`,
    '24 21 0:22 / /proc rw - proc proc rw',
    '25 21 0:23 / /proc ro - proc proc rw',
    '',
    'nonsense',
  ].join('\n');
  expect(readMounts(text)).toEqual([
    { path: '/', type: 'ext4', writable: true },
    { path: '/home/a b', type: 'tmpfs', writable: true },
    { path: '/back\\slash', type: 'ext4', writable: false },
    { path: '/proc', type: 'proc', writable: false },
  ]);
});
