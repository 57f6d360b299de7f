/** One decision of every shape, with every optional field filled in. */
import type { Decision } from '../../src/contracts/decisions.ts';
import { TaskSpec } from '../../src/contracts/intent.ts';
import { initialState } from '../../src/control/decide.ts';
import { defaults } from '../../src/control/hyperparameters.ts';
import { criterion, loss, samples, task_id } from './samples.ts';

const call = { tool: 'shell', target: 'ls' };
const plan = {
  task_criteria: [criterion],
  amended: [{ criterion: 'a.txt exists', instead: 'b.txt exists', why: 'a.txt is taken' }],
  subtasks: [{ intent: 'write a.txt', success_criteria: [criterion], context: '', tools: ['shell'], sequence: 1, deadline: null }],
};
const mustNot = { ...call, fingerprint: 'shell: write', because: 'it failed twice' };
const terms = {
  spec: TaskSpec.parse({ ...samples.TaskSpec, task_id, clarifications: [{ question: 'Where?', answer: 'here' }] }),
  tools: ['shell'],
  mustNots: [mustNot],
  directive: 'refine',
  blocked: { tools: ['grep'], targets: [call] },
  failed: [plan],
  frozen: { criteria: [criterion], amended: [{ criterion: 'a', instead: 'b', why: 'c', mode: 'plausible', weight: 1 }] },
} as const;
const from = {
  message: `${task_id}-9`,
  state: { ...initialState, last: { L: 0.5, D: 0.5 }, failing_tools: ['grep'], failed_calls: [call] },
  parameters: defaults,
};
const round = {
  loss,
  grad_l: 0.1,
  urgency: 'normal',
  prev_directive: 'init',
  blocked_tools: ['grep'],
  blocked_targets: [call],
  failed_criterion: 'a.txt exists',
  failure_class: 'mixed',
  rationale: 'D 0.50',
} as const;

export const decisions = {
  calibration: {
    role: 'R2',
    name: 'calibration',
    inputs: { round: 1, tools: ['shell'] },
    result: {
      entries: [
        { kind: 'MUST NOT', space: 'tool:shell', entity: 'path:a', decision: -2, text: 'it failed', megrams: ['a-m01'], enforced: true },
      ],
      must_nots: [mustNot],
      cautions: [{ ...call, because: 'a mixed record', megrams: ['a-m01'] }],
      missing: 'it does not answer',
    },
  },
  plan: { role: 'R2', name: 'plan', inputs: { round: 1, plan, terms }, result: { reasons: [] } },
  rejected: { role: 'R2', name: 'plan_rejected', inputs: { round: 1, plan, terms }, result: { reasons: ['it has no criteria'] } },
  tooEarly: {
    role: 'R2',
    name: 'plan_rejected',
    inputs: { round: 1, answer: { impossible: 'it cannot be', partial_result: '', next_moves: ['ask'] } },
    result: { reasons: ['nothing was tried yet'] },
  },
  goesOn: { role: 'R7', name: 'refine', inputs: from, result: { macro_state: 'refine', ...round } },
  ends: { role: 'R7', name: 'abandon', inputs: from, result: { macro_state: 'abandon', reason: 'gap', ...round } },
  cutShort: { role: 'R7', name: 'abandon', inputs: from, result: { reason: 'cancelled', loss, grad_l: 0, rationale: 'cancelled' } },
} as const satisfies Record<string, Decision>;
