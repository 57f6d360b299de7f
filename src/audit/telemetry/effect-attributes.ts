/** The attributes of a model step, a tool call, a check or a look. Without content: no prompts, answers, arguments or results. Pure. */
import type { Json } from '../../contracts/shapes/json.ts';
import type { Usage } from '../../contracts/usage.ts';
import type { Intent, Outcome } from '../../journal/entry.ts';
import { type AskedCall, ModelAnswer, ModelRequest, type Turn } from '../../models/model.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';
import { attribute, content, operation, operations, own } from './names.ts';
import type { Attributes, Span } from './span.ts';

export function aboutIntent({ effect, role, key, input }: Intent, withContent: boolean): Pick<Span, 'name' | 'kind' | 'attributes'> {
  const common = { [own.role]: role, [own.key]: key };
  if (effect === 'model') {
    const told = { ...common, [operation]: operations.model, [attribute.agentName]: role };
    return { name: operations.model, kind: 'client', attributes: { ...told, ...(withContent && promptIn(input)) } };
  }
  if (effect !== 'tool') return { name: effect, kind: 'internal', attributes: common };
  const request = ToolRequest.safeParse(input).data;
  const tool = request?.tool ?? 'unknown';
  return {
    name: `${operations.tool} ${tool}`,
    kind: 'internal',
    attributes: {
      ...common,
      [operation]: operations.tool,
      [attribute.toolName]: tool,
      [attribute.toolCall]: key,
      [attribute.toolType]: tool.startsWith('mcp__') ? 'extension' : 'function',
      [content.toolArguments]: withContent && request ? textOf(request.input) : undefined,
    },
  };
}

type Ended = { readonly name?: string; readonly failed: string | undefined; readonly attributes: Attributes };

export function aboutOutcome({ effect }: Intent, result: Outcome['result'], withContent: boolean): Ended {
  if (!result.ok) return { failed: result.code, attributes: { [attribute.errorType]: result.code, ...used(result.usage) } };
  if (effect === 'model') return aboutAnswer(result.value, withContent);
  if (effect === 'tool') return aboutResult(result.value, withContent);
  return { failed: undefined, attributes: {} };
}

function aboutAnswer(value: Json, withContent: boolean): Ended {
  const answer = ModelAnswer.safeParse(value).data;
  if (!answer) return { failed: undefined, attributes: {} };
  const { usage, calls, text, cut } = answer;
  const reason = cut ? 'length' : calls.length > 0 ? 'tool_call' : 'stop';
  return {
    ...(usage.model && { name: `${operations.model} ${usage.model}` }),
    failed: undefined,
    attributes: {
      ...used(usage),
      [attribute.finishReasons]: [reason],
      [content.outputMessages]: withContent
        ? textOf([{ role: 'assistant', parts: partsOf(text, calls), finish_reason: reason }])
        : undefined,
    },
  };
}

function aboutResult(value: Json, withContent: boolean): Ended {
  const result = ToolResult.safeParse(value).data;
  const failed = result?.ok === false ? (result.error?.class ?? 'failed') : undefined;
  return {
    failed,
    attributes: {
      [attribute.errorType]: failed,
      [attribute.exitCode]: result?.exit_code,
      [content.toolResult]: withContent && result ? shortened(result.output) : undefined,
    },
  };
}

const used = (usage: Usage | undefined): Attributes => ({
  [attribute.requestModel]: usage?.model,
  [attribute.responseModel]: usage?.model,
  [attribute.inputTokens]: usage?.input_tokens,
  [attribute.outputTokens]: usage?.output_tokens,
  [own.usd]: usage?.usd === undefined ? undefined : { decimal: usage.usd },
});

/** The prompt, in the form that the conventions define for messages. */
function promptIn(input: Json): Attributes {
  const request = ModelRequest.safeParse(input).data;
  return request
    ? {
        [content.system]: textOf([{ type: 'text', content: request.system }]),
        [content.inputMessages]: textOf(request.turns.map(messageOf)),
      }
    : {};
}

function messageOf(turn: Turn): Json {
  if (turn.role === 'tool') return { role: 'tool', parts: [{ type: 'tool_call_response', id: turn.call_id, response: turn.text }] };
  return { role: turn.role, parts: partsOf(turn.text, turn.role === 'assistant' ? turn.calls : []) };
}

const partsOf = (text: string, calls: readonly AskedCall[]): Json[] => [
  ...(text === '' ? [] : [{ type: 'text', content: text }]),
  ...calls.map(({ call_id, tool, input }) => ({ type: 'tool_call', id: call_id, name: tool, arguments: input })),
];

const textOf = (value: Json): string => shortened(JSON.stringify(value));

/** How many characters of one text are sent: collectors refuse requests that are too large. */
const maxLength = 65_536;

const shortened = (text: string): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}… (${text.length - maxLength} more characters)`;
