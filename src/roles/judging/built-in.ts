/** The criterion that code adds to a task that delivers an answer (SPEC §4). */
import type { Criterion } from '../../contracts/criteria.ts';

export const builtIn: Criterion = {
  criterion: 'The answer is what the goal asks for, and every fact in it is shown by a call, a file or the person',
  mode: 'verifiable',
  weight: 1,
  builtin: true,
};
