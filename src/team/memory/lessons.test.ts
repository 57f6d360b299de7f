import { describe, expect, test } from 'vitest';
import { aBoard, aTask, inState } from '../../../test/team/boards.ts';
import type { Megram } from '../../contracts/memory.ts';
import type { HistoryEvent, Task } from '../board/board.ts';
import { lessonsOf } from './lessons.ts';

const repository = 'example.org/team/app';
const time = '2026-11-15T11:00:00Z';
const by = (agent: string, event: string, more: object = {}): HistoryEvent => ({ time, event, agent, ...more });
const review = [
  'Blockers: 2',
  '- [blocker] src/greet.js:2 — greet() returns Hello, undefined!',
  '  Why it matters: the spec says so',
  '  Suggestion: use World without a name',
  '  Anomaly logged: no',
  '- [blocker] README.md — it is silent',
  'Concerns: 0',
].join('\n');
const steered = (directive: string, next: string): HistoryEvent => by('supervisor', 'steered', { directive, next, reason: 'it got worse' });
const claimed = by('coder-1', 'claimed');
const rejected = by('code-reviewer-1', 'rejected', { reason: review });
const runnerOf = (task: string, agent: string): string | undefined => (task === 't1' && agent === 'coder-1' ? 'built-in' : undefined);
const learnt = (...tasks: readonly Task[]) => lessonsOf(aBoard(tasks, {}), { repository, runnerOf });
const said = (megrams: readonly Megram[]) => megrams.map(({ entity, state, content }) => [entity, state, content]);

describe('a board teaches', () => {
  test('each blocker and what helps against it, weighted by its steering', () => {
    const found = learnt(aTask({ history: [claimed, rejected, steered('change_approach', 'same_coder')] }));
    expect(said(found)).toEqual([
      [
        'path:src/greet.js',
        'change_approach',
        'greet() returns Hello, undefined! (src/greet.js:2 in t1). What helps: use World without a name',
      ],
      ['path:README.md', 'change_approach', 'it is silent (README.md in t1).'],
    ]);
    expect(found[0]).toMatchObject({
      level: 'M',
      space: `team:${repository}`,
      f: 0.85,
      sigma: -1,
      learnt_in: repository,
      created_at: '2026-11-15T11:00:00.000Z',
    });
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
    expect(learnt(aTask({ history: [claimed, rejected] })).map(({ state }) => state)).toEqual(['refine', 'refine']);
  });

  test.each([
    ['merged at once', 0, 'accept'],
    ['merged after two rejections', 2, 'accept'],
    ['merged after three', 3, undefined],
  ])('that a spec works where its task was %s', (_, review_cycles_total, state) => {
    const found = learnt(inState('MERGED', { review_cycles_total, history: [claimed] }));
    expect(found.find(({ entity }) => entity === 'spec:specs/vision.md')?.state).toBe(state);
  });

  test.each<[string, Partial<Task>, string | undefined]>([
    ['two coders failed', { failed_by: ['coder-1', 'coder-2'] }, 'abandon'],
    ['reviews came to nothing', { history: [claimed, steered('abandon', 'review_deadlock')] }, 'abandon'],
    ['one coder asked', { failed_by: ['coder-1'] }, undefined],
  ])('about a spec where %s', (_, fields, state) => {
    const found = learnt(inState('BLOCKED', { history: [claimed], ...fields }));
    expect(found.find(({ entity }) => entity === 'spec:specs/vision.md')?.state).toBe(state);
  });

  test.each<[string, Task, string | undefined]>([
    ['that got it merged', inState('MERGED', { history: [claimed, by('code-reviewer-1', 'merged')] }), 'accept'],
    ['whose work was given away', aTask({ history: [claimed, steered('change_path', 'another_coder')] }), 'abandon'],
    ['that asked', inState('BLOCKED', { history: [claimed, by('coder-1', 'blocked')] }), undefined],
    ['that is not known', aTask({ id: 'other', history: [claimed, steered('change_path', 'another_coder')] }), undefined],
  ])('about a runner %s', (_, task, state) => {
    expect(learnt(task).find(({ entity }) => entity === 'runner:built-in')?.state).toBe(state);
  });

  test('the same however often it is asked, and nothing where times or texts are invalid', () => {
    const task = aTask({ history: [claimed, rejected, steered('refine', 'same_coder')] });
    expect(learnt(task)).toEqual(learnt(task));
    expect(
      learnt(
        aTask({
          history: [
            { event: 'rejected', time: 'soon', reason: review },
            { event: 'rejected', time, reason: 7 },
          ],
        }),
      ),
    ).toEqual([]);
    expect(learnt(aTask({ history: null }))).toEqual([]);
  });
});
