/** What can be done with a task, for the help of `artoo team task`. */
import { wrap } from '../../view/wrap.ts';
import type { Flag } from '../flags/flag-table.ts';

export const taskVerbs = {
  add: ['<task> "what"', 'adds a task; agents can claim it once it has all that a planned task needs'],
  show: ['<task>', 'shows everything that the board says about it'],
  block: ['<task> "why"', 'stops it until it is unblocked'],
  unblock: ['<task> "what changed"', 'lets agents try it again'],
  release: ['<task>', 'takes it from the agent that holds it, once the lease has expired, or with --force'],
  abandon: ['<task> "why"', 'drops it for good'],
} as const satisfies Readonly<Record<string, readonly [takes: string, does: string]>>;

export const taskVerbFlags: readonly Flag[] = [
  { name: 'done', value: '<line>', many: true, help: 'add: what can be observed when it is done; repeatable' },
  { name: 'scope', value: '<text>', help: 'add: what is in scope and what is not, as IN: … OUT: … (default: IN: the description)' },
  { name: 'spec', value: '<file>', help: 'add: the spec it follows (default: specs/vision.md)' },
  { name: 'after', value: '<task>', many: true, help: 'add: a task that must be merged first; repeatable' },
  { name: 'priority', value: '<number>', help: 'add: 1 is first (default: 1)' },
  { name: 'kind', value: '<kind>', words: ['code', 'docs', 'config', 'spec'], help: 'add: code, docs, config or spec (default: code)' },
  { name: 'draft', help: 'add: only a draft, which artoo team plan shows for approval' },
  { name: 'question', value: '<text>', many: true, help: 'block: a question that must be answered first; up to three' },
  { name: 'role', value: '<role>', words: ['reviewer', 'coder', 'both'], help: 'release: whose claim (default: both)' },
  { name: 'force', help: 'release: even if the lease has not expired' },
];

/** One line per action. */
export const taskVerbsText = (): string =>
  Object.entries(taskVerbs)
    .flatMap(([verb, [takes, does]]) => wrap(`  ${`${verb} ${takes}`.padEnd(32)}${does}`, 80, 34))
    .join('\n');
