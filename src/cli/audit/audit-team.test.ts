import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { audit } from './audit.ts';

const approval = (seq: number) => ({
  ...{
    seq,
    at: `2026-11-15T12:0${seq}:00.000Z`,
    kind: 'update',
    by: 'code-reviewer-1',
    what: 'letter',
    before: 'a',
    after: 'b',
    patch: [],
  },
  log: [{ action: 'approved', task: `t${seq}`, detail: 'it is good' }],
  act: {
    ...{ act: 'letter', isKnown: false, facts: { now: '2026-11-15T12:00:00Z', dead: [] } },
    letter: { id: `l${seq}`, kind: 'verdict', agent: 'code-reviewer-1', task: `t${seq}`, fencing: 1, body: { overall: 'APPROVED' } },
  },
});

test('in the repository of a team, its journal is audited too, and a finding shows what it is based on', async () => {
  const root = scratch();
  for (const folder of ['.liza', 'data']) mkdirSync(join(root, folder));
  writeFileSync(join(root, '.liza/journal.jsonl'), [1, 2, 3, 4, 5].map((seq) => `${JSON.stringify(approval(seq))}\n`).join(''));
  const run = (...args: readonly string[]) => runHere(audit, args, { env: { ARTOO_DATA_DIR: join(root, 'data') }, cwd: root });
  const report = await run('--since', '2026-11-15', '--until', '2026-11-16');
  expect(report.out).toContain('The team of this repository: 1 finding\n  code-reviewer-1 approved 5 of the 5 submissions it judged\n');
  expect(report.out).toContain('artoo audit show team-5-1');
  const { team } = JSON.parse((await run('--since', '2026-11-15', '--until', '2026-11-16', '--json')).out);
  expect(team).toMatchObject([{ id: 'team-5-1', finding: 'rubber_stamping', seqs: [1, 2, 3, 4, 5] }]);
  const shown = await run('show', 'team-5-1');
  expect(shown.out).toMatch(/a reviewer that approves nearly everything, 2026-11-15 12:05 UTC/);
  expect(shown.out).toContain('code-reviewer-1 approves t3');
  const chain = join(root, 'data/audit/000000000000.jsonl');
  const noted = () =>
    readFileSync(chain, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"kind":"team"'));
  expect(noted()).toEqual([expect.stringContaining('"found":["rubber_stamping code-reviewer-1"]')]); // once, although `audit` ran three times
  expect((await run('verify')).code).toBe(0);
  appendFileSync(join(root, '.liza/journal.jsonl'), `${JSON.stringify(approval(6))}\n`);
  await run();
  expect(noted()).toHaveLength(1); // the same finding, with more entries
  expect((await run('--since', '2026-11-16', '--until', '2026-11-17')).out).toContain('The team of this repository: nothing found');
  writeFileSync(chain, readFileSync(chain, 'utf8').replace('5 of the 5', '4 of the 5'));
  expect((await run('verify')).code).not.toBe(0);
});
