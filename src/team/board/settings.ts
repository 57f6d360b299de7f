/** The settings in a board's configuration, with the default for each value. Pure. */
import type { BoardConfig } from './board.ts';

export type TeamSettings = {
  readonly maxIterations: number;
  readonly maxReviewCycles: number;
  readonly heartbeatSeconds: number;
  readonly leaseSeconds: number;
  readonly maxWaitSeconds: { readonly planner: number; readonly coder: number; readonly code_reviewer: number };
  readonly pollSeconds: { readonly planner: number; readonly coder: number; readonly code_reviewer: number };
  readonly integrationBranch: string;
  readonly testCommand: string | undefined;
  readonly testPaths: readonly string[];
  readonly setup: string | undefined;
  readonly checks: readonly string[];
  readonly planReview: boolean;
  readonly steer: boolean;
  readonly reviewHours: number;
  readonly turnMinutes: number;
};

/** Where tests usually are in common languages. */
const usualTestPaths = ['test/**', 'tests/**', '**/__tests__/**', '**/*.test.*', '**/*.spec.*', '**/*_test.*', '**/test_*.*'];

/** The settings of a team, from its board. */
export function settingsOf(config: BoardConfig): TeamSettings {
  const own = config.artoo ?? {};
  return {
    maxIterations: config.max_coder_iterations ?? 10,
    maxReviewCycles: config.max_review_cycles ?? 5,
    heartbeatSeconds: config.heartbeat_interval ?? 60,
    leaseSeconds: config.lease_duration ?? 1_800,
    maxWaitSeconds: {
      planner: config.planner_max_wait ?? 1_800,
      coder: config.coder_max_wait ?? 1_800,
      code_reviewer: config.reviewer_max_wait ?? 1_800,
    },
    pollSeconds: {
      planner: config.planner_poll_interval ?? 60,
      coder: config.coder_poll_interval ?? 30,
      code_reviewer: config.reviewer_poll_interval ?? 30,
    },
    integrationBranch: config.integration_branch ?? 'integration',
    testCommand: own.test_command ?? undefined,
    testPaths: own.test_paths ?? usualTestPaths,
    setup: own.setup ?? undefined,
    checks: own.check ?? [],
    planReview: own.plan_review ?? true,
    steer: own.steer ?? true,
    reviewHours: own.review_hours ?? 8,
    turnMinutes: own.turn_minutes ?? 30,
  };
}
