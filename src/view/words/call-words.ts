/** A tool call in words: what is being done, and what was done. Pure. */

import { targetIn } from '../../history/story/call-target.ts';
import type { ToolRequest } from '../../tools/tool.ts';

type Verbs = { readonly now: string; readonly done: string; readonly noun: string };

const verbs: Readonly<Record<string, Verbs>> = {
  read_file: { now: 'reads', done: 'read', noun: 'reading files' },
  glob: { now: 'looks for', done: 'looked for', noun: 'looking for files by name' },
  grep: { now: 'searches for', done: 'searched for', noun: 'searching in files' },
  write_file: { now: 'writes', done: 'wrote', noun: 'writing files' },
  edit_file: { now: 'edits', done: 'edited', noun: 'editing files' },
};

/** Tools that only look: several calls in a row are told in one line. */
export const isLooking = (tool: string): boolean => tool === 'read_file' || tool === 'glob' || tool === 'grep';

export const callNow = (request: Call): string => worded(request, 'now');
export const verbDone = (tool: string): string => verbs[tool]?.done ?? tool;

/** A call as a person would say it, once it was made: `read a.txt`, `$ npm test`. */
export const callDone = (tool: string, target: string): string => `${tool === 'shell' ? '$' : verbDone(tool)} ${target}`.trimEnd();

type Call = Pick<ToolRequest, 'tool' | 'input'>;

function worded({ tool, input }: Call, when: 'now' | 'done'): string {
  const target = targetIn(input);
  if (tool === 'shell') return `$ ${target}`;
  return `${verbs[tool]?.[when] ?? tool} ${target}`.trimEnd();
}

/** What a plan must do without, as a person would say it: `reading files`, `sort`, `npm test`. */
export function deedOf(tool: string, target = ''): string {
  if (target !== '') return tool === 'shell' ? `\`${target}\`` : target;
  if (tool === 'shell') return 'running commands';
  return verbs[tool]?.noun ?? tool.replace(/^shell:/, '');
}
