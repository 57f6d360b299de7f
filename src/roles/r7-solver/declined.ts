/** What the person refused or changed during a task, and where a text mentions it. Pure. */
import { posix } from 'node:path';
import type { Declined, SubTaskOutcome, ToolCall } from '../../contracts/execution.ts';

/** What was declined and not done after all, each action once, with only those effects that did not come about. What the person edited is always kept. */
export function declinedIn(outcomes: readonly SubTaskOutcome[]): readonly Declined[] {
  const calls = outcomes.flatMap(({ tool_calls }) => tool_calls);
  const open = calls.flatMap((call, at) => (call.declined ?? []).flatMap((declined) => openPart(declined, call, calls.slice(at)) ?? []));
  return [...new Map(open.map((declined) => [JSON.stringify([declined.action, declined.edited]), declined])).values()];
}

/** `since`: the declined call and those after it. */
function openPart(declined: Declined, asked: ToolCall, since: readonly ToolCall[]): Declined | undefined {
  const effects = declined.effects.filter((effect) => !since.some((call) => broughtAbout(call, effect)));
  if (declined.edited !== undefined) return { ...declined, effects };
  const isDone = since.some((call) => call.ok && isSameCall(call, asked)) || (declined.effects.length > 0 && effects.length === 0);
  return isDone ? undefined : { ...declined, effects };
}

const isSameCall = (one: ToolCall, other: ToolCall): boolean =>
  one.tool === other.tool && JSON.stringify(one.input) === JSON.stringify(other.input);

/** Whether a call made this very change. A file that it moved away was not deleted. */
const broughtAbout = ({ changed = [] }: ToolCall, effect: Declined['effects'][number]): boolean =>
  changed.some(({ path, change }) => path === effect.path && change === effect.change) &&
  !changed.some(({ moved_from }) => moved_from === effect.path);

/** The paths of what was declined that a text mentions. */
export const mentionedIn = (text: string, { effects }: Declined, cwd: string): readonly string[] =>
  effects.flatMap(({ path }) => (mentions(text, path, cwd) ? [path] : []));

/** Whether a text names a path: as a whole, relative to the folder, or by a name with an extension. */
function mentions(text: string, path: string, cwd: string): boolean {
  const folder = cwd.endsWith('/') ? cwd : `${cwd}/`;
  const near = path.startsWith(folder) && path !== folder ? path.slice(folder.length) : path;
  const name = posix.basename(path);
  return [path, near, ...(name.includes('.') ? [name] : [])].some((written) => standsIn(text, written));
}

/** Whether the text has these words, not as a part of a longer name or path. */
function standsIn(text: string, written: string): boolean {
  for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1)) {
    const end = at + written.length;
    if (beginsHere.test(text.slice(Math.max(0, at - 3), at)) && endsHere.test(text.slice(end, end + 2))) return true;
  }
  return false;
}

const beginsHere = /(?:^|[^\p{L}\p{N}_./-])(?:\.\/)?$/u;
const endsHere = /^(?![\p{L}\p{N}_-]|[./][\p{L}\p{N}_-])/u;
