import { describe, expect, test } from 'vitest';
import { aBoard, idleCoder, idleReviewer, inState, now } from '../../../test/team/boards.ts';
import type { Agent, Board, Task } from '../board/board.ts';
import { alertsOf, limits, rows, type WatchFacts } from './alerts.ts';
import { compareAlerts } from './compare-alerts.ts';

const ago = (ms: number): string => `${new Date(now.getTime() - ms).toISOString().slice(0, 19)}Z`;
const before = (ms: number): Date => new Date(now.getTime() - ms);
const facts: WatchFacts = { now, dead: new Set() };
const living = { 'coder-1': idleCoder(), 'code-reviewer-1': idleReviewer() };
const fresh = [{ time: ago(0), event: 'claimed', agent: 'coder-1' }];
const board = (fields: Partial<Task>, agents: Readonly<Record<string, Agent>> = living, more: Partial<Board> = {}): Board => ({
  ...aBoard([inState(fields.status ?? 'UNCLAIMED', { history: fresh, ...fields })], agents),
  ...more,
});
const titles = (of: Board, more: Partial<WatchFacts> = {}): readonly string[] =>
  alertsOf(of, { ...facts, ...more }).map(({ title }) => title);
const verdicts = (approvals: number, rejections: number) => [
  ...Array.from({ length: approvals }, () => ({ time: ago(0), event: 'approved', agent: 'code-reviewer-1' })),
  ...Array.from({ length: rejections }, () => ({ time: ago(0), event: 'rejected', agent: 'code-reviewer-1' })),
];
const held = { reviewing_by: 'code-reviewer-1' } as const;
const rejected = (ms: number) => ({
  status: 'REJECTED' as const,
  history: [{ time: ago(ms), event: 'rejected', agent: 'code-reviewer-1' }],
});
const busy = { 'coder-2': idleCoder({ status: 'WORKING', current_task: 'x' }) };
const second = 1_000;
const found = (urgency: 'immediate' | 'deferred', converted_to_task: string | null = null) => ({
  discovered: [{ id: 'disc-1', by: 'coder-1', description: 'a leak', urgency, converted_to_task }],
});

