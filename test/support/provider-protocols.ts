/** The wire forms of the three protocols, seen from the server: what was asked, and an answer whole or as a stream of events. */
import type { Protocol } from '../../src/models/endpoints/endpoint.ts';

type AskedTurn = {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly input: unknown }[];
  /** In a tool turn: the id of the call that it answers. */
  readonly id?: string;
};

/** What every protocol expresses in its own form. */
export type AskedWords = {
  readonly model: string;
  readonly system: string;
  readonly turns: readonly AskedTurn[];
  readonly tools: readonly { readonly name: string; readonly description: string; readonly input: unknown }[];
  readonly max_output_tokens: number | undefined;
};

export type Answer = {
  readonly text?: string;
  readonly reasoning?: string;
  /** A string is sent unchanged if the protocol has arguments as text. */
  readonly calls?: readonly { readonly tool: string; readonly input: unknown; readonly id?: string }[];
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number } | 'none';
  readonly finish?: 'stop' | 'length' | 'filter';
};

export type WireForm = {
  read(body: Wire, path: string): AskedWords;
  whole(answer: Answer): unknown;
  /** The events of a stream, each as it is sent. */
  events(answer: Answer, body: Wire): readonly string[];
  error(message: string): unknown;
  errorEvent(message: string): string;
};

// biome-ignore lint/suspicious/noExplicitAny: a request of any shape, of which a test asserts what it needs
export type Wire = any;

const defaultUsage = { input: 11, output: 7 };

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const event = (value: { readonly type: string }): string => `event: ${value.type}\n${data(value)}`;
const textOf = (content: Wire): string =>
  typeof content === 'string' ? content : (content ?? []).map((part: Wire) => part.text ?? '').join('');
const usageOf = ({ usage = defaultUsage }: Answer) => (usage === 'none' ? undefined : usage);
const argumentsOf = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input));
const idOf = (call: { readonly id?: string }, index: number): string => call.id ?? `call-${index + 1}`;

/** A text in pieces, cut anywhere, even within a character. */
function pieces(text: string, length = 5): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) => text.slice(index * length, (index + 1) * length));
}

const openai: WireForm = {
  read: ({ model, messages, tools = [], max_tokens, max_completion_tokens }) => ({
    model,
    system: messages
      .filter(({ role }: Wire) => role === 'system')
      .map(({ content }: Wire) => textOf(content))
      .join('\n'),
    turns: messages
      .filter(({ role }: Wire) => role !== 'system')
      .map(({ role, content, tool_calls = [], tool_call_id }: Wire) => ({
        role,
        text: textOf(content),
        calls: tool_calls.map(({ id, function: { name, arguments: input } }: Wire) => ({ id, tool: name, input: JSON.parse(input) })),
        ...(tool_call_id && { id: tool_call_id }),
      })),
    tools: tools.map(({ function: { name, description, parameters } }: Wire) => ({ name, description, input: parameters })),
    max_output_tokens: max_completion_tokens ?? max_tokens,
  }),
  whole: (answer) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'served',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text ?? null,
          ...(answer.reasoning && { reasoning_content: answer.reasoning }),
          ...(answer.calls && { tool_calls: answer.calls.map((call, index) => openaiCall(call, index)) }),
        },
        finish_reason: openaiFinish(answer),
      },
    ],
    usage: openaiUsage(answer),
  }),
  events: (answer, { stream_options }) => {
    const chunk = (delta: unknown, finish_reason: string | null = null) =>
      data({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'served',
        choices: [{ index: 0, delta, finish_reason }],
      });
    const callChunks = (answer.calls ?? []).flatMap((call, index) => {
      const {
        id,
        function: { name, arguments: input },
      } = openaiCall(call, index);
      const rest = pieces(input).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] }));
      return [chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }), ...rest];
    });
    const usage = stream_options?.include_usage && openaiUsage(answer);
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(answer.reasoning ?? '').map((part) => chunk({ reasoning_content: part })),
      ...pieces(answer.text ?? '').map((part) => chunk({ content: part })),
      ...callChunks,
      chunk({}, openaiFinish(answer)),
      ...(usage ? [data({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'served', choices: [], usage })] : []),
      'data: [DONE]\n\n',
    ];
  },
  error: (message) => ({ error: { message, type: 'some_error', param: null, code: null } }),
  errorEvent: (message) => data({ error: { message, type: 'server_error', param: null, code: null } }),
};

