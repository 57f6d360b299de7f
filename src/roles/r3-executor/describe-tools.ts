/** Where MCP servers offer many tools, a plan may name a tool that the look did not describe. Such a tool is described before the first step. */
import { ArtooError } from '../../contracts/errors.ts';
import type { OfferedTool } from '../../contracts/offered-tool.ts';
import type { SubTask } from '../../contracts/plan.ts';
import type { TaskSettings } from '../../journal/entry.ts';
import { failed, type ToolResult } from '../../tools/tool.ts';
import { delimited } from '../prompting/delimited.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';
import type { Context } from '../role.ts';

/** `missing`: the note to the model about tools that could not be described. */
type Described = { readonly tools: readonly OfferedTool[]; readonly missing?: string };

/** The tools of servers that a sub-task may use and that have no description yet. */
export const undescribedIn = ({ tools, blocked }: SubTask, described: readonly OfferedTool[]): readonly string[] =>
  tools.filter((tool) => tool.startsWith('mcp__') && !blocked.tools.includes(tool) && !described.some(({ name }) => name === tool));

export async function describeTools(
  names: readonly string[],
  { round, index }: SubTask,
  attempt: number,
  { cwd, workspace }: TaskSettings,
  { effects }: Context,
): Promise<Described> {
  const request = { tool: 'find_tool', input: { query: names.join(' ') }, cwd, workspace };
  const result = await effects.tool({ round, subtask: index, attempt, step: 0, call: 1 }, request).catch(inTime);
  const tools = (result.offers ?? []).filter(({ name }) => names.includes(name));
  const missing = names.filter((name) => !tools.some((tool) => tool.name === name));
  if (missing.length === 0) return { tools };
  const said = delimited('result', headAndTail(result.error?.message ?? result.output));
  return { tools, missing: `The plan names ${missing.join(', ')}, which cannot be called now. find_tool returned:\n${said}` };
}

function inTime(error: unknown): ToolResult {
  if (error instanceof ArtooError && error.code === 'timed_out') return failed('timeout', error.message);
  throw error;
}