/** Each alert with a board that raises it, and one just short of raising it. */
const cases: Readonly<Record<string, readonly (readonly [Board, Partial<WatchFacts>, Board, Partial<WatchFacts>])[]>> = {
  'LEASE EXPIRED': [
    [
      board({ status: 'CLAIMED', lease_expires: ago(limits.leaseMs) }),
      {},
      board({ status: 'CLAIMED', lease_expires: ago(limits.leaseMs - second) }),
      {},
    ],
    [
      board({ status: 'CLAIMED', lease_expires: ago(limits.leaseMs) }),
      {},
      board({ status: 'CLAIMED', lease_expires: ago(limits.leaseMs) }),
      { pausedSince: before(second) },
    ],
    [
      board({ status: 'CLAIMED', lease_expires: ago(limits.leaseMs) }),
      {},
      board({ status: 'CLAIMED', lease_expires: ago(limits.leaseMs) }),
      { awaited: new Set(['coder-1']) },
    ],
  ],
  'REVIEW LEASE EXPIRED': [
    [
      board({ status: 'READY_FOR_REVIEW', ...held, review_lease_expires: ago(limits.leaseMs) }),
      {},
      board({ status: 'READY_FOR_REVIEW', ...held, review_lease_expires: ago(limits.leaseMs) }),
      { awaited: new Set(['code-reviewer-1']) },
    ],
    [
      board({ status: 'READY_FOR_REVIEW', ...held, review_lease_expires: ago(limits.leaseMs) }),
      {},
      board({ status: 'READY_FOR_REVIEW', ...held, review_lease_expires: ago(limits.leaseMs - second) }),
      {},
    ],
  ],
  'CLOCKS DIFFER': [[board({}), { skews: [{ ahead: 'beta boot', behind: 'alpha boot', ms: 40 * 60_000 }] }, board({}), { skews: [] }]],
  BLOCKED: [[board({ status: 'BLOCKED' }), {}, board({ status: 'UNCLAIMED' }), {}]],
  REASSIGNED: [
    [
      board({
        status: 'CLAIMED',
        history: [...fresh, { event: 'reassigned_after_rejection', time: ago(0), previous_assignee: 'coder-2' }],
      }),
      {},
      board({ status: 'CLAIMED', history: [{ event: 'reassigned_after_rejection', time: ago(0) }, ...fresh] }),
      {},
    ],
  ],
  'APPROACHING LIMIT': [
    [board({ status: 'CLAIMED', iteration: 8 }), {}, board({ status: 'CLAIMED', iteration: 7 }), {}],
    [
      board({ status: 'CLAIMED', review_cycles_current: 3, review_cycles_total: 3 }),
      {},
      board({ status: 'CLAIMED', review_cycles_current: 2, review_cycles_total: 2 }),
      {},
    ],
    [
      board({ status: 'CLAIMED', max_review_cycles: 9, failed_by: ['coder-2'], review_cycles_current: 3, review_cycles_total: 3 }),
      {},
      board({ status: 'CLAIMED', max_review_cycles: 9, failed_by: ['coder-2'], review_cycles_current: 2, review_cycles_total: 2 }),
      {},
    ],
    [board({ status: 'CLAIMED', max_iterations: 2, iteration: 2 }), {}, board({ status: 'CLAIMED', max_iterations: 2, iteration: 1 }), {}],
  ],
  STALLED: [
    [
      board({ history: [{ event: 'claimed', time: ago(limits.staleMs) }] }),
      {},
      board({ history: [{ event: 'claimed', time: ago(limits.staleMs - second) }] }),
      {},
    ],
    [
      board({ history: [{ event: 'claimed', time: ago(limits.staleMs) }] }),
      {},
      board({ history: [{ event: 'claimed', time: ago(limits.staleMs) }] }),
      { watchedSince: before(second) },
    ],
    [
      board({ history: [{ event: 'claimed', time: ago(limits.staleMs) }] }),
      {},
      board({ history: [{ event: 'claimed', time: ago(limits.staleMs) }] }, {}),
      {},
    ],
  ],
  'STALE DRAFT': [
    [board({ status: 'DRAFT', created: ago(limits.staleMs) }), {}, board({ status: 'DRAFT', created: ago(limits.staleMs - second) }), {}],
  ],
  'RUBBER STAMP': [
    [board({ status: 'MERGED', history: verdicts(5, 0) }), {}, board({ status: 'MERGED', history: verdicts(4, 0) }), {}],
    [board({ status: 'MERGED', history: verdicts(20, 1) }), {}, board({ status: 'MERGED', history: verdicts(19, 1) }), {}],
  ],
  'ORPHANED REJECTED': [
    [board(rejected(limits.orphanedMs), busy), {}, board(rejected(limits.orphanedMs - second), busy), {}],
    [board(rejected(limits.orphanedMs), busy), {}, board(rejected(limits.orphanedMs), living), {}],
    [
      board(rejected(limits.orphanedMs), living),
      { dead: new Set(['coder-1']) },
      board(rejected(limits.orphanedMs), { 'coder-2': idleCoder() }),
      {},
    ],
  ],
  'REVIEW LOOP': [
    [
      board({ status: 'REJECTED', review_cycles_current: 5, review_cycles_total: 5 }),
      {},
      board({ status: 'REJECTED', review_cycles_current: 4, review_cycles_total: 4 }),
      {},
    ],
  ],
  'INTEGRATION FAILED': [[board({ status: 'INTEGRATION_FAILED' }), {}, board({ status: 'APPROVED' }), {}]],
  'HYPOTHESIS EXHAUSTION': [
    [board({ status: 'BLOCKED', failed_by: ['coder-1', 'coder-2'] }), {}, board({ status: 'BLOCKED', failed_by: ['coder-1'] }), {}],
    [
      board({ status: 'BLOCKED', failed_by: ['coder-1', 'coder-2'] }),
      {},
      board({ status: 'SUPERSEDED', failed_by: ['coder-1', 'coder-2'] }),
      {},
    ],
  ],
  'IMMEDIATE DISCOVERY': [
    [board({}, living, found('immediate')), {}, board({}, living, found('deferred')), {}],
    [board({}, living, found('immediate')), {}, board({}, living, found('immediate', 't2')), {}],
  ],
  'STALE PAUSE': [
    [board({}), { pausedSince: before(limits.staleMs) }, board({}), { pausedSince: before(limits.staleMs - second) }],
    [board({}), { pausedSince: before(limits.staleMs) }, board({}), { pausedSince: before(limits.forgottenMs) }],
  ],
  'PAUSE FORGOTTEN': [
    [board({}), { pausedSince: before(limits.forgottenMs) }, board({}), { pausedSince: before(limits.forgottenMs - second) }],
  ],
  'CHECKPOINT STALE': [
    [board({}), { checkpointSince: before(limits.staleMs) }, board({}), { checkpointSince: before(limits.staleMs - second) }],
  ],
  'CHECKPOINT STUCK': [
    [board({}), { checkpointSince: before(limits.forgottenMs) }, board({}), { checkpointSince: before(limits.forgottenMs - second) }],
    [board({}), { checkpointSince: before(limits.forgottenMs) }, board({}), { checkpointSince: before(limits.abandonedMs) }],
  ],
  'CHECKPOINT ABANDONED?': [
    [board({}), { checkpointSince: before(limits.abandonedMs) }, board({}), { checkpointSince: before(limits.abandonedMs - second) }],
  ],
};

