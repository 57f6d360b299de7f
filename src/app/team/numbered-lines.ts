/**
 * read_file for reviewers: with the number of each line in front of it, because their comments refer to lines. Agents that edit files get it without
 * numbers, which would end up in the files.
 */
import { z } from 'zod';
import type { OwnTool } from '../../tools/complete-tool.ts';
import type { Tool } from '../../tools/tool.ts';

const Input = z.looseObject({ from: z.int().min(1).default(1) });

export const numberingLines = (tool: Tool): OwnTool => ({
  ...tool,
  description: `${tool.description} Each line begins with its number and a tab, which are not part of the file.`,
  async run(given, context) {
    const result = await tool.run(given, context);
    return result.ok ? { ...result, output: numbered(result.output, Input.parse(given).from) } : result;
  },
});

/** The last line of a cut text says how to continue reading, and is not a line of the file. */
export function numbered(text: string, from: number): string {
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines
    .map((line, at) => (at === last && (line === '' || line.startsWith('… the file has ')) ? line : `${from + at}\t${line}`))
    .join('\n');
}
