/** What the calls of a task wrote to files, if the journal contains it: whole contents, and pieces that were replaced. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Entry } from '../../journal/entry.ts';
import type { Write } from '../../tools/changes/task-diffs.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';

export type Writes = {
  add(entry: Entry): void;
  /** By path, in the order in which they were made. */
  readonly byPath: ReadonlyMap<string, readonly Write[]>;
};

const Written = z.object({ path: z.string(), content: z.string() });
const Replaced = z.object({ path: z.string(), old: z.string(), new: z.string() });

/** The limit on a text that is kept; a longer one is only in the file on disk. */
const maxLength = 16 * 1024 * 1024;

export function createWrites(): Writes {
  const underWay = new Map<string, { readonly path: string; readonly write: Write }>();
  const byPath = new Map<string, Write[]>();
  let length = 0;

  return {
    byPath,
    add(entry) {
      if (entry.kind === 'intent' && entry.effect === 'tool') {
        const request = ToolRequest.safeParse(entry.input).data;
        const write = request && writeIn(request);
        if (write) underWay.set(entry.key, write);
      }
      if (entry.kind !== 'outcome') return;
      const made = underWay.get(entry.key);
      underWay.delete(entry.key);
      if (!made || !entry.result.ok || ToolResult.safeParse(entry.result.value).data?.ok !== true) return;
      length += JSON.stringify(made.write).length;
      if (length <= maxLength) byPath.set(made.path, [...(byPath.get(made.path) ?? []), made.write]);
    },
  };
}

function writeIn({ tool, input, cwd }: ToolRequest): { readonly path: string; readonly write: Write } | undefined {
  const found = tool === 'write_file' ? Written.safeParse(input).data : tool === 'edit_file' ? Replaced.safeParse(input).data : undefined;
  if (!found) return undefined;
  const { path, ...write } = found;
  return { path: resolve(cwd, path), write };
}