describe('the alert', () => {
  test.each(rows.map(({ title }) => title))('%s is there at its limit, and not before', (title) => {
    const known = cases[title] ?? [];
    expect(known.length).toBeGreaterThan(0);
    for (const [there, when, absent, otherwise] of known) {
      expect(titles(there, when)).toContain(title);
      expect(titles(absent, otherwise)).not.toContain(title);
    }
  });

  test('is not raised in a sprint that is over', () => {
    const over = board({ status: 'BLOCKED' });
    expect(titles({ ...over, sprint: { ...over.sprint, status: 'ABORTED' } })).toEqual([]);
  });

  test('of a healthy board is none', () => expect(titles(board({ status: 'CLAIMED' }))).toEqual([]));
});

describe('an alert that stands', () => {
  const blocked = alertsOf(board({ status: 'BLOCKED' }), facts);
  const later = new Date(now.getTime() + 60_000);

  test('is raised once, and again only after it has cleared', () => {
    const first = compareAlerts(now, blocked, []);
    expect(first.raised).toMatchObject([{ title: 'BLOCKED', about: 't1', since: '2026-11-15T12:00:00Z' }]);
    const second = compareAlerts(later, [{ ...(blocked[0] as (typeof blocked)[0]), text: 'in other words' }], first.active);
    expect(second).toMatchObject({ raised: [], cleared: [], active: [{ since: '2026-11-15T12:00:00Z' }] });
    const third = compareAlerts(later, [], second.active);
    expect(third).toMatchObject({ raised: [], cleared: [{ title: 'BLOCKED' }], active: [] });
    expect(compareAlerts(later, blocked, third.active).raised).toHaveLength(1);
  });

  test('of one task says nothing about another', () => {
    const { active } = compareAlerts(now, blocked, []);
    expect(compareAlerts(later, alertsOf(board({ id: 't2', status: 'BLOCKED' }), facts), active)).toMatchObject({
      raised: [{ about: 't2' }],
      cleared: [{ about: 't1' }],
    });
  });

  test('does not clear while the board cannot be read', () => {
    const { active } = compareAlerts(now, blocked, []);
    expect(compareAlerts(later, [], active, true)).toMatchObject({ cleared: [], active });
  });
});

test('machines whose clocks differ are named with their agents, by how much, and what to do', () => {
  const skewed = board({}, { 'coder-1': idleCoder({ host: 'alpha boot' }), 'coder-2': idleCoder({ host: 'alpha boot' }) });
  const texts = (ms: number) =>
    alertsOf(skewed, { ...facts, skews: [{ ahead: 'beta boot', behind: 'alpha boot', ms }] }).map(({ about, text }) => `${about}: ${text}`);
  expect(texts(40 * 60_000)).toEqual([
    'beta and alpha: the clock of beta is at least 40 minutes ahead of that of alpha (coder-1, coder-2), so leases and times on the board are wrong. Set both clocks, for example: timedatectl set-ntp true. In the meantime, agents that still report keep their work',
  ]);
  expect(texts(7_200_000)).toEqual([expect.stringContaining('at least 2 hours ahead')]);
});
