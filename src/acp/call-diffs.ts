/** What a tool call changes in files, as the editor shows it: a pair of texts for each changed place. Pure. */
import { resolve } from 'node:path';
import type { Diff } from '@agentclientprotocol/sdk';
import type { FileEffect } from '../contracts/control.ts';
import type { Json } from '../contracts/shapes/json.ts';
import type { ToolRequest } from '../tools/tool.ts';

/** The limits of what an editor gets: the size of one file, and the number of changed places. */
const [maxLength, maxPlaces] = [256 * 1024, 100] as const;

/** One pair for each hunk of each effect that has a diff. */
export const effectDiffs = (effects: readonly FileEffect[]): readonly Diff[] =>
  effects.flatMap(({ path, change, diff }) => (diff === undefined ? [] : hunkDiffs(path, diff, change === 'created'))).slice(0, maxPlaces);

/** What a call has written, as far as its own input shows: the text of a new file, or the piece that was replaced. */
export function writtenDiffs(
  { tool, input, cwd }: Pick<ToolRequest, 'tool' | 'input' | 'cwd'>,
  changed: readonly FileEffect[],
): readonly Diff[] {
  const path = resolve(cwd, textAt(input, 'path') ?? '');
  const change = changed.find((effect) => effect.path === path)?.change;
  const [oldText, newText] =
    tool === 'edit_file' && change === 'changed'
      ? [textAt(input, 'old'), textAt(input, 'new')]
      : tool === 'write_file' && change === 'created'
        ? [null, textAt(input, 'content')]
        : []; // what it replaced is not in the call
  if (oldText === undefined || newText === undefined || newText.length > maxLength) return [];
  return [{ path, oldText, newText }];
}

function textAt(input: Json, name: string): string | undefined {
  const fields = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : []);
  const value = fields.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** The hunks of a diff as `textDiff` writes it. The line that says how much was left out is kept on both sides. */
function hunkDiffs(path: string, diff: string, isNew: boolean): readonly Diff[] {
  return diff.split(/^@@ .*@@$\n?/m).flatMap((hunk) => {
    if (hunk === '') return [];
    const lines = hunk
      .replace(/\n$/, '')
      .split('\n')
      .filter((line) => !line.startsWith('\\'));
    const side = (other: '+' | '-') =>
      lines
        .filter((line) => !line.startsWith(other))
        .map((line) => (line.startsWith('…') ? line : line.slice(1)))
        .join('\n');
    return [{ path, oldText: isNew ? null : side('+'), newText: side('-') }];
  });
}
