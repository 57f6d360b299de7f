/** The tools there are, and the one way to call them. */
import { inspect } from 'node:util';
import { z } from 'zod';
import { ArtooError } from '../contracts/errors.ts';
import { Json } from '../contracts/json.ts';
import { failed, type LookUp, type Tool, type ToolRequest, type ToolResult } from './tool.ts';

/** A tool as a model is told about it. */
export type OfferedTool = { readonly name: string; readonly description: string; readonly input: Json };

/** Failure contract: nothing rejects; whatever goes wrong is a result with `ok: false` and a class. */
export type Toolbox = {
  get(name: string): Tool | undefined;
  readonly offered: readonly OfferedTool[];
  run(request: ToolRequest, signal: AbortSignal): Promise<ToolResult>;
  /** What came of a call whose outcome nobody knows. */
  lookUp(request: ToolRequest, signal: AbortSignal): Promise<LookUp>;
  /** What a call is about: the main part of its input, or nothing when it cannot be told. */
  targetOf(name: string, input: Json): string;
};

export function createToolbox(tools: readonly Tool[]): Toolbox {
  const named = new Map(tools.map((tool) => [tool.name, tool]));

  async function call<R>(
    { tool: name, input }: ToolRequest,
    signal: AbortSignal,
    act: (tool: Tool, input: unknown) => Promise<R>,
  ): Promise<R | ToolResult> {
    const tool = named.get(name);
    if (!tool) {
      return failed('invalid_input', `there is no tool ${JSON.stringify(name.slice(0, 80))}, only ${[...named.keys()].join(', ')}`);
    }
    try {
      signal.throwIfAborted();
      const parsed = tool.input.safeParse(input);
      if (!parsed.success) return failed('invalid_input', z.prettifyError(parsed.error));
      return await act(tool, parsed.data);
    } catch (thrown) {
      return stopped(signal) ?? failed('failed', told(thrown));
    }
  }

  function targetOf(name: string, input: Json): string {
    const tool = named.get(name);
    const parsed = tool?.input.safeParse(input);
    return tool && parsed?.success ? tool.target(parsed.data) : '';
  }

  return {
    get: (name) => named.get(name),
    offered: tools.map(offer),
    run: (request, signal) => call(request, signal, (tool, input) => tool.run(input, contextOf(request, signal))),
    lookUp: (request, signal) =>
      call<LookUp>(request, signal, async (tool, input) => tool.lookUp?.(input, contextOf(request, signal)) ?? 'unknown'),
    targetOf,
  };
}

const contextOf = ({ cwd, workspace }: ToolRequest, signal: AbortSignal) => ({ cwd, workspace, signal });

function offer({ name, description, input }: Tool): OfferedTool {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return { name, description, input: Json.parse(schema) };
}

function stopped(signal: AbortSignal): ToolResult | undefined {
  if (!signal.aborted) return undefined;
  const { reason } = signal;
  const late = reason instanceof ArtooError ? reason.code === 'timed_out' : reason instanceof Error && reason.name === 'TimeoutError';
  return failed(late ? 'timeout' : 'failed', `stopped: ${told(reason)}`);
}

const told = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : inspect(thrown));
