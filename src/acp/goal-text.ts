/** An editor's prompt as a goal: its texts, and the paths of attached files. Pure. */
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Result } from '../contracts/result.ts';

/** The goal, or the reason why a part of the prompt cannot be part of a goal. */
export function goalText(prompt: readonly ContentBlock[]): Result<string> {
  let goal = '';
  for (const block of prompt) {
    const part = partOf(block);
    if (part === undefined) return { ok: false, error: `artoo takes text and links to files, not ${block.type}` };
    const isApart =
      goal === '' || part === '' || /\s$/.test(goal) || /^\s/.test(part) || (block.type === 'text' && /^[.,;:!?)]/.test(part));
    goal += isApart ? part : ` ${part}`;
  }
  return goal.trim() === '' ? { ok: false, error: 'a prompt needs a goal' } : { ok: true, value: goal.trim() };
}

function partOf(block: ContentBlock): string | undefined {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource_link') return placeOf(block.uri);
  return block.type === 'resource' ? placeOf(block.resource.uri) : undefined;
}

/** The path of a file, with the lines that were selected in it; any other address stays as it is. */
function placeOf(uri: string): string {
  const [address = '', lines] = uri.split('#');
  if (!address.startsWith('file://')) return uri;
  try {
    return `${fileURLToPath(address)}${lines === undefined ? '' : ` (${lines})`}`;
  } catch {
    return uri;
  }
}
