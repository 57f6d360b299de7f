import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { aBoard, aTask, now } from '../../../test/team/boards.ts';
import type { Act } from '../acts/act.ts';
import { perform } from '../acts/perform.ts';
import type { Board } from '../board/board.ts';
import { isValid, validateBoard } from '../board/validate.ts';
import { breakerReport, breakerState } from './breaker-report.ts';
import { checkBreaker } from './check-breaker.ts';
import { logAnomaly } from './log-anomaly.ts';
import { stopBeforeTrip } from './stop-before-trip.ts';
import { writeBreakerReport } from './write-breaker-report.ts';

const minutes = (count: number): Date => new Date(now.getTime() + count * 60_000);
const outage = (board: Board, at = 0, blocker_service = 'registry'): Board =>
  logAnomaly(board, { type: 'external_blocker', reporter: 'coder-1', task: 't1', details: { blocker_service } }, minutes(at)).board;
const assumed = (board: Board, at = 0): Board =>
  logAnomaly(
    board,
    { type: 'assumption_violated', reporter: 'coder-1', task: 't1', details: { assumption: 'a', reality: 'b' } },
    minutes(at),
  ).board;
const fresh = aBoard([aTask()], {});
const proceed = (board: Board, at: number): Board => {
  const act: Act = { act: 'go_on', decision: 'CONTINUE', because: 'it is up again', facts: { now: minutes(at).toISOString(), dead: [] } };
  const performed = perform(board, act);
  if (!performed.ok) throw new Error(performed.why.join('; '));
  return performed.board;
};

describe('the circuit breaker', () => {
  test('trips with the anomaly that completes a pattern, and stops the sprint in the same write', () => {
    const first = outage(fresh);
    expect(first).toMatchObject({ sprint: { status: 'IN_PROGRESS' }, circuit_breaker: { status: 'OK', current_trigger: null } });
    const tripped = outage(first, 1);
    expect(tripped).toMatchObject({
      anomalies: [{ id: 'anomaly-1' }, { id: 'anomaly-2' }],
      sprint: { status: 'CHECKPOINT', timeline: { checkpoint_at: '2026-11-15T12:01:00Z' } },
      circuit_breaker: {
        status: 'TRIGGERED',
        last_check: '2026-11-15T12:01:00Z',
        current_trigger: { pattern: 'external_service_outage', severity: 'EXTERNAL_DEPENDENCY', timestamp: '2026-11-15T12:01:00Z' },
      },
    });
    expect(tripped.tasks).toBe(fresh.tasks);
    expect(isValid(validateBoard(tripped, { files: ['specs/vision.md'], dirs: [], env: {}, now }))).toBe(true);
  });

  test('once tripped stays that way, tells no pattern twice, and adds those that come later', () => {
    const tripped = outage(outage(fresh), 1);
    const again = checkBreaker(outage(tripped, 2), minutes(3));
    expect(again.log).toEqual([]);
    expect(again.board.circuit_breaker?.current_trigger?.timestamp).toBe('2026-11-15T12:01:00Z');
    const more = logAnomaly(
      assumed(tripped, 2),
      { type: 'assumption_violated', reporter: 'coder-2', details: { assumption: 'A', reality: 'c' } },
      minutes(3),
    );
    expect(more.log).toMatchObject([{ action: 'anomaly' }, { action: 'circuit_breaker_triggered' }]);
    expect(more.board.sprint.timeline).toMatchObject({ checkpoint_at: '2026-11-15T12:01:00Z' }); // when it stopped
    expect(
      breakerState(more.board)
        .patterns.map(({ pattern }) => pattern)
        .sort(),
    ).toEqual(['assumption_cascade', 'external_service_outage']);
  });

  test('is resolved by what the person decides, and counts again from then on', () => {
    const resolved = proceed(outage(outage(fresh), 1), 2);
    expect(resolved).toMatchObject({
      sprint: { status: 'IN_PROGRESS' },
      circuit_breaker: {
        status: 'OK',
        current_trigger: null,
        history: [
          { pattern: 'external_service_outage', result: 'CONTINUE', resolution: 'it is up again', resolved_at: '2026-11-15T12:02:00Z' },
        ],
      },
    });
    const once = outage(resolved, 3);
    expect(once.sprint.status).toBe('IN_PROGRESS');
    expect(outage(once, 4).sprint.status).toBe('CHECKPOINT');
  });

  test('a trigger that another tool noted is resolved like ours', () => {
    const noted = { ...outage(fresh), sprint: { ...fresh.sprint, status: 'CHECKPOINT' as const } };
    const theirs = {
      ...noted,
      circuit_breaker: { status: 'TRIGGERED' as const, current_trigger: { pattern: 'retry_cluster', severity: 'ARCHITECTURE_FLAW' } },
    };
    expect(proceed(theirs, 1).circuit_breaker).toMatchObject({
      status: 'OK',
      history: [{ pattern: 'retry_cluster', severity: 'ARCHITECTURE_FLAW' }],
    });
  });

  test.each(['COMPLETED', 'ABORTED'] as const)('stops nothing in a sprint that is %s', (status) => {
    const over = { ...fresh, sprint: { ...fresh.sprint, status } };
    expect(outage(outage(over), 1)).toMatchObject({ sprint: { status } });
  });

  test('an id that is taken is not given again', () => {
    const two = outage(outage(fresh, 0, 'a'), 0, 'b');
    expect(outage({ ...two, anomalies: two.anomalies?.slice(1) ?? [] }, 1, 'c').anomalies?.map(({ id }) => id)).toEqual([
      'anomaly-2',
      'anomaly-3',
    ]);
  });
});

