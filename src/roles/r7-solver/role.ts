/** R7, the Goal Gradient Solver: the one end of every task. It measures the loss of a round; what was missed is not replanned yet but handed over. */
import { hintFor } from '../../contracts/errors.ts';
import type { RoleFactory } from '../role.ts';
import { accepted, cutShort, fellShort, unmetIn } from './final-result.ts';

export const createSolver: RoleFactory = () => {
  let rawInput = '';

  return {
    id: 'R7',
    on: {
      async *TaskSpec({ payload }) {
        rawInput = payload.raw_input;
      },
      async *OutcomeSummary({ task_id, payload: summary }) {
        const payload = accepted(task_id, rawInput, summary);
        yield {
          decision: 'accept',
          inputs: { task_verdicts: summary.task_verdicts, elapsed_ms: summary.elapsed_ms },
          result: payload.loss,
        };
        yield { to: 'User', type: 'FinalResult', payload };
      },
      async *ReplanRequest({ task_id, payload: request }, { ask }) {
        const { round, gap_summary, outcomes } = request;
        const unmet = unmetIn(request);
        const handoff = await ask({ to: 'R2', type: 'HandoffRequest', payload: { round, why: gap_summary, outcomes, unmet } });
        const payload = fellShort(task_id, request, handoff);
        yield { decision: 'abandon', inputs: request, result: payload.loss };
        yield { to: 'User', type: 'FinalResult', payload };
      },
      async *PlanFailed({ task_id, payload: { reasons } }, { activeMs }) {
        const next_moves = [
          'Say the goal in other words, or in smaller parts.',
          ...reasons.slice(0, 2).map((reason) => `What stood against the last plan: ${reason}.`),
        ];
        const payload = cutShort(task_id, activeMs(), {
          summary: `No admissible plan was found: ${reasons.join('; ')}`,
          reason: 'no_plan',
          next_moves,
        });
        yield { to: 'User', type: 'FinalResult', payload };
      },
      async *Failure({ task_id, payload: { code, role, detail } }, { activeMs }) {
        const reason = code === 'budget_spent' ? 'budget' : 'infrastructure';
        const payload = cutShort(task_id, activeMs(), {
          summary: `Stopped: ${detail} (${code} in ${role})`,
          reason,
          next_moves: [hintFor(code)],
        });
        yield { to: 'User', type: 'FinalResult', payload };
      },
      async *Cancel({ task_id, payload: { why } }, { activeMs }) {
        const payload = cutShort(task_id, activeMs(), {
          summary: why || 'cancelled by the person',
          reason: 'cancelled',
          next_moves: ['Run it again when you are ready.'],
        });
        yield { to: 'User', type: 'FinalResult', payload };
      },
    },
  };
};
