import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import type { ContainedRun, ContainmentKind } from '../containment/containment.ts';
import { noteOnLook, noteOnWalls, sightNotes } from './note-on-walls.ts';

const ended = { exitCode: 0, killedBy: null, output: '', errors: '', truncated: false, report: '' } as const;

const ran = (more: Partial<ContainedRun>): ContainedRun => ({
  ...{
    ended,
    changes: [],
    attemptedNetwork: false,
    attemptedSocket: false,
    deniedPlaces: [],
    hiddenTempPlaces: [],
    differs: [],
    hardLinks: 0,
  },
  ...{ left: { files: 0, processes: 0 }, whyUnknown: undefined, moved: [] },
  ...more,
  [Symbol.asyncDispose]: async () => {},
});

test.each<[kind: ContainmentKind, run: Partial<ContainedRun>, note: RegExp]>([
  ['overlay', {}, /^$/],
  ['overlay', { hiddenTempPlaces: ['/tmp/x'] }, /\/tmp\/x .*read_file.*read\(\/tmp\/x\)/],
  ['overlay', { hardLinks: 2 }, /2 hard links/],
  ['overlay', { attemptedNetwork: 'machine' }, /127\.0\.0\.1 and localhost are its own and not this machine's/],
  ['overlay', { ended: { ...ended, exitCode: 1, output: "touch: '/usr/x': Read-only file system" } }, /read-only to commands/],
  ['copy', { ended: { ...ended, exitCode: 1, output: "touch: '/usr/x': Read-only file system" } }, /only in the current folder/],
  ['clone', { ended: { ...ended, exitCode: 1, output: 'touch: /opt/x: Operation not permitted' } }, /only in the current folder/],
])('within walls of the kind %s, a run with %j is reported as %s', (kind, run, note) => {
  expect(noteOnWalls('true', ran(run), kind)).toMatch(note);
});

test.each<[line: string, printed: string, isTold: boolean]>([
  ['npm test', '1 passing', false],
  ['node build.js', 'written to /tmp/out.txt', true],
  ['echo x > /tmp/x', '', true],
  ['f=$(mktemp); date > $f', '', true],
  ['cat /home/me/tmp/x', '', false],
  ['cp a "$TMPDIR"', '', true],
])('after %s, which prints %j, what is left in its own folders is reported: %s', (line, output, isTold) => {
  const run = ran({ left: { files: 1, processes: 0 }, ended: { ...ended, output } });
  expect(noteOnWalls(line, run, 'overlay') !== '').toBe(isTold);
});

test('a script that looks at the machine is reported like a line that does', () => {
  const cwd = scratch();
  const around = { cwd, home: cwd };
  const view = ran({ differs: ['processes'] });
  expect(sightNotes('./check', around, view)).toEqual([]);
  writeFileSync(join(cwd, 'check'), '#!/bin/bash\nif pgrep -x nginx; then echo up; fi\n');
  expect(sightNotes('./check', around, view)).toEqual([expect.stringMatching(/^pgrep saw only its own .*`pgrep -x nginx`/)]);
  writeFileSync(join(cwd, 'check'), '#!/usr/bin/python3\nps = 1\n');
  expect(sightNotes('./check', around, view)).toEqual([]);
});

test('a script that the line itself wrote is read where it is now', () => {
  const cwd = scratch();
  const from = join(scratch(), 'upper');
  writeFileSync(from, 'df -h\n');
  const after = { kind: 'file', mode: 0o644, uid: 0, gid: 0, size: 6, mtime_ms: 1, hash: 'a' } as const;
  const view = ran({ differs: ['mounts'], changes: [{ path: join(cwd, 's.sh'), before: null, after, from, stamp: null }] });
  expect(sightNotes('echo "df -h" > s.sh; sh s.sh', { cwd, home: cwd }, view)).toHaveLength(1);
});

test('a line that looked is told what it could not see', () => {
  const around = { cwd: '/', home: '/' };
  expect(noteOnLook('ss -ltnp', around, { differs: ['socket holders'], printed: '' })).toMatch(/which programs hold/);
  expect(noteOnLook('ps aux', around, { differs: ['owners'], printed: 'nobody 1 init' })).toMatch(/as nobody/);
  expect(noteOnLook('ps aux', around, { differs: [], printed: 'nobody 1 init' })).toBe('');
});
