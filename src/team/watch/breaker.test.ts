import { describe, expect, test } from 'vitest';
import { aBoard, aTask } from '../../../test/team/boards.ts';
import type { Board } from '../board/board.ts';
import { patterns, trippedBy } from './breaker.ts';

type Anomaly = NonNullable<Board['anomalies']>[number];

const boardWith = (anomalies: readonly Partial<Anomaly>[], more: Partial<Board> = {}): Board => ({
  ...aBoard([aTask()], {}),
  anomalies: anomalies.map((each, at) => ({
    type: 'retry_loop' as const,
    timestamp: `2026-11-15T11:${String(at).padStart(2, '0')}:00Z`,
    ...each,
  })),
  ...more,
});
const found = (board: Board): readonly string[] => trippedBy(board).map(({ pattern }) => pattern);

/** Just enough anomalies for each pattern, which differ only in details that do not matter. */
const enough: Readonly<Record<(typeof patterns)[number]['pattern'], readonly Partial<Anomaly>[]>> = {
  retry_cluster: ['connect timeout 1', 'Connect  Timeout 27', 'connect timeouts 3'].map((error_pattern) => ({
    type: 'retry_loop',
    details: { count: 3, error_pattern },
  })),
  debt_accumulation: ['no cache', 'one thread only', 'plain text log'].map((what) => ({
    type: 'trade_off',
    details: { what, why: 'time', debt_created: true },
  })),
  assumption_cascade: ['Ids are unique', 'ids are  unique'].map((assumption) => ({
    type: 'assumption_violated',
    details: { assumption, reality: 'no' },
  })),
  spec_gap_cluster: [
    { type: 'spec_ambiguity', details: { spec_ref: 'specs/vision.md' } },
    { type: 'spec_gap', task: 't1', details: { root_cause: 'silent' } }, // the spec is that of its task
  ],
  workaround_pattern: [
    { type: 'workaround', details: { root_cause: 'the driver leaks handles' } },
    { type: 'trade_off', details: { what: 'the driver leaks handle', why: 'time', debt_created: 'none' } },
  ],
  external_service_outage: ['Registry', 'registry '].map((blocker_service) => ({ type: 'external_blocker', details: { blocker_service } })),
};

describe('the pattern', () => {
  test.each(patterns.map(({ pattern }) => pattern))('%s is there at its number, and not below', (pattern) => {
    expect(found(boardWith(enough[pattern]))).toEqual([pattern]);
    for (let without = 0; without < enough[pattern].length; without += 1)
      expect(found(boardWith(enough[pattern].filter((_, at) => at !== without)))).toEqual([]);
  });

  test.each([
    ['retry_cluster', { type: 'retry_loop', details: { count: 3, error_pattern: 'permission denied' } }],
    ['debt_accumulation', { type: 'trade_off', details: { what: 'other', why: 'time', debt_created: false } }],
    ['debt_accumulation', { type: 'trade_off', details: { what: 'other', why: 'time', debt_created: 'None.' } }],
    ['assumption_cascade', { type: 'assumption_violated', details: { assumption: 'names are unique', reality: 'no' } }],
    ['spec_gap_cluster', { type: 'spec_gap', details: { root_cause: 'silent', spec_ref: 'specs/other.md' } }],
    ['workaround_pattern', { type: 'workaround', details: { root_cause: 'time zones' } }],
    ['external_service_outage', { type: 'external_blocker', details: { blocker_service: 'mail' } }],
  ] as const)('%s is not there where the last one is about something else', (pattern, other) => {
    expect(found(boardWith([...enough[pattern].slice(0, -1), other]))).toEqual([]);
  });

  test('names the anomalies that make it up, and no others', () => {
    const other = { id: 'other', details: { count: 3, error_pattern: 'permission denied' } };
    const [tripped] = trippedBy(boardWith([other, ...enough.retry_cluster.map((each, at) => ({ ...each, id: `a${at}` }))]));
    expect(tripped?.anomalies.map(({ id }) => id)).toEqual(['a0', 'a1', 'a2']);
  });

  const [first, second, third] = enough.retry_cluster;
  const resolved = (pattern: string, resolved_at: string) => ({ circuit_breaker: { history: [{ pattern, resolved_at }] } });
  test.each<[string, readonly Partial<Anomaly>[], Partial<Board>, readonly string[]]>([
    ['one of an earlier sprint', [{ ...first, timestamp: '2026-11-15T10:59:59Z' }, { ...second }, { ...third }], {}, []],
    [
      'the first second of the sprint',
      [{ ...first, timestamp: '2026-11-15T11:00:00Z' }, { ...second }, { ...third }],
      {},
      ['retry_cluster'],
    ],
    ['one from before it was resolved', enough.retry_cluster, resolved('retry_cluster', '2026-11-15T11:00:00Z'), []],
    ['all after it was resolved', enough.retry_cluster, resolved('retry_cluster', '2026-11-15T10:59:59Z'), ['retry_cluster']],
    ['another pattern that was resolved', enough.retry_cluster, resolved('debt_accumulation', '2026-11-15T12:00:00Z'), ['retry_cluster']],
    ['another time zone', [{ ...first, timestamp: '2026-11-15T12:30:00+02:00' }, { ...second }, { ...third }], {}, []],
    ['no time at all', enough.retry_cluster.map((each) => ({ ...each, timestamp: null })), {}, ['retry_cluster']],
    [
      'no time, once resolved',
      enough.retry_cluster.map((each) => ({ ...each, timestamp: null })),
      resolved('retry_cluster', '2026-11-15T12:00:00Z'),
      [],
    ],
  ])('counts within its window: %s', (_, anomalies, more, expected) => expect(found(boardWith(anomalies, more))).toEqual(expected));

  test('is found among many that mean to cost time', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => ({
      details: { count: 3, error_pattern: `${String.fromCodePoint(97 + (at % 26), 97 + ((at * 7) % 26)).repeat(5_000)}` },
    }));
    expect(found(boardWith([...many, ...enough.retry_cluster]))).toContain('retry_cluster');
  });
});
