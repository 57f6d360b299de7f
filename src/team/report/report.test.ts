import { expect, test } from 'vitest';
import { aBoard, inState, now } from '../../../test/team/boards.ts';
import { reportOf } from './report.ts';

const at = (minutesAgo: number): string => new Date(now.getTime() - minutesAgo * 60_000).toISOString();
const cost = { usd: 0.25, inputTokens: 900, outputTokens: 100, modelCalls: 3, unpriced: [] };
const turn = (run: string, began: number, ended?: number) => ({
  ...{ run, agent: 'coder-1', task: 'greet', runner: 'built-in', began: at(began), cost },
  ...(ended !== undefined && { ended: at(ended) }),
});

test('a sprint is charged for its own turns, and a task for all of its turns', () => {
  const greet = inState('CLAIMED', {
    id: 'greet',
    history: [
      { time: at(90), event: 'claimed', agent: 'coder-1' },
      { time: at(80), event: 'blocked', agent: 'coder-1' },
      { time: at(20), event: 'claimed', agent: 'coder-1' },
    ],
  });
  const board = aBoard([greet], {});
  const second = { ...board, sprint: { ...board.sprint, id: 'sprint-2', timeline: { started: at(30) } } };
  const report = reportOf(second, {
    ...{ now, dead: new Set<string>(), control: { abort: false, pause: false, checkpoint: false }, alertLog: [] },
    turns: [turn('before', 90, 80), turn('cut off before', 70), turn('opened the sprint', 31, 29), turn('under way', 20)],
  });
  expect(report).toMatchObject({ workedMs: 20 * 60_000, cost: { turns: 2, usd: 0.5 } });
  expect(report.turns.map(({ run }) => run)).toEqual(['opened the sprint', 'under way']);
  expect(report.tasks[0]).toMatchObject({ workedMs: 30 * 60_000, cost: { turns: 4, usd: 1 } });
});
