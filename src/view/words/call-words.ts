/** A tool call in words: what is being done, and what was done. Pure. */

import { targetIn } from '../../history/story/call-target.ts';
import type { ToolRequest, ToolResult } from '../../tools/tool.ts';

type Verbs = { readonly now: string; readonly done: string; readonly noun: string };

const verbs: Readonly<Record<string, Verbs>> = {
  read_file: { now: 'reads', done: 'read', noun: 'reading files' },
  glob: { now: 'looks for', done: 'looked for', noun: 'looking for files by name' },
  grep: { now: 'searches for', done: 'searched for', noun: 'searching in files' },
  write_file: { now: 'writes', done: 'wrote', noun: 'writing files' },
  background: { now: 'checks on', done: 'checked on', noun: 'checking on background processes' },
  edit_file: { now: 'edits', done: 'edited', noun: 'editing files' },
  mdfind: { now: 'looks for', done: 'looked for', noun: 'looking for files in the home folder' },
  search: { now: 'searches the web for', done: 'searched the web for', noun: 'searching the web' },
  fetch_url: { now: 'fetches', done: 'fetched', noun: 'fetching pages' },
  applescript: { now: 'runs the script', done: 'ran the script', noun: 'running scripts' },
  shortcuts: { now: 'runs the shortcut', done: 'ran the shortcut', noun: 'running shortcuts' },
};

/** Tools that only look: several calls in a row share one line. */
export const isLooking = (tool: string): boolean => looking.has(tool);

const looking: ReadonlySet<string> = new Set(['read_file', 'glob', 'grep', 'mdfind', 'search', 'fetch_url']);

export const callNow = ({ tool, input }: Call): string => callSaid(tool, targetIn(input), false);
/** "runs in the background (port 5173)" */
export const runsInBackground = ({ ports }: NonNullable<ToolResult['background']>): string =>
  `runs in the background${ports.length === 0 ? '' : ` (port${ports.length === 1 ? '' : 's'} ${ports.join(', ')})`}`;

export const verbDone = (tool: string): string => verbs[tool]?.done ?? serverTool(tool);

/** A tool of an MCP server is named as in the question about it: `notes/search`. */
const serverTool = (tool: string): string => tool.replace(/^mcp__([a-z0-9-]+)__(?=[\w-]+$)/, '$1/');

/** A call as a person would say it: `read a.txt` once done, `reads a.txt` otherwise, `$ npm test`. */
export function callSaid(tool: string, target: string, isDone: boolean): string {
  if (tool === 'shell') return `$ ${target}`;
  const what = tool === 'background' && target === '' ? 'what runs in the background' : target;
  return `${verbs[tool]?.[isDone ? 'done' : 'now'] ?? serverTool(tool)} ${what}`.trimEnd();
}

type Call = Pick<ToolRequest, 'tool' | 'input'>;

/** What a plan must do without, as a person would say it: `reading files`, `sort`, `npm test`. */
export function actionPhrase(tool: string, target = ''): string {
  if (target !== '') return tool === 'shell' ? `\`${target}\`` : target;
  if (tool === 'shell') return 'running commands';
  return verbs[tool]?.noun ?? serverTool(tool.replace(/^shell:/, ''));
}