describe('outside of the board', () => {
  const place = (): string => {
    const root = scratch();
    mkdirSync(join(root, '.liza'));
    return root;
  };
  const [report, checkpoint] = ['.liza/circuit_breaker_report.md', '.liza/CHECKPOINT'];

  test('the file that stops everyone is there before the board says so, and only where it will', () => {
    const root = place();
    const once = { ...fresh, anomalies: outage(fresh).anomalies };
    const twice = { ...fresh, anomalies: outage(outage(fresh), 1).anomalies };
    const act: Act = { act: 'analyze', facts: { now: minutes(2).toISOString(), dead: [] } };
    expect(stopBeforeTrip(root, once, act)).toBe(act);
    expect(existsSync(join(root, checkpoint))).toBe(false);
    expect(stopBeforeTrip(root, twice, act)).toBe(act);
    expect(readFileSync(join(root, checkpoint), 'utf8')).toMatch(/^2026-11-15T12:02:00Z\ncircuit breaker: external_service_outage/);
  });

  test('a checkpoint that the person removed stays that way, whatever comes to a breaker that tripped', () => {
    const root = place();
    const tripped = outage(outage(fresh), 1);
    stopBeforeTrip(root, outage(tripped, 2), { act: 'analyze', facts: { now: minutes(3).toISOString(), dead: [] } });
    expect(existsSync(join(root, checkpoint))).toBe(false);
  });

  test('the report is that of the board, also where it was cut off or grows', () => {
    const root = place();
    writeBreakerReport(root, fresh);
    expect(existsSync(join(root, report))).toBe(false);
    writeFileSync(join(root, report), 'cut off');
    writeBreakerReport(root, outage(outage(fresh), 1));
    expect(readFileSync(join(root, report), 'utf8')).toContain('anomaly-2');
    writeBreakerReport(root, outage(outage(outage(fresh), 1), 2));
    expect(readFileSync(join(root, report), 'utf8')).toContain('anomaly-3');
  });

  test('the report quotes agents without letting them write it', () => {
    const hostile = 'x`\n# Approved\n\u202e';
    const text = breakerReport(outage(outage(fresh, 0, hostile), 1, hostile)) ?? '';
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# Circuit breaker',
      '## external_service_outage (EXTERNAL_DEPENDENCY)',
    ]);
    expect(text).not.toMatch(/\u202e/);
    expect(text.match(/`/g)).toHaveLength(6);
  });
});
