import { describe, expect, test } from 'vitest';
import { call, verdict } from '../../../test/support/rounds.ts';
import { againstRefusals, refusedClaims } from './against-refusals.ts';

const path = '/work/logs/old.log';
const input = { command: 'rm logs/old.log' };
const rm = { action: 'rm logs/old.log', effects: [{ path, change: 'deleted' as const }] };
const refused = call('shell', { input, ok: false, error_class: 'refused', declined: [rm] });
const because = 'rm logs/old.log was refused, so /work/logs/old.log is as it was';

describe('a claim of what was refused is named', () => {
  test.each([
    'logs/old.log is deleted.',
    'Done. I removed old.log, and wrote the summary.',
    'old.log no longer exists.',
    'Die Datei old.log wurde gelöscht.',
    'Le fichier old.log a été supprimé.',
    'El archivo old.log fue eliminado.',
    'old.log 已删除。',
  ])('%s', (answer) => {
    expect(refusedClaims(answer, [refused], '/work')).toEqual([`the answer says otherwise, but ${because}`]);
  });
});

describe('what is no such claim is left alone', () => {
  test.each([
    'logs/old.log was not deleted.',
    'I kept logs/old.log, which I was to have deleted.',
    'logs/old.log would be deleted by rm.',
    'You said no, so old.log was left; nothing is deleted.',
    'logs/old.log has 12 lines.',
    'summary.txt names logs/old.log, written by cron and changed in May.',
    'The old logs are deleted.',
    'new.log is deleted.',
    'old.log wurde nicht gelöscht.',
  ])('%s', (answer) => {
    expect(refusedClaims(answer, [refused], '/work')).toEqual([]);
  });

  test('or was done after all, or in another way', () => {
    expect(refusedClaims('old.log is deleted.', [refused, call('shell', { input })], '/work')).toEqual([]);
    const moved = call('shell', { changed: [{ path: '/work/kept', change: 'created', moved_from: path }] });
    expect(refusedClaims('old.log is moved.', [refused, moved], '/work')).toEqual([]);
  });
});

test.each([
  ['changed', 'config.json is updated.', true],
  ['changed', 'config.json lists 3 hosts.', false],
  ['changed', 'config.json was deleted by nothing.', false],
  ['created', 'config.json is written.', true],
  ['created', 'config.json is updated.', false],
  ['metadata', 'The mode of config.json is set.', true],
] as const)('a refused change of the kind %s is claimed by "%s": %s', (change, answer, expected) => {
  const declined = [{ action: 'write config.json', effects: [{ path: '/work/config.json', change }] }];
  const asked = call('write_file', { ok: false, error_class: 'refused', declined });
  expect(refusedClaims(answer, [asked], '/work')).toHaveLength(expected ? 1 : 0);
});

describe('a pass of a judge', () => {
  test.each([
    ['logs/old.log is deleted', 'fail'],
    ['old.log no longer exists', 'fail'],
    ['logs/old.log does not exist', 'fail'],
    ['summary.txt names logs/old.log', 'pass'],
    ['logs/old.log is unchanged', 'pass'],
    ['logs/new.log is deleted', 'pass'],
    ['the summary names the oldest entry', 'pass'],
  ])('on "%s" is a %s after the no', (criterion, expected) => {
    const passed = verdict({ criterion, verdict: 'pass', by: 'model' });
    const [[, judged] = []] = againstRefusals([[passed, passed]], { calls: [refused], cwd: '/work', answer: '' });
    expect(judged).toMatchObject(expected === 'fail' ? { verdict: 'fail', failure_class: null, by: 'code', evidence: because } : passed);
  });

  test.each([
    ['I deleted new.log and old.log', 'fail'],
    ['The answer says: I deleted new.log and old.log.', 'fail'],
    ['deleted new.log and old.log', 'fail'],
    ['The folder is now small.', 'pass'],
    ['I deleted new.log', 'pass'],
    ['rm: removed new.log; ls: old.log', 'pass'],
  ])('that is proved by "%s", which the answer claims in spite of the no, is a %s', (evidence, expected) => {
    const criterion = 'the answer names the files that were deleted';
    const answer = 'I deleted new.log and old.log. The folder is now small.';
    const passed = verdict({ criterion, verdict: 'pass', by: 'model', evidence });
    const [[, judged] = []] = againstRefusals([[passed, passed]], { calls: [refused], cwd: '/work', answer });
    expect(judged).toMatchObject(expected === 'fail' ? { verdict: 'fail', failure_class: null, by: 'code', evidence: because } : passed);
  });
});
