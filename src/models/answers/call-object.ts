/** A tool call as an object says it, in the words that models were trained on. */
import type { Json } from '../../contracts/json.ts';
import { readJson } from './lenient-json.ts';

/** A call as it was printed: of any tool, with any input. */
export type PrintedCall = { readonly tool: string; readonly input: Json };

const toolKeys = ['name', 'tool', 'function', 'action'];
const inputKeys = ['arguments', 'args', 'input', 'parameters', 'action_input'];
/** What else such an object may say. With any other key it may be something else, such as the description of a tool. */
const otherKeys: ReadonlySet<string> = new Set(['id', 'type', 'call_id', 'tool_call_id', 'index', 'thought', 'thoughts']);

type Members = { readonly [key: string]: Json };

/** The calls that an object or a list of objects stands for; nothing unless each of them is a call and no more than that. */
export function callsOf(value: Json): readonly PrintedCall[] | undefined {
  const calls = (isList(value) ? value : [value]).map((each) => callOf(each) ?? callOf(nestedIn(each)));
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined;
}

function callOf(value: Json): PrintedCall | undefined {
  const [tool, ...otherTools] = membersIn(value, toolKeys);
  const [input, ...otherInputs] = membersIn(value, inputKeys);
  if (typeof tool !== 'string' || input === undefined || otherTools.length > 0 || otherInputs.length > 0) return undefined;
  return hasOnly(value, [...toolKeys, ...inputKeys]) ? { tool, input: unwrapped(input) } : undefined;
}

/** `{ "type": "function", "function": { "name": …, "arguments": … } }`, as OpenAI has it. */
function nestedIn(value: Json): Json {
  const [inner = null] = membersIn(value, ['function']);
  return hasOnly(value, ['function']) ? inner : null;
}

const membersIn = (value: Json, keys: readonly string[]): readonly Json[] =>
  isObject(value) ? keys.filter((key) => Object.hasOwn(value, key)).map((key) => value[key] ?? null) : [];

const hasOnly = (value: Json, keys: readonly string[]): boolean =>
  isObject(value) && Object.keys(value).every((key) => keys.includes(key) || otherKeys.has(key));

/** An object that was written as a text, which is how OpenAI writes arguments. */
function unwrapped(input: Json): Json {
  if (typeof input !== 'string') return input;
  const text = input.trim();
  const reading = text.startsWith('{') ? readJson(text, 0) : undefined;
  return reading?.kind === 'whole' && reading.end === text.length ? reading.value : input;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Whether the value is an object, and no list. */
export const isObject = (value: Json): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);
