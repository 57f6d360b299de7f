/** R3, the Executor: carries out one sub-task with real tools, or says honestly that it cannot be done. */
import { z } from 'zod';
import type { ExecutionResult, ToolCall } from '../../contracts/execution.ts';
import type { MessageOf } from '../../contracts/messages.ts';
import { effectKey, type Place } from '../../effects/effects.ts';
import type { AskedCall, Turn } from '../../models/model.ts';
import { withoutReasoning } from '../../models/reasoning.ts';
import type { ToolResult } from '../../tools/tool.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import type { Context, RoleFactory } from '../role.ts';
import { headAndTail } from './evidence.ts';
import { reportInfeasible, subTaskText, system } from './prompt.ts';

/** How many model steps one attempt may take (SPEC §4). */
const mostSteps = 10;

const Infeasible = z.object({ reason: z.string().trim().min(1) }).catch({ reason: 'no reason was given' });

type Attempt = Pick<ExecutionResult, 'status' | 'output' | 'reason' | 'refused' | 'tool_calls'>;

export const createExecutor =
  (toolbox: Toolbox): RoleFactory =>
  ({ cwd, workspace }) => {
    async function work({ ts, payload: subtask }: MessageOf<'SubTask'>, { effects }: Context): Promise<Attempt> {
      const offered = toolbox.offered.filter(({ name }) => subtask.tools.includes(name));
      const calls: ToolCall[] = [];
      const turns: Turn[] = [{ role: 'user', text: subTaskText(subtask, cwd, ts) }];
      const at = { round: subtask.round, subtask: subtask.index, attempt: 1 };

      for (let step = 1; step <= mostSteps; step += 1) {
        const answer = await effects.model({ ...at, step }, { system, turns: [...turns], tools: [...offered, reportInfeasible] });
        if (answer.calls.length === 0) return ended('completed', withoutReasoning(answer.text), null, calls);
        turns.push({ role: 'assistant', text: answer.text, calls: answer.calls });
        for (const [index, asked] of answer.calls.entries()) {
          if (asked.tool === reportInfeasible.name)
            return ended('failed', withoutReasoning(answer.text), Infeasible.parse(asked.input).reason, calls);
          const place = { ...at, step, call: index + 1 };
          const known = offered.some(({ name }) => name === asked.tool);
          const result = known
            ? await effects.tool(place, { tool: asked.tool, input: asked.input, cwd, workspace })
            : notOffered(asked.tool);
          const call = evidence(asked, place, result, toolbox);
          calls.push(call);
          turns.push({ role: 'tool', call_id: asked.call_id, tool: asked.tool, text: call.output_head_tail });
        }
      }
      return ended('failed', null, `no result after ${mostSteps} steps`, calls);
    }

    return {
      id: 'R3',
      on: {
        async *SubTask(message, context) {
          const attempt = await work(message, context);
          yield { to: 'R4a', type: 'ExecutionResult', payload: { subtask_id: message.payload.subtask_id, attempt: 1, ...attempt } };
        },
      },
    };
  };

const ended = (status: Attempt['status'], output: Attempt['output'], reason: string | null, tool_calls: readonly ToolCall[]): Attempt => ({
  status,
  output,
  reason,
  refused: false,
  tool_calls,
});

const notOffered = (tool: string): ToolResult => ({
  ok: false,
  output: '',
  truncated: false,
  error: { class: 'invalid_input', message: `the tool "${tool}" is not on offer` },
});

function evidence({ tool, input }: AskedCall, place: Place, { ok, output, exit_code, error }: ToolResult, toolbox: Toolbox): ToolCall {
  return {
    call_id: effectKey('R3', place),
    tool: tool === '' ? '(no name)' : tool, // what a model calls may have none; evidence of it must
    input,
    target: toolbox.targetOf(tool, input),
    ok,
    ...(exit_code === undefined ? {} : { exit_code }),
    output_head_tail: headAndTail(error ? `${error.message}${output === '' ? '' : `\n${output}`}` : output),
    ...(error ? { error_class: error.class } : {}),
  };
}