const openaiCall = (call: NonNullable<Answer['calls']>[number], index: number) => ({
  id: idOf(call, index),
  type: 'function',
  function: { name: call.tool, arguments: argumentsOf(call.input) },
});
const openaiFinish = ({ finish = 'stop', calls }: Answer): string =>
  calls && finish === 'stop' ? 'tool_calls' : { stop: 'stop', length: 'length', filter: 'content_filter' }[finish];
function openaiUsage(answer: Answer) {
  const usage = usageOf(answer);
  if (!usage) return undefined;
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    ...(usage.cached && { prompt_tokens_details: { cached_tokens: usage.cached } }),
  };
}

const anthropic: WireForm = {
  read: ({ model, system, messages, tools = [], max_tokens }) => ({
    model,
    system: textOf(system),
    turns: messages.flatMap(({ role, content }: Wire) => anthropicTurns(role, content)),
    tools: tools.map(({ name, description, input_schema }: Wire) => ({ name, description, input: input_schema })),
    max_output_tokens: max_tokens,
  }),
  whole: (answer) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'served',
    content: anthropicBlocks(answer),
    stop_reason: anthropicFinish(answer),
    stop_sequence: null,
    usage: anthropicUsage(answer),
  }),
  events: (answer) => {
    const { output_tokens, ...input } = anthropicUsage(answer);
    const blocks = anthropicBlocks(answer).flatMap((block, index) => {
      const [empty, deltas] = anthropicDeltas(block);
      return [
        event({ type: 'content_block_start', index, content_block: empty } as { type: string }),
        ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta } as { type: string })),
        event({ type: 'content_block_stop', index } as { type: string }),
      ];
    });
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'served',
      content: [],
      stop_reason: null,
      stop_sequence: null,
    };
    return [
      event({ type: 'message_start', message: { ...message, usage: { ...input, output_tokens: 1 } } } as { type: string }),
      event({ type: 'ping' }),
      ...blocks,
      event({ type: 'message_delta', delta: { stop_reason: anthropicFinish(answer), stop_sequence: null }, usage: { output_tokens } } as {
        type: string;
      }),
      event({ type: 'message_stop' }),
    ];
  },
  error: (message) => ({ type: 'error', error: { type: 'some_error', message } }),
  errorEvent: (message) => event({ type: 'error', error: { type: 'overloaded_error', message } } as { type: string }),
};

const anthropicTurns = (role: 'user' | 'assistant', content: Wire): readonly AskedTurn[] => {
  const parts: Wire[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const results = parts
    .filter(({ type }) => type === 'tool_result')
    .map(({ tool_use_id, content: inner }) => ({ role: 'tool' as const, text: textOf(inner), calls: [], id: tool_use_id }));
  const texts = parts.filter(({ type }) => type === 'text');
  const calls = parts.filter(({ type }) => type === 'tool_use').map(({ id, name, input }) => ({ id, tool: name, input }));
  const own = texts.length + calls.length > 0 ? [{ role, text: textOf(texts), calls }] : [];
  return [...results, ...own];
};
function anthropicBlocks({ reasoning, text, calls = [] }: Answer): readonly Wire[] {
  return [
    ...(reasoning ? [{ type: 'thinking', thinking: reasoning, signature: 'signed' }] : []),
    ...(text ? [{ type: 'text', text }] : []),
    ...calls.map((call, index) => ({ type: 'tool_use', id: idOf(call, index), name: call.tool, input: call.input })),
  ];
}
function anthropicDeltas(block: Wire): [unknown, readonly unknown[]] {
  if (block.type === 'text') return [{ ...block, text: '' }, pieces(block.text).map((text) => ({ type: 'text_delta', text }))];
  if (block.type === 'thinking') {
    return [{ ...block, thinking: '', signature: '' }, pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking }))];
  }
  const input = argumentsOf(block.input);
  return [{ ...block, input: {} }, ['', ...pieces(input)].map((partial_json) => ({ type: 'input_json_delta', partial_json }))];
}
const anthropicFinish = ({ finish = 'stop', calls }: Answer): string =>
  calls && finish === 'stop' ? 'tool_use' : { stop: 'end_turn', length: 'max_tokens', filter: 'refusal' }[finish];
