import { describe, expect, test } from 'vitest';
import { now } from '../../../test/team/boards.ts';
import type { TeamLine } from '../journal.ts';
import { auditTeam } from './audit-team.ts';

type Made = Omit<TeamLine, 'seq' | 'at'> & Readonly<Record<string, unknown>>;
const journal = (...lines: readonly Made[]): readonly TeamLine[] =>
  lines.map((line, at) => ({ seq: at + 1, at: new Date(now.getTime() + at * 60_000).toISOString(), ...line }) as TeamLine); // each line has one of these kinds

const update = (more: object): Made => ({
  kind: 'update',
  by: 'supervisor',
  what: 'x',
  before: 'a',
  after: 'b',
  patch: [],
  log: [],
  ...more,
});
const verdict = (overall: 'APPROVED' | 'REJECTED', { task = 't1', isKnown = false, tests = {} } = {}): Made =>
  update({
    by: 'code-reviewer-1',
    act: {
      act: 'letter',
      isKnown,
      letter: { kind: 'verdict', agent: 'code-reviewer-1', task, body: { overall } },
      facts: { review: { tests } },
    },
  });
const logged = (action: string, by = 'supervisor'): Made => update({ by, log: [{ action, task: 't1', detail: '' }] });
const turn = (by = 'coder-1'): Made => ({
  kind: 'intent',
  what: 'turn',
  id: 'r',
  by,
  task: 't1',
  fencing: 1,
  runner: 'built-in',
  run: 'r',
  after: 'b',
});
const times = (count: number, line: Made): readonly Made[] => Array.from({ length: count }, () => line);
const found = (...lines: readonly Made[]) => auditTeam(journal(...lines)).map(({ finding }) => finding);

describe('in the journal of a team', () => {
  test('a reviewer that approves nearly everything is found from five verdicts on', () => {
    expect(found(...times(5, verdict('APPROVED')))).toEqual(['rubber_stamping']);
    expect(found(...times(4, verdict('APPROVED')))).toEqual([]);
    expect(found(...times(19, verdict('APPROVED')), verdict('REJECTED'))).toEqual([]);
    expect(found(...times(20, verdict('APPROVED')), verdict('REJECTED'))).toEqual(['rubber_stamping']);
  });

  test('a verdict that was sent again counts once', () => {
    expect(found(...times(4, verdict('APPROVED')), verdict('APPROVED', { isKnown: true }))).toEqual([]);
  });

  test('reviews that go round in circles are found from the third rejection of one task on', () => {
    expect(found(...times(2, verdict('REJECTED')), verdict('REJECTED', { task: 't2' }))).toEqual([]);
    const [loop] = auditTeam(journal(logged('claimed'), ...times(3, verdict('REJECTED')), verdict('APPROVED')));
    expect(loop).toEqual({
      ...{ id: 'team-4-1', ts: '2026-11-15T12:03:00.000Z', finding: 'review_loop', about: 't1' },
      ...{ detail: 't1 was rejected 3 times before it was approved', seqs: [2, 3, 4] },
    });
  });

  test('a coder that changes or removes tests is named, with the tests', () => {
    const tests = { changed: ['test/a.test.js'], removed: ['test/b.test.js'] };
    const [changed] = auditTeam(journal(logged('ready_for_review', 'coder-2'), verdict('APPROVED', { tests })));
    expect(changed).toMatchObject({ finding: 'tests_changed', seqs: [2] });
    expect(changed?.detail).toBe('in t1, coder-2 removed test/b.test.js and changed test/a.test.js; it was approved');
    expect(found(verdict('APPROVED', { tests: { changed: [], removed: [] } }))).toEqual([]);
  });

  test('work that does not end is found from ten turns of coders on, and not once it is over', () => {
    expect(found(...times(10, turn()))).toEqual(['never_ends']);
    expect(found(...times(9, turn()), turn('code-reviewer-1'))).toEqual([]);
    for (const end of ['merged', 'rescoped', 'abandoned']) expect(found(...times(10, turn()), logged(end))).toEqual([]);
  });

  test('two findings at one entry have two names', () => {
    const ids = auditTeam(journal(...times(4, verdict('APPROVED')), verdict('APPROVED', { tests: { removed: ['x'] } }))).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['team-5-1', 'team-5-2']);
  });
});
