import { describe, expect, test } from 'vitest';
import { changing, citing, type Deed, read, shell, workOf } from '../../../../test/support/judged-work.ts';
import { criterion } from '../../../../test/support/work.ts';
import { weigh } from './weigh.ts';

type Case = readonly [string, Deed];
const ls = shell('ls logs', 'today.log');
const removed = shell('rm logs/old-3.log', '', 0, changing('logs/old-3.log', 'deleted'));

/** Whether one call, cited by its id after a deletion and a list, proves the criterion. */
const proves = (says: string, deed: Deed, cited: readonly string[] = ['$3']): boolean =>
  weigh(cited.map(citing), criterion({ criterion: says, mode: 'verifiable' }), workOf([removed, ls, deed])).counts;

const find = (tests: string, found = ''): Deed => shell(`find logs ${tests}`, found);
const grepTool = (pattern: string, more: object = {}): Deed => ({
  tool: 'grep',
  input: { pattern, root: 'config', ...more },
  target: pattern,
  ok: true,
  output_head_tail: 'no match in 3 files',
});
const none = 'logs/ holds no log of last year (2025) any more';
const port = 'config/ contains no port 8080';

describe('a search that found nothing proves that there is none of what it was for:', () => {
  test.each<Case>([
    [none, find('-type f -newermt 2025-01-01 ! -newermt 2026-01-01')],
    [none, find("-type f -name '*.log' -newermt 2025-01-01 -not -newermt '2025-12-31 23:59:59' -ls")],
    [none, find('-type f -newermt 2024-06-01')],
    [none, find('-type f ! -newermt 2026-01-01')],
    [none, find("-name '*2025*'")],
    ['There is no log of 2025-10-16 in logs/', find('-newermt 2025-10-16 ! -newermt 2025-10-17')],
    ['logs/ holds no log of October 2025', find('-newermt 2025-10-01 ! -newermt 2025-11-01')],
    ['No log of 2025 is left', shell('find . -type f -newermt 2025-01-01 ! -newermt 2026-01-01')],
    [port, shell('grep -rn 8080 config', '', 1)],
    [port, shell("grep -rnw ':8080' config", '', 1)],
    [port, grepTool('8080')],
    ['config/ contains no version 10.2.3', shell(String.raw`rg '10\.2\.3' config`, '', 1)],
  ])('%s: %j', (...one) => {
    expect(proves(...one)).toBe(true);
  });

  test.each<readonly [string, ...Case]>([
    ['for another year', none, find('-type f -newermt 2024-01-01 ! -newermt 2025-01-01')],
    ['for the year after', 'logs/ holds no log of 2026', find('-type f -newermt 2025-01-01 ! -newermt 2026-01-01')],
    ['for a part of the year', none, find('-type f -newermt 2025-06-01 ! -newermt 2026-01-01')],
    ['for a part of the year', none, find('-type f -newermt 2025-01-01 ! -newermt 2025-12-31')],
    ['for no time at all', none, find('-type f -newermt 2025-01-01 ! -newermt 2025-01-01')],
    ['for what is older', none, find('-type f ! -newermt 2025-01-01')],
    ['for another day', 'There is no log of 2025-10-16 in logs/', find('-newermt 2025-10-17')],
    ['for a day of the month', 'logs/ holds no log of October 2025', find('-newermt 2025-10-01 ! -newermt 2025-10-02')],
    ['for a day without a year', 'logs/ holds no log of 16 October', find('-newermt 2025-10-16 ! -newermt 2025-10-17')],
    ['for other files', none, find("-name '*.tmp' -newermt 2025-01-01 ! -newermt 2026-01-01")],
    ['for large files', none, find('-size +1G -newermt 2025-01-01 ! -newermt 2026-01-01')],
    ['for folders', none, find('-type d -newermt 2025-01-01 ! -newermt 2026-01-01')],
    ['at no depth', none, find('-maxdepth 0 -newermt 2025-01-01 ! -newermt 2026-01-01')],
    ['for a number that is not all of the name', none, find("-name 'x2025*'")],
    ['for a name of that year and that time', none, find("-name '*2025*' -newermt 2030-01-01")],
    ['for other names', none, find("! -name '*2025*'")],
    ['with more than it says', none, find("-path '*2025*' -prune -o -newermt 2030-01-01")],
    ['of another folder', none, shell('find old -type f -newermt 2025-01-01 ! -newermt 2026-01-01')],
    ['of another folder', 'No log of 2025 is left', shell('find old -type f -newermt 2025-01-01 ! -newermt 2026-01-01')],
    ['that was filtered', none, shell('find logs -newermt 2025-01-01 ! -newermt 2026-01-01 | grep zzz', '', 1)],
    ['that went to a file', none, shell('find logs -newermt 2025-01-01 ! -newermt 2026-01-01 > out.txt')],
    ['that found something', none, find('-type f -newermt 2025-01-01 ! -newermt 2026-01-01', 'logs/old-4.log')],
    ['for something that is there', 'logs/ holds a log of 2025', find('-type f -newermt 2025-01-01 ! -newermt 2026-01-01')],
    [
      'for something else',
      'Every file in logs/ that is not of 2025 is still there',
      find('-type f -newermt 2025-01-01 ! -newermt 2026-01-01'),
    ],
    ['for half of it', 'logs/ holds no log of 2025 and 4 of 2026', find('-newermt 2025-01-01 ! -newermt 2026-01-01')],
    ['for another number', port, shell('grep -rn 9090 config', '', 1)],
    ['for a longer number', port, shell('grep -rn 80801 config', '', 1)],
    ['for lines without it', port, shell('grep -rvn 8080 config', '', 1)],
    ['in other files', port, shell("grep -rn --include='*.md' 8080 config", '', 1)],
    ['in other files', port, grepTool('8080', { glob: '*.md' })],
    ['for more than the number', port, grepTool('8080 is open')],
    ['in another folder', port, shell('grep -rn 8080 docs', '', 1)],
    ['that is no search', none, read('logs/2025.txt', '')],
  ])('nothing is proved by one %s: %s: %j', (_, ...one) => {
    expect(proves(...one)).toBe(false);
  });

  test('what was listed in the right folder does not place a search of another', () => {
    const old = shell('find old -type f -newermt 2025-01-01 ! -newermt 2026-01-01');
    expect(proves(none, old, ['$2', '$3'])).toBe(false);
  });

  test('a search before the last change proves nothing', () => {
    const before = find('-type f -newermt 2025-01-01 ! -newermt 2026-01-01');
    const made = shell('touch -d 2025-03-01 logs/new.log', '', 0, changing('logs/new.log', 'created'));
    const work = workOf([before, made]);
    expect(weigh([citing('$1')], criterion({ criterion: none, mode: 'verifiable' }), work).counts).toBe(false);
  });
});
