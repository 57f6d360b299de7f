/** Realistic work, for the tables of what counts as evidence and what does not. */
import type { ToolCall } from '../../src/contracts/execution.ts';
import type { Work } from '../../src/roles/judging/evidence/work.ts';
import { declared } from './declared.ts';

export const cwd = '/home/me/app';

export type Deed = Omit<ToolCall, 'call_id'>;

/** The calls with their ids, as `$1`, `$2` … name them. */
const idOf = (number: number): string => `1.1.1/R3/${number}.1`;

export const shell = (command: string, output_head_tail = '', exit_code = 0, more: Partial<Deed> = {}): Deed => ({
  tool: 'shell',
  input: { command },
  target: command,
  ok: exit_code === 0,
  exit_code,
  output_head_tail,
  ...more,
});

/** A call that looks at what earlier calls started. */
export const background = (started: string, output_head_tail: string): Deed => ({
  tool: 'background',
  input: {},
  target: '',
  started,
  ok: true,
  output_head_tail,
});

export const read = (path: string, output_head_tail: string): Deed => ({
  tool: 'read_file',
  input: { path },
  target: path,
  ok: true,
  output_head_tail,
});

export const glob = (pattern: string, output_head_tail: string, root?: string): Deed => ({
  tool: 'glob',
  input: { pattern, ...(root === undefined ? {} : { root }) },
  target: pattern,
  ok: true,
  output_head_tail,
});

export const homeSearch = (query: string, output_head_tail: string): Deed => ({
  tool: 'mdfind',
  input: { query },
  target: query,
  ok: true,
  output_head_tail,
});

export const page = (url: string, output_head_tail: string): Deed => ({
  tool: 'fetch_url',
  input: { url },
  target: url,
  ok: true,
  output_head_tail,
});

export const write = (path: string, content: string, change: 'created' | 'changed' = 'created'): Deed => ({
  tool: 'write_file',
  input: { path, content },
  target: path,
  ok: true,
  output_head_tail: `wrote ${content.length} bytes to ${path}`,
  changed: [{ path: `${cwd}/${path}`, change }],
});

export const edit = (path: string, before: string, after: string): Deed => ({
  tool: 'edit_file',
  input: { path, old: before, new: after },
  target: path,
  ok: true,
  output_head_tail: `changed ${path}`,
  changed: [{ path: `${cwd}/${path}`, change: 'changed' }],
});

export const changing = (path: string, change: 'created' | 'changed' | 'deleted' = 'changed') => ({
  changed: [{ path: `${cwd}/${path}`, change }],
});

/** The work that consists of these calls. */
export const workOf = (deeds: readonly Deed[], more: Partial<Work> = {}): Work => ({
  calls: declared(...deeds.map((deed, at) => ({ ...deed, call_id: idOf(at + 1) }))),
  cwd,
  said: '',
  given: [],
  answer: '',
  inFiles: new Map(),
  ...more,
});

/** The citations, with the ids of the calls in place of `$1`, `$2` … */
export const citing = (text: string): string => text.replaceAll(/\$(\d+)/g, (_, number) => idOf(Number(number)));
