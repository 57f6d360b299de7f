/** Completes a tool provided by a program, with safe assumptions for everything that the program does not declare. */
import { clip } from '../contracts/text/shorten.ts';
import { succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

type Declared = 'name' | 'description' | 'input';

/** What a program must declare about its tool; everything else is optional. If `run` returns a text, the call succeeded with that output; if it throws, the call failed with that error. */
export type OwnTool<Input = unknown> = Pick<Tool<Input>, Declared> &
  Partial<Omit<Tool<Input>, Declared | 'run'>> & {
    run(input: Input, context: ToolContext): Promise<ToolResult | string>;
  };

const defaultTimeoutMs = 60_000;

/** Assumes that a call changes something and must not be repeated and, as for every tool without declared evidence, that it may have read anything. */
export function completeTool(own: OwnTool): Tool {
  const { name, description, input, timeoutMs = defaultTimeoutMs, evidence, needs } = own;
  return {
    ...{ name, description, input, timeoutMs },
    target: (given) => own.target?.(given) ?? targetOf(given),
    changes: (given) => own.changes?.(given) ?? true,
    repeatable: (given) => own.repeatable?.(given) ?? false,
    ...(evidence && { evidence }),
    ...(needs && { needs }),
    ...(own.programs && { programs: (given: unknown) => own.programs?.(given) ?? [] }),
    ...(own.leftOut && { leftOut: own.leftOut.bind(own) }),
    ...(own.lookUp && { lookUp: own.lookUp.bind(own) }),
    async run(given, context) {
      const result = await own.run(given, context);
      return typeof result === 'string' ? succeeded(result) : result;
    },
  };
}

const maxTarget = 300;

/** The only text in an input; the whole input if it contains no text, or several. */
function targetOf(input: unknown): string {
  if (typeof input === 'string') return input;
  const texts = typeof input === 'object' && input !== null ? Object.values(input).filter((value) => typeof value === 'string') : [];
  const [only] = texts;
  return only !== undefined && texts.length === 1 ? only : clip(JSON.stringify(input) ?? '', maxTarget);
}
