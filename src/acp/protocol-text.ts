/** Text in the shapes of the protocol. Output is shown as Markdown that cannot turn into anything else. Pure. */
import type { Diff, SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import { headAndTail } from '../contracts/text/shorten.ts';
import { visibleLines } from '../contracts/text/visible.ts';

const chunk = (text: string) => ({ content: { type: 'text', text } }) as const;
/** A message from the agent. */
export const fromAgent = (text: string): SessionUpdate => ({ sessionUpdate: 'agent_message_chunk', ...chunk(text) });
/** A message from the person. */
export const fromPerson = (text: string): SessionUpdate => ({ sessionUpdate: 'user_message_chunk', ...chunk(text) });
/** A message from the agent while it works; editors fold it. */
export const thought = (text: string): SessionUpdate => ({ sessionUpdate: 'agent_thought_chunk', ...chunk(text) });

/** A diff below a call. */
export const asContent = (diff: Diff): ToolCallContent => ({ type: 'diff', ...diff });
/** Markdown below a call. */
export const text = (said: string): ToolCallContent => ({ type: 'content', content: { type: 'text', text: said } });

/** How much of an output is shown: its beginning and its end. */
const maxShown = 8_192;

/** Text as Markdown that stays plain text, whatever it contains. */
export function fenced(output: string): string {
  const shown = visibleLines(headAndTail(output.trimEnd(), maxShown)).join('\n');
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${shown}\n${fence}`;
}
