/** Which role works on what: the roles of a task in the order of its work. Pure. */
import type { RoleId } from '../../../contracts/parties.ts';
import type { Doing } from '../../../view/picture/state.ts';
import type { TaskShown } from './task-model.ts';

export type Stage = {
  readonly name: string;
  readonly who: string;
  readonly job: string;
  readonly state: 'idle' | 'busy' | 'seen';
  /** What the role is doing at the moment, one line each. */
  readonly doing: readonly string[];
  /** What the role did last; empty if it has done nothing. */
  readonly last: string;
};

const stages: readonly (Pick<Stage, 'name' | 'who' | 'job'> & { readonly roles: readonly RoleId[]; readonly doings: readonly Doing[] })[] =
  [
    { name: 'Understand', who: 'perceiver', roles: ['R1'], job: 'reads what you want', doings: ['understands'] },
    { name: 'Plan', who: 'planner and memory', roles: ['R2', 'R5'], job: 'plans, with what memory returns', doings: ['plans'] },
    { name: 'Work', who: 'executor', roles: ['R3'], job: 'carries out sub-tasks', doings: ['works'] },
    { name: 'Check', who: 'validators', roles: ['R4a', 'R4b'], job: 'checks results against criteria', doings: ['checks', 'judges'] },
    { name: 'Decide', who: 'solver', roles: ['R7'], job: 'measures, and decides what follows', doings: ['decides'] },
  ];

export function pipelineOf({ now, last }: Pick<TaskShown, 'now' | 'last'>): readonly Stage[] {
  return stages.map(({ doings, roles, ...stage }) => {
    const doing = now.activities
      .filter((activity) => doings.includes(activity.doing))
      .map(({ subtask, call }) => (call !== '' ? call : subtask ? subtask.intent : stage.job));
    const rows = roles.flatMap((role) => last[role] ?? []).toSorted((a, b) => b.seq - a.seq);
    const [row] = rows;
    const said = row ? [row.what, row.detail].filter((part) => part !== '').join(' ') : '';
    return { ...stage, state: doing.length > 0 ? 'busy' : row ? 'seen' : 'idle', doing, last: said };
  });
}
