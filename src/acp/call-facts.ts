/** A tool call as an editor lists it. Pure. */
import { resolve } from 'node:path';
import type { ToolCall, ToolKind } from '@agentclientprotocol/sdk';
import { oneLine } from '../contracts/text/shorten.ts';
import { visible } from '../contracts/text/visible.ts';
import { targetIn } from '../history/story/call-target.ts';
import type { ToolRequest } from '../tools/tool.ts';
import { callSaid } from '../view/words/call-words.ts';

const kinds: Readonly<Record<string, ToolKind>> = {
  ...{ read_file: 'read', write_file: 'edit', edit_file: 'edit', glob: 'search', grep: 'search', mdfind: 'search' },
  ...{ search: 'fetch', fetch_url: 'fetch', shell: 'execute', background: 'execute', applescript: 'execute', shortcuts: 'execute' },
};

/** The call's title, its kind, and the file that it is about. */
export function callFacts({ tool, input, cwd }: ToolRequest): Pick<ToolCall, 'title' | 'kind' | 'locations'> {
  const target = targetIn(input);
  const kind = kinds[tool] ?? 'other';
  const isFile = kind === 'read' || kind === 'edit';
  return {
    title: visible(oneLine(callSaid(tool, target, false), 200)),
    kind,
    ...(isFile && { locations: [{ path: resolve(cwd, target) }] }),
  };
}
