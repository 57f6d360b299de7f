/** An admissible plan as messages: the manifest of its round, and its sub-tasks group by group. Pure. */
import type { Criterion } from '../../contracts/criteria.ts';
import { subTaskId } from '../../contracts/ids.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import type { Blocked, Caution, DispatchManifest, SubTask } from '../../contracts/plan.ts';
import { skillTool } from '../../contracts/skills.ts';
import type { CalibrationEntry } from '../../memory/recall/calibrate.ts';
import { outputText } from '../output-text.ts';
import { delimited } from '../prompting/delimited.ts';
import { headAndTail, maxGoalLength } from '../prompting/head-and-tail.ts';
import { handedOn } from '../prompting/shown-output.ts';
import { type Around, nothingSeen } from '../prompting/surroundings-text.ts';
import { criteriaOf, type Frozen } from './frozen.ts';
import { notesFor } from './notes-for.ts';
import { fingerprint, type Plan } from './plan.ts';

/** A plan under way. */
export type Dispatched = {
  readonly plan: Plan;
  readonly round: number;
  readonly spec: TaskSpec;
  readonly blocked: Blocked;
  readonly cautions: readonly Caution[];
  /** The task's criteria in effect with this plan. */
  readonly frozen: Frozen;
  readonly around?: Around;
  /** The criteria for the answer that code adds to those of the plan. */
  readonly demanded?: readonly Criterion[];
  /** Memory's advice before the plan. */
  readonly notes?: readonly CalibrationEntry[];
  /** How many of the things that the person said were known to the planner. */
  readonly heard?: number;
};

export type Outputs = PayloadOf<'GroupMatched'>['outputs'];

export function manifestOf(dispatched: Dispatched, now: string): DispatchManifest {
  const { plan, round, spec, frozen, demanded = [], around = nothingSeen } = dispatched;
  const { task_id } = spec;
  return {
    task_id,
    round,
    subtasks: plan.subtasks.map(({ sequence, intent, success_criteria }, at) => {
      return {
        subtask_id: subTaskId(task_id, round, at + 1),
        sequence,
        intent,
        success_criteria: [...success_criteria, ...ofOnly(plan, demanded)],
      };
    }),
    task_spec: spec,
    task_criteria: [...criteriaOf(plan, frozen), ...demanded],
    amended: frozen.amended,
    surroundings: around.surroundings,
    ...(around.identity === undefined ? {} : { repository: around.identity }),
    fingerprint: fingerprint(plan),
    dispatched_at: now,
    ...heardBy(dispatched),
  };
}

const heardBy = ({ heard = 0 }: Dispatched): Pick<SubTask, 'heard'> => (heard === 0 ? {} : { heard });

/** The definitions of the tools that a sub-task may use and that are not built in. */
function foundFor(names: readonly string[], { tools = [] }: Around): Pick<SubTask, 'found_tools'> {
  const found_tools = tools.filter(({ name }) => names.includes(name));
  return found_tools.length === 0 ? {} : { found_tools };
}

/** The skills on offer for a sub-task; none without the tool that reads them. */
const skillsFor = (names: readonly string[], { skills }: Around): string =>
  skills === '' || !names.includes(skillTool)
    ? ''
    : `Skills, of which the tool ${skillTool} reads the text; they allow nothing and confirm nothing:\n${skills}`;

/** The criteria that code adds, if there is only one sub-task, which then writes the answer itself. */
const ofOnly = ({ subtasks }: Plan, demanded: readonly Criterion[]): readonly Criterion[] => (subtasks.length === 1 ? demanded : []);

/** The sub-tasks of one sequence, with the outputs of all earlier groups in their context. */
export function group(dispatched: Dispatched, sequence: number, outputs: Outputs): readonly SubTask[] {
  const { plan, round, spec, blocked, cautions, demanded = [], around = nothingSeen, notes = [] } = dispatched;
  const handed = outputs.map(({ intent, output }) => `${intent}:\n${delimited('output', handedOn(outputText(output), outputs.length))}`);
  return plan.subtasks.flatMap((planned, at): SubTask[] => {
    if (planned.sequence !== sequence) return [];
    return [
      {
        subtask_id: subTaskId(spec.task_id, round, at + 1),
        parent_task_id: spec.task_id,
        index: at + 1,
        round,
        sequence,
        intent: planned.intent,
        success_criteria: [...planned.success_criteria, ...ofOnly(plan, demanded)],
        context: [headAndTail(planned.context, maxGoalLength), ...handed].filter((part) => part !== '').join('\n\n'),
        surroundings: [around.forSubTask, skillsFor(planned.tools, around), notesFor(planned, notes)]
          .filter((part) => part !== '')
          .join('\n\n'),
        tools: planned.tools,
        ...foundFor(planned.tools, around),
        blocked,
        cautions: cautions
          .filter(({ tool }) => planned.tools.some((name) => tool === name || tool.startsWith(`${name}:`)))
          .map(({ tool, target, because }) => ({ tool, ...(target === undefined ? {} : { target }), because })),
        deadline: planned.deadline,
        ...heardBy(dispatched),
      },
    ];
  });
}
