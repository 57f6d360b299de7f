/** The tools on offer (artoo's own are listed in own-tools.ts), and the only way to call them. */
import { inspect } from 'node:util';
import { z } from 'zod';
import { ArtooError } from '../contracts/errors.ts';
import { lazily } from '../contracts/lazily.ts';
import type { OfferedTool } from '../contracts/offered-tool.ts';
import { Json } from '../contracts/shapes/json.ts';
import { explain } from '../contracts/text/explain.ts';
import { type LeftOut, leftOutText } from '../contracts/text/shorten.ts';
import { limitTo } from './running/limit-to.ts';
import { type SteadyFolders, whyMoved } from './steady-folders.ts';
import {
  type CallId,
  type DeclaredEvidence,
  failed,
  type LookUp,
  type Tool,
  type ToolContext,
  type ToolRequest,
  type ToolResult,
} from './tool.ts';

/** Failure contract: nothing rejects; every failure is a result with `ok: false` and a class. */
export type Toolbox = {
  readonly offered: readonly OfferedTool[];
  /** What tools declare about their results; those that declare nothing are not included. */
  readonly evidence: DeclaredEvidence;
  run(request: ToolRequest, call: CallId, signal: AbortSignal, onOutput?: ToolContext['onOutput']): Promise<ToolResult>;
  /** The result of a call whose outcome is unknown. */
  lookUp(request: ToolRequest, call: CallId, signal: AbortSignal): Promise<LookUp>;
  /** What is known about a call without running it; undefined if the tool or the input is unknown. */
  about(name: string, input: Json): AboutCall;
  /** Whether a call whose outcome is unknown may simply be repeated. */
  repeatable(request: ToolRequest): boolean;
  /** The text that replaces the middle of an output that is too long for a model. */
  leftOut(name: string, input: Json, left: LeftOut): string;
};

/**
 * The target is the main part of the input; the programs are those of a shell line; `changes` is true if the call may change what other calls find.
 */
export type AboutCall = { readonly target: string; readonly programs?: readonly string[]; readonly changes: boolean };

const nothingKnown: AboutCall = { target: '', changes: false };

/** The advice for tools without advice of their own. */
const pipeIt = 'pipe it through a filter such as grep, head or wc, or write it to a file and read that in parts';

/** `further` finds tools by name that are not offered from the start; `folders` records where the folders of tasks must lead. */
export function createToolbox(
  tools: readonly Tool[],
  further: (name: string) => Tool | undefined = () => undefined,
  folders?: Pick<SteadyFolders, 'realCwdOf'>,
): Toolbox {
  const own = new Map(tools.map((tool) => [tool.name, tool]));
  const named = (name: string) => own.get(name) ?? further(name);

  async function run(request: ToolRequest, id: CallId, signal: AbortSignal, onOutput?: ToolContext['onOutput']): Promise<ToolResult> {
    const { tool: name, input } = request;
    const tool = named(name);
    if (!tool) {
      return failed('invalid_input', `there is no tool ${JSON.stringify(name.slice(0, 80))}, only ${[...own.keys()].join(', ')}`);
    }
    const realCwd = folders?.realCwdOf(id.task_id, request.cwd);
    const moved = realCwd === undefined ? undefined : whyMoved(request.cwd, realCwd);
    if (moved !== undefined) return failed('failed', `not done: ${moved}`);
    using limited = limitTo(tool.timeoutMs, signal);
    try {
      signal.throwIfAborted();
      const parsed = tool.input.safeParse(input);
      if (!parsed.success) return failed('invalid_input', `its input does not fit: ${explain(parsed.error, input)}`);
      return await tool.run(parsed.data, {
        ...contextOf(request, id, limited.signal),
        ...(realCwd !== undefined && { realCwd }),
        onOutput,
      });
    } catch (thrown) {
      return stopped(limited.signal) ?? failed('failed', messageOf(thrown));
    }
  }

  /** The tool with that name and the parsed input, if the input is valid. */
  function known(name: string, given: Json): { readonly tool: Tool; readonly input: unknown } | undefined {
    const tool = named(name);
    const parsed = tool?.input.safeParse(given);
    return tool && parsed?.success ? { tool, input: parsed.data } : undefined;
  }

  function about(name: string, given: Json): AboutCall {
    const call = known(name, given);
    if (!call) return nothingKnown;
    const { tool, input } = call;
    const programs = tool.programs?.(input);
    return { target: tool.target(input), changes: tool.changes(input), ...(programs ? { programs } : {}) };
  }

  /** A call that no tool accepts has no effect, however often it is made. */
  function repeatable(request: ToolRequest): boolean {
    const call = known(request.tool, request.input);
    return !call || call.tool.repeatable(call.input);
  }

  function leftOut(name: string, given: Json, left: LeftOut): string {
    const call = known(name, given);
    return call?.tool.leftOut?.(left, call.input) ?? `${leftOutText(left)}; ${pipeIt}`;
  }

  /** If the look-up fails, the outcome stays unknown. */
  async function lookUp(request: ToolRequest, id: CallId, signal: AbortSignal): Promise<LookUp> {
    const call = known(request.tool, request.input);
    if (!call?.tool.lookUp) return 'unknown';
    using limited = limitTo(call.tool.timeoutMs, signal);
    try {
      return await call.tool.lookUp(call.input, contextOf(request, id, limited.signal));
    } catch {
      return 'unknown';
    }
  }

  return {
    offered: tools.map(asOffered),
    evidence: new Map(tools.flatMap(({ name, evidence }) => (evidence ? [[name, evidence]] : []))),
    run,
    lookUp,
    about,
    repeatable,
    leftOut,
  };
}

function contextOf(request: ToolRequest, call: CallId, signal: AbortSignal): ToolContext {
  const { cwd, workspace, places, approved, network = false, refused = [], filled } = request;
  return { cwd, workspace, ...(places && { places }), call, approved, network, refused, ...(filled && { filled }), signal };
}

/** The tool as described to models; the schema is made on demand. */
export function asOffered({ name, description, input, needs }: Tool): OfferedTool {
  const schema = lazily(() => {
    const { $schema: _, ...described } = z.toJSONSchema(input, { io: 'input' });
    return Json.parse(described);
  });
  return {
    name,
    description,
    ...(needs ? { needs } : {}),
    get input() {
      return schema();
    },
  };
}

function stopped(signal: AbortSignal): ToolResult | undefined {
  if (!signal.aborted) return undefined;
  const { reason } = signal;
  const late = reason instanceof ArtooError ? reason.code === 'timed_out' : reason instanceof Error && reason.name === 'TimeoutError';
  return failed(late ? 'timeout' : 'failed', `stopped: ${messageOf(reason)}`);
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : inspect(thrown));
