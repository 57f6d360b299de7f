/** Checks the tools that a program brings before they are offered to a model. */
import { z } from 'zod';
import { readOutput } from '../../roles/r3-executor/read-output.ts';
import { reportInfeasible } from '../../roles/report-infeasible.ts';
import type { OwnTool } from '../../tools/complete-tool.ts';
import type { Tool } from '../../tools/tool.ts';
import { type Check, isRecord, kindOf, listOf, mustBe, passed, usage, withMethods } from '../checks.ts';

/** The longest wait that a timer can have. */
const maxTimeoutMs = 2 ** 31 - 1;

/** Tools that the executor always has. */
const taken: readonly string[] = [reportInfeasible.name, readOutput.name];

const parts: Readonly<Record<string, Check>> = {
  name: mustBe(`1 to 64 letters, digits, _ or -, and not ${taken.join(' or ')}`, (value) => {
    return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) && !taken.includes(value);
  }),
  description: mustBe('a line that tells the model what the tool is for', (value) => typeof value === 'string' && value.trim() !== ''),
  input(value, name) {
    if (!isRecord(value) || !('_zod' in value)) return `${name} must be a zod schema, not ${kindOf(value)}`;
    try {
      z.toJSONSchema(value as unknown as z.ZodType, { io: 'input' }); // every schema of zod 4 has this mark
      return undefined;
    } catch (error) {
      return `${name} must be a zod schema that JSON Schema can express: ${error instanceof Error ? error.message : error}`;
    }
  },
  timeoutMs: mustBe(`a number of milliseconds from 1 to ${maxTimeoutMs}`, (value) => {
    return value === undefined || (typeof value === 'number' && value >= 1 && value <= maxTimeoutMs);
  }),
};

const methods = withMethods('an object with the function run', ['run']);
const optional = ['target', 'changes', 'repeatable', 'programs', 'leftOut', 'lookUp'] as const;

const tool: Check = (value, name) => {
  const fault = methods(value, name);
  if (fault !== undefined || !isRecord(value)) return fault;
  const wrong = optional.find((part) => value[part] !== undefined && typeof value[part] !== 'function');
  if (wrong !== undefined) return `${name}.${wrong} must be a function, not ${kindOf(value[wrong])}`;
  return Object.entries(parts)
    .map(([part, test]) => test(value[part], `${name}.${part}`))
    .find((found) => found !== undefined);
};

const listed = listOf("a list of tools, or a function that takes artoo's tools and returns a list of tools", tool);

/** A list of tools with different names. */
export const toolList: Check = (value, name) => {
  const fault = listed(value, name);
  if (fault !== undefined || !Array.isArray(value)) return fault;
  const names: readonly unknown[] = value.map((each) => each.name);
  const twice = names.find((each, at) => names.indexOf(each) < at);
  return twice === undefined
    ? undefined
    : `${name} has two tools called ${twice}; a model could not tell them apart: give each its own name`;
};

/** The tools that a program's function selects from artoo's. Throws `usage`. */
export function chosenTools(choose: (own: readonly Tool[]) => readonly OwnTool[], own: readonly Tool[]): readonly OwnTool[] {
  let chosen: readonly OwnTool[];
  try {
    chosen = choose(own);
  } catch (error) {
    throw usage(`the function tools threw: ${error instanceof Error ? error.message : error}`, error);
  }
  if (!Array.isArray(chosen)) throw usage(`the function tools must return a list of tools, not ${kindOf(chosen)}`);
  return passed(chosen, toolList, 'tools');
}
