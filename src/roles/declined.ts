/** What the person refused or changed during a task, and where a text mentions it. Pure. */
import { posix } from 'node:path';
import type { Declined, SubTaskOutcome, ToolCall } from '../contracts/execution.ts';
import { type RefusedPart, refusedPart } from '../contracts/refused-part.ts';

/** What was declined and not done after all, each action once, with only those effects that did not come about. What the person edited is always kept. */
export function declinedIn(calls: readonly ToolCall[]): readonly Declined[] {
  const open = calls.flatMap((call, at) => (call.declined ?? []).flatMap((declined) => openPart(declined, call, calls.slice(at)) ?? []));
  return [...new Map(open.map((declined) => [JSON.stringify([declined.action, declined.edited]), declined])).values()];
}

/** An action that was refused, and the paths that are therefore as they were: nothing else was done to them either. */
export type Kept = Pick<Declined, 'action' | 'effects'>;

export function keptIn(calls: readonly ToolCall[]): readonly Kept[] {
  const touched = new Set(calls.flatMap(({ changed = [] }) => changed.flatMap(({ path, moved_from }) => [path, moved_from])));
  return declinedIn(calls)
    .filter(({ edited }) => edited === undefined)
    .map(({ action, effects }) => ({ action, effects: effects.filter(({ path }) => !touched.has(path)) }));
}

/** How much of each sub-task was left undone by a refusal. What another sub-task did to the same path instead counts, too. */
export function refusedPartOf(
  outcomes: readonly Pick<SubTaskOutcome, 'tool_calls'>[],
): (outcome: Pick<SubTaskOutcome, 'tool_calls'>) => RefusedPart {
  const calls = outcomes.flatMap(({ tool_calls }) => tool_calls);
  const changed = calls.flatMap((call) => call.changed ?? []);
  const left = declinedIn(calls).filter((each) => refusedPart({ declined: [each], changed }) !== 'none');
  const open = new Set(left.map(({ action }) => action));
  return ({ tool_calls }) => {
    const declined = tool_calls.flatMap((call) => call.declined ?? []).filter(({ action }) => open.has(action));
    return declined.length === 0 ? 'none' : refusedPart({ declined, changed: tool_calls.flatMap((call) => call.changed ?? []) });
  };
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
export const mentionedIn = (text: string, { effects }: Pick<Declined, 'effects'>, cwd: string): readonly string[] =>
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
