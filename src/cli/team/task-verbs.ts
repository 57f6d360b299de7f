/** What can be done with a task, for the help of `artoo team task`. */
import { wrap } from '../../view/wrap.ts';
import type { Flag } from '../flags/flag-table.ts';

export const taskVerbs = {
  add: ['<task> "what"', 'a new task, free to be claimed once it has what a planned task needs'],
  show: ['<task>', 'all that the board says about it'],
  block: ['<task> "why"', 'stops it, until someone unblocks it'],
  unblock: ['<task> "what changed"', 'it can be tried again'],
  release: ['<task>', 'takes it away from the agent that holds it, once the lease is over, or with --force'],
  abandon: ['<task> "why"', 'gives it up'],
} as const satisfies Readonly<Record<string, readonly [takes: string, does: string]>>;

export const taskVerbFlags: readonly Flag[] = [
  { name: 'done', value: '<line>', many: true, help: 'add: what can be seen when it is done; repeatable' },
  { name: 'scope', value: '<text>', help: 'add: what is IN, and what is OUT (IN: what it is about)' },
  { name: 'spec', value: '<file>', help: 'add: the spec it follows (specs/vision.md)' },
  { name: 'after', value: '<task>', many: true, help: 'add: what must be merged before; repeatable' },
  { name: 'priority', value: '<number>', help: 'add: 1 is first (1)' },
  { name: 'kind', value: '<kind>', words: ['code', 'docs', 'config', 'spec'], help: 'add: code, docs, config or spec (code)' },
  { name: 'draft', help: 'add: only a draft, which artoo team plan shows for approval' },
  { name: 'question', value: '<text>', many: true, help: 'block: what would have to be answered; up to three' },
  { name: 'role', value: '<role>', words: ['reviewer', 'coder', 'both'], help: 'release: whose claim (both)' },
  { name: 'force', help: 'release: although the lease is not over' },
];

/** Each verb in a line of its own. */
export const taskVerbsText = (): string =>
  Object.entries(taskVerbs)
    .flatMap(([verb, [takes, does]]) => wrap(`  ${`${verb} ${takes}`.padEnd(32)}${does}`, 80, 34))
    .join('\n');
