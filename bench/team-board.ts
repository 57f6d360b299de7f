/** A repository whose board is as large as that of a long sprint: 500 tasks with 8 events each, some 756 kB. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Board, HistoryEvent, Task } from '../src/team/board/board.ts';
import { newText } from '../src/team/board/text/read-text.ts';
import { withMetrics } from '../src/team/sprint/metrics.ts';

const many = 500;
const time = (at: number): string => `${new Date(Date.UTC(2026, 10, 1) + at * 60_000).toISOString().slice(0, 19)}Z`;
const commit = (at: number): string => (at * 7919 + 1).toString(16).padStart(8, '0').repeat(5);

function historyOf(at: number): HistoryEvent[] {
  const event = (number: number, name: string, agent: string, more: object = {}) => ({
    ...{ time: time(at * 8 + number), event: name, agent },
    ...more,
  });
  return [
    event(0, 'created', 'planner-1'),
    event(1, 'finalized', 'human'),
    event(2, 'claimed', 'coder-1'),
    event(3, 'pre_execution_checkpoint', 'coder-1', {
      checkpoint: {
        intent: `Greet guest ${at} by name`,
        validation: 'node --test ends with 0',
        files_to_modify: [`src/greet-${at}.js`],
      },
    }),
    event(4, 'ready_for_review', 'coder-1', { commit: commit(at) }),
    event(5, 'review_claimed', 'code-reviewer-1'),
    event(6, 'approved', 'code-reviewer-1'),
    event(7, 'merged', 'code-reviewer-1'),
  ];
}

const taskOf = (at: number): Task => ({
  id: `greet-${at}`,
  description: `Greet guest ${at} by name`,
  status: at < many - 50 ? 'MERGED' : 'UNCLAIMED',
  priority: 1 + (at % 9),
  created: time(at * 8),
  spec_ref: 'specs/vision.md',
  done_when: `greet-${at} prints "Hello, Ada!"`,
  scope: `IN: the greeting of guest ${at}. OUT: farewells`,
  depends_on: at % 10 === 0 ? [] : [`greet-${at - 1}`],
  kind: 'code',
  assigned_to: null,
  worktree: null,
  lease_expires: null,
  base_commit: commit(at),
  review_commit: commit(at),
  approved_by: 'code-reviewer-1',
  merge_commit: commit(at + 1),
  iteration: 1,
  fencing: 1,
  review_cycles_current: 0,
  review_cycles_total: 0,
  history: historyOf(at),
});

export function largeBoard(): Board {
  const idle = { status: 'IDLE', lease_expires: '2099-01-01T00:00:00Z', heartbeat: time(0), terminal: null, iterations_total: 100 };
  return withMetrics({
    version: 1,
    goal: { id: 'goal-1', description: 'Greet people', spec_ref: 'specs/vision.md', created: time(0), status: 'IN_PROGRESS' },
    tasks: Array.from({ length: many }, (_, at) => taskOf(at)),
    agents: {
      'planner-1': { ...idle, role: 'planner' },
      'coder-1': { ...idle, role: 'coder' },
      'coder-2': { ...idle, role: 'coder' },
      'code-reviewer-1': { ...idle, role: 'code_reviewer' },
    },
    sprint: {
      id: 'sprint-1',
      goal_ref: 'goal-1',
      scope: { planned: [], stretch: [] },
      timeline: { started: time(0) },
      status: 'IN_PROGRESS',
    },
    config: {},
  });
}

/** Makes such a repository. Returns its folder. */
export function largeRepository(): string {
  const root = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
  for (const folder of ['.liza', 'specs']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'specs/vision.md'), '# Greet people\n');
  writeFileSync(join(root, '.liza/state.yaml'), newText(largeBoard()));
  return root;
}

/** One more event in the history of a task, which is what most updates are. */
export const noted = (task: number, by: string) => (board: Board) => ({
  ok: true as const,
  what: 'note',
  board: {
    ...board,
    tasks: board.tasks.map((each, at) =>
      at === task % many ? { ...each, turns: (each.turns ?? 0) + 1, lease_expires: time(task) } : each,
    ),
  },
  log: [{ action: 'noted', task: `greet-${task % many}`, detail: `by ${by}` }],
});
