/** Which forms of a conversation the real providers refuse, from their documentation and their error messages. */
import type { Protocol } from '../../src/models/endpoints/endpoint.ts';
import type { Wire } from './provider-protocols.ts';

/** Why the provider would refuse this body; undefined when it would not. */
export function refusal(protocol: Protocol, body: Wire): string | undefined {
  if (JSON.stringify(body) !== JSON.stringify(body).toWellFormed() || /\\ud[89a-f]/i.test(JSON.stringify(body))) return 'half a character';
  return rules[protocol](body);
}

const rules: Readonly<Record<Protocol, (body: Wire) => string | undefined>> = { openai, anthropic, google };

const first = (reasons: readonly (string | false | undefined)[]): string | undefined => reasons.find((reason) => reason) || undefined;
const isBlank = (text: unknown): boolean => typeof text !== 'string' || text.trim() === '';
const isPlain = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const repeated = (items: readonly string[]): boolean => new Set(items).size < items.length;

function openai({ messages, tools = [] }: Wire): string | undefined {
  const ids: string[] = messages.flatMap(({ tool_calls = [] }: Wire) => tool_calls.map(({ id }: Wire) => id));
  const talk: Wire[] = messages.filter(({ role }: Wire) => role !== 'system');
  return first([
    messages.slice(1).some(({ role }: Wire) => role === 'system') && 'a system message inside',
    tools.some((tool: Wire) => !/^[a-zA-Z0-9_-]{1,64}$/.test(tool.function.name)) && 'a name of a tool',
    ids.some((id) => !/^[a-zA-Z0-9]{9}$/.test(id)) && 'an id that is not nine letters or digits (Mistral), or longer than 40 (OpenAI)',
    repeated(ids) && 'an id twice',
    talk[0]?.role !== 'user' && 'it does not begin with the user',
    talk.at(-1)?.role === 'assistant' && 'it ends with the assistant',
    ...talk.map(({ role, content, tool_calls = [] }, at) => {
      const answers = tool_calls.map((_: unknown, n: number) => talk[at + 1 + n]?.tool_call_id);
      return first([
        role === 'user' && isBlank(content) && 'a user message without text',
        role === 'assistant' && tool_calls.length === 0 && isBlank(content) && 'an assistant message with nothing in it',
        ...tool_calls.map(({ id, function: { name, arguments: input } }: Wire, n: number) =>
          first([
            answers[n] !== id && 'a call without its result in the next messages',
            !/^[a-zA-Z0-9_-]{1,64}$/.test(name) && 'a name of a call',
            !isPlain(JSON.parse(input)) && 'arguments that are not an object',
          ]),
        ),
        role === 'tool' && !ids.includes(talk[at]?.tool_call_id) && 'a result without its call',
        role !== 'tool' && role === talk[at + 1]?.role && 'a role twice in a row',
      ]);
    }),
  ]);
}

function anthropic({ system, messages, tools = [] }: Wire): string | undefined {
  const ids: string[] = messages.flatMap(({ content }: Wire) =>
    content.filter(({ type }: Wire) => type === 'tool_use').map(({ id }: Wire) => id),
  );
  return first([
    system?.some(({ text }: Wire) => isBlank(text)) && 'a system block without text',
    tools.some(({ name }: Wire) => !/^[a-zA-Z0-9_-]{1,128}$/.test(name)) && 'a name of a tool',
    ids.some((id) => !/^[a-zA-Z0-9_-]+$/.test(id)) && 'an id with other characters',
    repeated(ids) && 'an id twice',
    messages[0]?.role !== 'user' && 'it does not begin with the user',
    messages.at(-1)?.role !== 'user' && 'it does not end with the user',
    ...messages.map(({ role, content }: Wire, at: number) => {
      const asked = content.filter(({ type }: Wire) => type === 'tool_use').map(({ id }: Wire) => id);
      const next = (messages[at + 1]?.content ?? []).map(({ type, tool_use_id }: Wire) => type === 'tool_result' && tool_use_id);
      const before = (messages[at - 1]?.content ?? []).map(({ type, id }: Wire) => type === 'tool_use' && id);
      const results = content.filter(({ type }: Wire) => type === 'tool_result');
      return first([
        content.length === 0 && 'a message with nothing in it',
        role === messages[at + 1]?.role && 'a role twice in a row',
        content.some(({ type, text }: Wire) => type === 'text' && isBlank(text)) && 'a block without text',
        content.some(({ type, input }: Wire) => type === 'tool_use' && !isPlain(input)) && 'an input that is not an object',
        content.some(({ type, name }: Wire) => type === 'tool_use' && !/^[a-zA-Z0-9_-]{1,128}$/.test(name)) && 'a name of a call',
        asked.some((id: string, n: number) => next[n] !== id) && 'a call without its result first in the next message',
        results.some(({ tool_use_id }: Wire) => !before.includes(tool_use_id)) && 'a result without its call in the message before',
      ]);
    }),
  ]);
}

function google({ systemInstruction, contents, tools = [] }: Wire): string | undefined {
  const declared = tools.flatMap(({ functionDeclarations = [] }: Wire) => functionDeclarations);
  const name = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
  return first([
    systemInstruction?.parts.some(({ text }: Wire) => isBlank(text)) && 'a system instruction without text',
    declared.some((tool: Wire) => !name.test(tool.name)) && 'a name of a tool',
    contents[0]?.role !== 'user' && 'it does not begin with the user',
    contents.at(-1)?.role !== 'user' && 'it does not end with the user',
    ...contents.map(({ parts }: Wire, at: number) => {
      const calls = parts.filter(({ functionCall }: Wire) => functionCall).length;
      const results = (contents[at + 1]?.parts ?? []).filter(({ functionResponse }: Wire) => functionResponse).length;
      return first([
        parts.length === 0 && 'a content without parts',
        parts.some(({ text }: Wire) => text !== undefined && isBlank(text)) && 'a part without data',
        parts.some(({ functionCall }: Wire) => functionCall && !isPlain(functionCall.args)) && 'arguments that are not an object',
        parts.some(({ functionCall }: Wire) => functionCall && !name.test(functionCall.name)) && 'a name of a call',
        calls !== results && 'not as many results as calls',
      ]);
    }),
  ]);
}
