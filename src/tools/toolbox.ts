/** The tools there are, and the one way to call them. */
import { inspect } from 'node:util';
import { z } from 'zod';
import { ArtooError } from '../contracts/errors.ts';
import { Json } from '../contracts/json.ts';
import { type CallId, failed, type LookUp, type Tool, type ToolContext, type ToolRequest, type ToolResult } from './tool.ts';

/** A tool as a model is told about it. */
export type OfferedTool = { readonly name: string; readonly description: string; readonly input: Json };

/** Failure contract: nothing rejects; whatever goes wrong is a result with `ok: false` and a class. */
export type Toolbox = {
  readonly offered: readonly OfferedTool[];
  run(request: ToolRequest, call: CallId, signal: AbortSignal): Promise<ToolResult>;
  /** What came of a call whose outcome nobody knows. */
  lookUp(request: ToolRequest, call: CallId, signal: AbortSignal): Promise<LookUp>;
  /** What can be told of a call without making it; nothing where its tool or input is not known. */
  about(name: string, input: Json): AboutCall;
  /** Whether a call whose outcome is not known may simply be made again. */
  repeatable(request: ToolRequest): boolean;
};

/** Its target is the main part of its input, its programs those of a shell line; `changes` when it may change what other calls find. */
export type AboutCall = { readonly target: string; readonly programs?: readonly string[]; readonly changes: boolean };

const nothingKnown: AboutCall = { target: '', changes: false };

export function createToolbox(tools: readonly Tool[]): Toolbox {
  const named = new Map(tools.map((tool) => [tool.name, tool]));

  async function call(
    { tool: name, input }: ToolRequest,
    signal: AbortSignal,
    act: (tool: Tool, input: unknown, signal: AbortSignal) => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const tool = named.get(name);
    if (!tool) {
      return failed('invalid_input', `there is no tool ${JSON.stringify(name.slice(0, 80))}, only ${[...named.keys()].join(', ')}`);
    }
    using time = limitTo(tool.timeoutMs, signal);
    const limited = time.signal;
    try {
      signal.throwIfAborted();
      const parsed = tool.input.safeParse(input);
      if (!parsed.success) return failed('invalid_input', z.prettifyError(parsed.error));
      return await act(tool, parsed.data, limited);
    } catch (thrown) {
      return stopped(limited) ?? failed('failed', told(thrown));
    }
  }

  function about(name: string, input: Json): AboutCall {
    const tool = named.get(name);
    const parsed = tool?.input.safeParse(input);
    if (!tool || !parsed?.success) return nothingKnown;
    const programs = tool.programs?.(parsed.data);
    return { target: tool.target(parsed.data), changes: tool.changes(parsed.data), ...(programs ? { programs } : {}) };
  }

  /** What cannot be called at all does nothing, however often. */
  function repeatable(request: ToolRequest): boolean {
    const tool = named.get(request.tool);
    const parsed = tool?.input.safeParse(request.input);
    return !tool || !parsed?.success || tool.repeatable(parsed.data);
  }

  /** Only a clean answer is one: what cannot be found out is unknown. */
  async function lookUp(request: ToolRequest, id: CallId, signal: AbortSignal): Promise<LookUp> {
    const tool = named.get(request.tool);
    const parsed = tool?.input.safeParse(request.input);
    if (!tool?.lookUp || !parsed?.success) return 'unknown';
    using limited = limitTo(tool.timeoutMs, signal);
    try {
      return await tool.lookUp(parsed.data, contextOf(request, id, limited.signal));
    } catch {
      return 'unknown';
    }
  }

  return {
    offered: tools.map(offer),
    run: (request, id, signal) => call(request, signal, (tool, input, limited) => tool.run(input, contextOf(request, id, limited))),
    lookUp,
    about,
    repeatable,
  };
}

const contextOf = (
  { cwd, workspace, approved, network = false, refused = [] }: ToolRequest,
  call: CallId,
  signal: AbortSignal,
): ToolContext => ({
  cwd,
  workspace,
  call,
  approved,
  network,
  refused,
  signal,
});

function offer({ name, description, input }: Tool): OfferedTool {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return { name, description, input: Json.parse(schema) };
}

/** Fires with the signal, or when the time is up. `AbortSignal.any` would do it too, at ten times the cost. */
function limitTo(ms: number, signal: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const limited = new AbortController();
  const stop = () => limited.abort(signal.reason);
  const late = () => limited.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const timer = setTimeout(late, ms).unref();
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  return {
    signal: limited.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

function stopped(signal: AbortSignal): ToolResult | undefined {
  if (!signal.aborted) return undefined;
  const { reason } = signal;
  const late = reason instanceof ArtooError ? reason.code === 'timed_out' : reason instanceof Error && reason.name === 'TimeoutError';
  return failed(late ? 'timeout' : 'failed', `stopped: ${told(reason)}`);
}

const told = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : inspect(thrown));
