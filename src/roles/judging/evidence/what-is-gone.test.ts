import { describe, expect, test } from 'vitest';
import { citing, cwd, type Deed, read, shell, workOf } from '../../../../test/support/judged-work.ts';
import { criterion } from '../../../../test/support/work.ts';
import { weigh } from './weigh.ts';

const of2025 = '-rw-r--r-- 1 ada ada 6 2025-10-16 old-3.log';
const today = '-rw-r--r-- 1 ada ada 4 2026-11-20 today.log';
const before = shell('ls -la logs', `${of2025}\n${today}`);
const removed = shell('rm logs/old-3.log', '', 0, { changed: [{ path: `${cwd}/logs/old-3.log`, change: 'deleted' }] });
const after = shell('ls -la logs', today);
const done = [before, removed, after];
const none = 'logs/ holds no log of 2025 any more';
const kept = 'Every file in logs/ that is not of 2025 is still there';
const gone = 'logs/old-3.log is deleted';

type Case = readonly [string, readonly string[], readonly Deed[]];
const weighed = ([says, cited, deeds]: Case) =>
  weigh(cited.map(citing), criterion({ criterion: says, mode: 'verifiable' }), workOf(deeds)).counts;

describe('of what the task deleted', () => {
  test.each<Case>([
    [none, ['$3'], done],
    [none, [today], done],
    [none, ['deleted logs/old-3.log', '$3'], done],
    [none, [of2025, 'deleted logs/old-3.log'], done],
    [kept, [today, '$3'], done],
    [gone, ['deleted logs/old-3.log'], done],
    [gone, [`deleted ${cwd}/logs/old-3.log`], done],
  ])('an earlier look shows the numbers, and the list of changes the end: %s: %j', (...one) => {
    expect(weighed(one)).toBe(true);
  });

  test.each<readonly [string, ...Case]>([
    ['the folder was not looked at again', none, ['deleted logs/old-3.log'], [before, removed]],
    ['the deletion was not seen by code', gone, ['deleted logs/old-3.log'], [before, after]],
    ['another file was deleted', 'logs/old-4.log is deleted', ['deleted logs/old-3.log'], done],
    ['no look showed the number', 'logs/ holds no log of 2024 any more', ['$3'], done],
    [
      'the number was in another place',
      none,
      ['$3'],
      [read('notes.md', 'from 2025'), shell('ls logs', 'old-3.log\ntoday.log'), removed, after].slice(1),
    ],
    ['only a file that is still there had it', none, ['$3'], [read('notes.md', 'from 2025'), removed, after]],
    ['it is said to be there', 'logs/ holds a log of 2025', ['$3'], done],
    ['it is said to be there', 'logs/ holds a log of 2025', ['deleted logs/old-3.log'], done],
    [
      'it was made again',
      gone,
      ['deleted logs/old-3.log'],
      [...done, shell('touch logs/old-3.log', '', 0, { changed: [{ path: `${cwd}/logs/old-3.log`, change: 'created' }] })],
    ],
  ])('nothing counts where %s', (_, ...one) => {
    expect(weighed(one)).toBe(false);
  });
});
