/** Tool calls written as JSON objects, under the keys that models were trained on. */
import type { Json } from '../../contracts/shapes/json.ts';
import { readJson } from './lenient-json.ts';

/** A call as printed: any tool, any input. */
export type PrintedCall = { readonly tool: string; readonly input: Json };

const toolKeys = ['name', 'tool', 'function', 'action'];
const inputKeys = ['arguments', 'args', 'input', 'parameters', 'action_input'];
/** Other keys that a call may have. An object with any further key may be something else, such as the description of a tool. */
const otherKeys: ReadonlySet<string> = new Set(['id', 'type', 'call_id', 'tool_call_id', 'index', 'thought', 'thoughts']);

/** The calls in an object or a list of objects; undefined unless every object is a call and nothing else. */
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

/** OpenAI's form: `{ "type": "function", "function": { "name": …, "arguments": … } }`. */
function nestedIn(value: Json): Json {
  const [inner = null] = membersIn(value, ['function']);
  return hasOnly(value, ['function']) ? inner : null;
}

const membersIn = (value: Json, keys: readonly string[]): readonly Json[] =>
  isObject(value) ? keys.filter((key) => Object.hasOwn(value, key)).map((key) => value[key] ?? null) : [];

const hasOnly = (value: Json, keys: readonly string[]): boolean =>
  isObject(value) && Object.keys(value).every((key) => keys.includes(key) || otherKeys.has(key));

/** Parses an object that was written as a string, as OpenAI writes arguments. */
function unwrapped(input: Json): Json {
  if (typeof input !== 'string') return input;
  const text = input.trim();
  const reading = text.startsWith('{') ? readJson(text, 0) : undefined;
  return reading?.kind === 'whole' && reading.end === text.length ? reading.value : input;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Whether the value is an object rather than a list. */
export const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
