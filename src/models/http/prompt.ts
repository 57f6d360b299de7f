/** Converts a conversation to the form used by the provider packages, and their content to an answer. No provider rejects the result, whatever a role sends. */
import { createHash } from 'node:crypto';
import type { LanguageModelV4Content, LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { Json } from '../../contracts/shapes/json.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import type { AskedCall, ModelAnswer, ModelRequest, Turn } from '../model.ts';

export type WirePrompt = { readonly prompt: LanguageModelV4Prompt; readonly tools: LanguageModelV4FunctionTool[] };

export function toPrompt({ system, turns, tools }: ModelRequest): WirePrompt {
  const rules: LanguageModelV4Prompt = isBlank(system) ? [] : [{ role: 'system', content: system.toWellFormed() }];
  return {
    prompt: [...rules, ...conversation(turns)],
    tools: tools.map(({ name, description, input }) => ({
      type: 'function',
      name: wireName(name),
      description,
      inputSchema: input as LanguageModelV4FunctionTool['inputSchema'], // our schemas are made from zod schemas
    })),
  };
}

/** Leaves out reasoning. Input that is not JSON stays a string, which the tool will refuse. */
export function fromContent(content: readonly LanguageModelV4Content[], tools: ModelRequest['tools']): Pick<ModelAnswer, 'text' | 'calls'> {
  let text = '';
  const calls: AskedCall[] = [];
  const ours = new Map(tools.map(({ name }) => [wireName(name), name]));
  for (const part of content) {
    if (part.type === 'text') text += part.text;
    if (part.type !== 'tool-call' || part.providerExecuted) continue;
    const taken = calls.some(({ call_id }) => call_id === part.toolCallId);
    calls.push({
      call_id: part.toolCallId === '' || taken ? `call_${calls.length + 1}_${part.toolCallId}` : part.toolCallId,
      tool: ours.get(part.toolName) ?? (part.toolName || unnamed),
      input: inputOf(part.input),
    });
  }
  return { text, calls };
}

const unnamed = 'unnamed';
const isBlank = (text: string): boolean => text.trim() === '';

/** Every call is answered in the next message, roles alternate, the user comes first and last, and no text is empty: each of these is required by some provider. */
function conversation(turns: readonly Turn[]): readonly LanguageModelV4Message[] {
  const messages: LanguageModelV4Message[] = [];
  let open: { readonly id: string; readonly call: AskedCall; result?: string }[] = [];
  let strays: string[] = [];
  let calls = 0;

  const say = (text: string) => {
    const last = messages.at(-1);
    const [before] = last?.role === 'user' ? last.content : [];
    if (before?.type === 'text') before.text += `\n\n${text}`;
    else messages.push({ role: 'user', content: [{ type: 'text', text }] });
  };
  const answerCalls = () => {
    if (open.length > 0) messages.push({ role: 'tool', content: open.map(({ id, call, result }) => resultPart(id, call, result)) });
    for (const stray of strays) say(stray);
    open = [];
    strays = [];
  };

  for (const turn of turns) {
    if (turn.role === 'tool') {
      const asked = open.find(({ call, result }) => call.call_id === turn.call_id && result === undefined);
      if (asked) asked.result = turn.text;
      else strays.push(`${turn.tool} returned:\n${wellFormed(turn.text)}`);
      continue;
    }
    answerCalls();
    if (turn.role === 'user') say(wellFormed(turn.text));
    else if (!isBlank(turn.text) || turn.calls.length > 0) {
      // Calls are numbered, because some providers require ids of a fixed length and some models give every call the same id.
      open = turn.calls.map((call) => ({ id: `call${String(++calls).padStart(5, '0')}`, call }));
      if (messages.length === 0) say(nudge);
      const words = isBlank(turn.text) ? [] : [{ type: 'text' as const, text: turn.text.toWellFormed() }];
      const parts = [...words, ...open.map(({ id, call }) => callPart(id, call))];
      const last = messages.at(-1);
      if (last?.role === 'assistant') last.content.push(...parts);
      else messages.push({ role: 'assistant', content: parts });
    }
  }
  answerCalls();
  const last = messages.at(-1)?.role;
  if (last !== 'user' && last !== 'tool') say(nudge);
  return messages;
}

const nudge = 'Go on.';
const wellFormed = (text: string): string => (isBlank(text) ? '(empty)' : text.toWellFormed());

const callPart = (id: string, { tool, input }: AskedCall) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: wireName(tool),
  input: wireInput(input),
});

const resultPart = (id: string, { tool }: AskedCall, result = 'There is no result.') => ({
  type: 'tool-result' as const,
  toolCallId: id,
  toolName: wireName(tool),
  output: { type: 'text' as const, value: wellFormed(result) },
});

/** A name that every provider accepts. A changed name ends with a hash of the original, so that different names stay different. */
function wireName(name: string): string {
  if (/^[a-zA-Z_][\w-]{0,63}$/.test(name)) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  const plain = name.replaceAll(/[^\w-]+/g, '_').replace(/^[^a-zA-Z_]/, '_');
  return `${plain.slice(0, 55) || unnamed}_${hash}`;
}

/** Providers accept only objects as input. */
function wireInput(input: Json): Json {
  const sound = wellFormedJson(input);
  return typeof sound === 'object' && sound !== null && !Array.isArray(sound) ? sound : { input: sound };
}

/** Replaces lone surrogates, which make some providers reject the whole request. */
function wellFormedJson(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormedJson);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormedJson(inner)]));
}

function inputOf(text: string): Json {
  if (isBlank(text)) return {};
  const parsed = Json.safeParse(parsedJson(text));
  return parsed.success ? parsed.data : text;
}
