/**
 * The outputs of a task's earlier calls, as they were recorded: so that they can be read again once they are no longer in the conversation. Nothing
 * is run.
 */
import { z } from 'zod';
import type { ToolCall } from '../../contracts/execution.ts';
import type { OfferedTool } from '../../contracts/offered-tool.ts';
import { Json } from '../../contracts/shapes/json.ts';
import { explain } from '../../contracts/text/explain.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { shownOutput } from '../prompting/shown-output.ts';

const line = z.int().min(1);
const Input = z.object({
  call: z.string().describe('The id shown in place of the output.'),
  from: line.optional().describe('The first line to read, counted from 1.'),
  to: line.optional().describe('The last line to read.'),
});
const { $schema: _, ...schema } = z.toJSONSchema(Input, { io: 'input' });

/** Offered as soon as an output has been replaced. */
export const readOutput: OfferedTool = {
  name: 'read_output',
  description:
    'Read again what an earlier call returned, all of it or from one line to another. It runs nothing: for the current state, make the call again.',
  input: Json.parse(schema),
};

/** The limit on kept outputs in a task, in characters; the oldest are dropped first. */
const maxKept = 16 * 1024 * 1024;

export class Outputs {
  readonly #kept = new Map<string, string>();
  #length = 0;

  /** Keeps the whole output of a call under its id. */
  keep(call_id: string, text: string): void {
    this.#kept.set(call_id, text);
    this.#length += text.length;
    for (const [oldest, old] of this.#kept) {
      if (this.#length <= maxKept || oldest === call_id) break;
      this.#kept.delete(oldest);
      this.#length -= old.length;
    }
  }

  /** The full length of an output. */
  lengthOf(call_id: string): number {
    return this.#kept.get(call_id)?.length ?? 0;
  }

  /** The result of a `read_output` call. */
  read(input: Json): string {
    const asked = Input.safeParse(input);
    if (!asked.success) return `not read: ${oneLine(explain(asked.error), 300)}`;
    const { call, from = 1, to = Number.POSITIVE_INFINITY } = asked.data;
    const text = this.#kept.get(call);
    if (text === undefined) return `there is no output of a call ${JSON.stringify(oneLine(call, 80))}, or it is no longer kept`;
    const lines =
      from === 1 && to === Number.POSITIVE_INFINITY
        ? text
        : text
            .split(/(?<=\n)/)
            .slice(from - 1, to)
            .join('');
    if (lines === '' && text !== '') return `that output has no line ${from}`;
    return shownOutput(
      lines,
      (left) => `lines ${left.from + from - 1} to ${left.to + from - 1} left out; ${readOutput.name} with from and to reads them`,
    );
  }
}

type Referred = Pick<ToolCall, 'call_id' | 'tool' | 'target' | 'exit_code' | 'error_class'>;

/** The line that replaces an output. */
export function referenceTo({ call_id, tool, target, exit_code, error_class }: Referred, length: number): string {
  const ended = exit_code === undefined ? '' : `, exit code ${exit_code}`;
  const failed = error_class === undefined ? '' : `, failed (${error_class})`;
  const what = `${tool} ${oneLine(target, 160)}`.trim();
  return `[${what}: ${length.toLocaleString('en')} characters${ended}${failed}, too long to show here; ${readOutput.name} with call: ${JSON.stringify(call_id)} reads them]`;
}

/** The line that replaces an output that was read again. */
export function referenceToReading(input: Json, length: number): string {
  const { call = '', from, to } = Input.safeParse(input).data ?? {};
  const lines = from === undefined && to === undefined ? '' : `, lines ${from ?? 1} to ${to ?? 'the last'}`;
  return referenceTo({ call_id: call, tool: readOutput.name, target: `${call}${lines}` }, length);
}
