/** R1, the Perceiver: the person's intent reaches the system undistorted. */
import type { TaskSpec } from '../../contracts/intent.ts';
import { askModel } from '../ask-model.ts';
import type { RoleFactory } from '../role.ts';
import { Perception, perceivePrompt } from './prompt.ts';
import { slugFor } from './slug.ts';

export const createPerceiver: RoleFactory = () => ({
  id: 'R1',
  on: {
    async *UserInput({ task_id, ts, payload: input }, { effects }) {
      const { slug, intent, constraints } = await askModel(effects, { round: 0, step: 1 }, perceivePrompt(input, ts), Perception);
      const payload: TaskSpec = {
        task_id,
        slug: slugFor(slug, intent),
        intent,
        constraints,
        raw_input: input.text,
        kind: 'task',
        cwd: input.cwd,
      };
      yield { to: 'R2', type: 'TaskSpec', payload };
      yield { to: 'R7', type: 'TaskSpec', payload };
    },
  },
});
