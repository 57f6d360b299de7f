/** The first board of a team: a goal, a sprint, and nothing planned. Pure. */
import { withMetrics } from '../sprint/metrics.ts';
import type { Board } from './board.ts';
import { boardTime } from './time.ts';

export type Beginning = {
  readonly goal: string;
  /** The file that says what the person wants. */
  readonly spec: string;
  readonly integrationBranch: string;
  readonly testCommand?: string;
};

export function newBoard({ goal, spec, integrationBranch, testCommand }: Beginning, now: Date): Board {
  const created = boardTime(now);
  const id = `goal-${Math.floor(now.getTime() / 1_000)}`;
  return withMetrics({
    version: 1,
    goal: { id, description: goal, spec_ref: spec, created, status: 'IN_PROGRESS', alignment_history: [] },
    tasks: [],
    agents: {},
    discovered: [],
    handoff: {},
    human_notes: [],
    spec_changes: [],
    anomalies: [],
    sprint: {
      id: 'sprint-1',
      goal_ref: id,
      scope: { planned: [], stretch: [] },
      timeline: { started: created, deadline: null, checkpoint_at: null, ended: null },
      status: 'IN_PROGRESS',
      metrics: {},
      retrospective: null,
    },
    circuit_breaker: { last_check: null, status: 'OK', current_trigger: null, history: [] },
    config: {
      max_coder_iterations: 10,
      max_review_cycles: 5,
      heartbeat_interval: 60,
      lease_duration: 1_800,
      coder_poll_interval: 30,
      planner_poll_interval: 60,
      reviewer_poll_interval: 30,
      coder_max_wait: 1_800,
      planner_max_wait: 1_800,
      reviewer_max_wait: 1_800,
      integration_branch: integrationBranch,
      escalation_webhook: null,
      artoo: { test_command: testCommand ?? null },
    },
  });
}
