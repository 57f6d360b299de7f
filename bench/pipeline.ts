/** Roles of the benchmarks: a pipeline of real message types, in waves of sub-tasks, with or without effects. */
import type { SubTaskOutcome } from '../src/contracts/execution.ts';
import { type SubTaskId, subTaskId, type TaskId } from '../src/contracts/ids.ts';
import type { SubTask } from '../src/contracts/plan.ts';
import type { Context, RoleFactory } from '../src/roles/role.ts';
import { final } from '../test/support/parts.ts';

const check = (text: string, path: string) =>
  ({ criterion: text, mode: 'verifiable', weight: 2, check: { kind: 'file_exists', path } }) as const;

const subTask = (task_id: TaskId, round: number, index: number): SubTask => ({
  subtask_id: subTaskId(task_id, round, index),
  parent_task_id: task_id,
  index,
  round,
  sequence: 1,
  intent: `Write the report number ${index} of round ${round}`,
  success_criteria: [check('the report exists', `reports/${index}.txt`), check('the index exists', 'reports/index.md')],
  context: 'The deliveries are in deliveries.csv, one a line, with name, weight and price.',
  surroundings: '',
  tools: ['glob', 'read_file', 'write_file'],
  blocked: { tools: [], targets: [] },
  cautions: [],
  deadline: null,
});

const toolCalls = (index: number) =>
  ['glob', 'read_file', 'write_file'].map((tool, at) => ({
    call_id: `1.${index}.1/R3/${at + 1}.1`,
    tool,
    input: { path: `reports/${index}.txt` },
    target: `reports/${index}.txt`,
    ok: true,
    output_head_tail: 'name,weight,price\n'.repeat(10),
  }));

/** Asks a model and calls a tool, as an executor does. */
async function work(round: number, subtask: number, { effects }: Context): Promise<void> {
  const place = { round, subtask, attempt: 1 };
  const turns = [
    {
      role: 'user',
      text: `Write the report number ${subtask} of round ${round}. ${'It lists every delivery with its weight and price. '.repeat(10)}`,
    },
  ] as const;
  await effects.model({ ...place, step: 1 }, { system: 'You carry out one sub-task. '.repeat(20), turns, tools: [] });
  await effects.tool(
    { ...place, step: 1, call: 1 },
    { tool: 'read_file', input: { path: `reports/${subtask}.txt` }, cwd: '/', workspace: '/' },
  );
}

/** Waves of sub-tasks, each dispatched, executed, judged and collected; then the next wave, until there have been enough. */
export function pipeline(width: number, waves: number, { withEffects = false } = {}): readonly RoleFactory[] {
  return [
    () => ({
      id: 'R1',
      on: {
        async *UserInput({ task_id, payload: { text, cwd } }) {
          const payload = {
            task_id,
            slug: 'bench',
            intent: text,
            constraints: { scope: null, deadline: null },
            raw_input: text,
            clarifications: [],
            kind: 'task',
            cwd,
          } as const;
          yield { to: 'R2', type: 'TaskSpec', payload };
          yield { to: 'R7', type: 'TaskSpec', payload };
        },
      },
    }),
    () => ({
      id: 'R2',
      on: {
        async *TaskSpec({ task_id }) {
          yield* dispatch(task_id, 1);
        },
        async *GroupMatched({ task_id, payload }) {
          yield* dispatch(task_id, payload.round + 1);
        },
      },
    }),
    () => ({
      id: 'R3',
      on: {
        async *SubTask({ payload: { subtask_id, index, round } }, context) {
          if (withEffects) await work(round, index, context);
          const output = `The report number ${index} is written. It lists every delivery of the year with its weight and price.`;
          yield {
            to: 'R4a',
            type: 'ExecutionResult',
            payload: { subtask_id, attempt: 1, status: 'completed', output, tool_calls: toolCalls(index), reason: null, refused: false },
          };
        },
      },
    }),
    () => {
      const rubrics = new Map<SubTaskId, SubTask>();
      return {
        id: 'R4a',
        on: {
          async *SubTask({ payload }) {
            rubrics.set(payload.subtask_id, payload);
          },
          async *ExecutionResult({ payload: { subtask_id, output, tool_calls } }) {
            const rubric = rubrics.get(subtask_id);
            if (!rubric) throw new Error('no rubric');
            rubrics.delete(subtask_id);
            const { parent_task_id, intent, success_criteria } = rubric;
            const criteria_verdicts = success_criteria.map(
              ({ criterion, mode, weight }) =>
                ({
                  criterion,
                  mode,
                  weight,
                  verdict: 'pass',
                  failure_class: null,
                  evidence: `${criterion}, 912 bytes`,
                  by: 'check',
                }) as const,
            );
            const payload: SubTaskOutcome = {
              subtask_id,
              parent_task_id,
              intent,
              status: 'matched',
              output,
              failure_reason: null,
              refused: false,
              success_criteria,
              criteria_verdicts,
              gap_trajectory: [{ attempt: 1, failed_criteria: [] }],
              tool_calls,
            };
            yield { to: 'R4b', type: 'SubTaskOutcome', payload };
            yield { to: 'R7', type: 'SubTaskOutcome', payload };
          },
        },
      };
    },
    () => {
      let outcomes: SubTaskOutcome[] = [];
      let wave = 1;
      return {
        id: 'R4b',
        on: {
          async *SubTaskOutcome({ payload }) {
            outcomes.push(payload);
            if (outcomes.length < width) return;
            const done = outcomes;
            outcomes = [];
            if (wave === waves)
              return yield {
                to: 'R7',
                type: 'OutcomeSummary',
                payload: { summary: 'done', merged_output: null, elapsed_ms: 0, outcomes: done, task_verdicts: [] },
              };
            const outputs = done.map(({ subtask_id, intent, output }) => ({ subtask_id, intent, output }));
            yield { to: 'R2', type: 'GroupMatched', payload: { round: wave, sequence: 1, outputs } };
            wave += 1;
          },
        },
      };
    },
    () => ({
      id: 'R7',
      on: {
        async *SubTaskOutcome() {},
        async *OutcomeSummary({ task_id }) {
          yield final(task_id);
        },
      },
    }),
  ];

  function* dispatch(task_id: TaskId, round: number) {
    for (let index = 1; index <= width; index += 1) {
      const payload = subTask(task_id, round, index);
      yield { to: 'R4a', type: 'SubTask', payload } as const;
      yield { to: 'R3', type: 'SubTask', payload } as const;
    }
  }
}