function anthropicUsage(answer: Answer) {
  const { input, output, cached = 0 } = usageOf(answer) ?? { input: 0, output: 0 };
  return { input_tokens: input - cached, cache_creation_input_tokens: 0, cache_read_input_tokens: cached, output_tokens: output };
}

const google: WireForm = {
  read: ({ contents, systemInstruction, tools = [], generationConfig = {} }, path) => ({
    model: /models\/([^:]*):/.exec(path)?.[1] ?? '',
    system: textOf(systemInstruction?.parts),
    turns: contents.flatMap(({ role, parts }: Wire) => googleTurns(role, parts)),
    tools: tools
      .flatMap(({ functionDeclarations = [] }: Wire) => functionDeclarations)
      .map(({ name, description, parametersJsonSchema, parameters }: Wire) => ({
        name,
        description,
        input: parametersJsonSchema ?? parameters,
      })),
    max_output_tokens: generationConfig.maxOutputTokens,
  }),
  whole: (answer) => ({
    responseId: 'r1',
    modelVersion: 'served',
    candidates: [{ content: { role: 'model', parts: googleParts(answer) }, finishReason: googleFinish(answer), index: 0 }],
    ...googleUsage(answer),
  }),
  events: (answer) => {
    const parts = googleParts(answer).flatMap((part) => (part.text ? pieces(part.text).map((text) => ({ ...part, text })) : [part]));
    const chunk = (inner: readonly unknown[], rest: object = {}) =>
      data({
        responseId: 'r1',
        modelVersion: 'served',
        candidates: [{ content: { role: 'model', parts: inner }, index: 0, ...rest }],
        ...googleUsage(answer),
      });
    return [...parts.map((part) => chunk([part])), chunk([{ text: '' }], { finishReason: googleFinish(answer) })];
  },
  error: (message) => ({ error: { code: 400, message, status: 'SOME_ERROR' } }),
  errorEvent: (message) => data({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
};

const googleTurns = (role: string, parts: readonly Wire[]): readonly AskedTurn[] => {
  const results = parts
    .filter((part) => part.functionResponse)
    .map(({ functionResponse: { id, response } }) => ({ role: 'tool' as const, text: String(response.content), calls: [], id }));
  const texts = parts.filter((part) => part.text !== undefined);
  const calls = parts.filter((part) => part.functionCall).map(({ functionCall: { id, name, args } }) => ({ id, tool: name, input: args }));
  const own = texts.length + calls.length > 0;
  return [
    ...results,
    ...(own ? [{ role: role === 'model' ? ('assistant' as const) : ('user' as const), text: textOf(texts), calls }] : []),
  ];
};
const googleParts = ({ reasoning, text, calls = [] }: Answer): readonly Wire[] => [
  ...(reasoning ? [{ text: reasoning, thought: true }] : []),
  ...(text ? [{ text }] : []),
  ...calls.map((call) => ({ functionCall: { ...(call.id !== undefined && { id: call.id }), name: call.tool, args: call.input } })),
];
const googleFinish = ({ finish = 'stop' }: Answer): string => ({ stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY' })[finish];
function googleUsage(answer: Answer) {
  const usage = usageOf(answer);
  if (!usage) return {};
  const { input, output, cached } = usage;
  const cache = cached ? { cachedContentTokenCount: cached } : {};
  return { usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output, ...cache } };
}

export const wireForms: Readonly<Record<Protocol, WireForm>> = { openai, anthropic, google };
