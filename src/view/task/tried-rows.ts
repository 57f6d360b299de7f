/** A command that was tried: in a list as two short rows, like a task; alone in full. Pure. */
import { shortId } from '../../contracts/text/short-ids.ts';
import { clip, oneLine } from '../../contracts/text/shorten.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import type { TriedCommand } from '../../history/tried/tried-record.ts';
import { nearPath } from '../near-paths.ts';
import { counted } from '../pages.ts';
import { ago } from '../spans.ts';

/** Both rows fit into `width` columns if that is at least 80. */
export function triedRows(tried: TriedCommand, now: number, width = 80): readonly string[] {
  const id = `  ${shortId(tried.id)}  `;
  const room = Math.max(20, Math.max(80, width) - id.length);
  const columns = [stateOf(tried).padEnd(22), ago(now - Date.parse(tried.at)).padStart(12), ' ', effectOf(tried)];
  return [columns.join(' '), `${id}${visible(oneLine(tried.command, room))}`.trimEnd()];
}

function stateOf({ refused, exit_code }: TriedCommand): string {
  if (refused !== null) return refused === 'person' ? 'tried, you said no' : 'tried, refused';
  if (exit_code === 0) return 'tried';
  return exit_code === null ? 'tried, stopped' : `tried, exit code ${exit_code}`;
}

function effectOf({ refused, count }: TriedCommand): string {
  if (count === 0) return refused === null ? 'changed nothing' : 'nothing was changed';
  const what = `${counted(count, 'file or folder', 'files or folders')}`;
  return refused === null ? `changed ${what}` : `would have changed ${what}`;
}

/** Why it was not applied. */
const whyNot = {
  person: 'You said no',
  silence: 'It was stopped at the question',
  absent: 'It needed a yes, and no one was there to give it',
  rule: 'A rule forbids it',
  change: 'It did something different each time it ran',
} as const satisfies Record<NonNullable<TriedCommand['refused']>, string>;

/** The command, what became of it, its effects, and how to undo them. `isUndone`: whether that has happened. */
export function triedLines(
  tried: TriedCommand,
  { now, isUndone }: { readonly now: number; readonly isUndone: boolean },
): readonly string[] {
  const { id, at, cwd, command, refused, count, effects, exit_code } = tried;
  const paths = effects.map(({ path, change }) => `  ${change} ${visible(nearPath(path, cwd))}`);
  const more = count > effects.length ? [`  and ${count - effects.length} more`] : [];
  const ended = exit_code === null ? 'It did not end by itself.' : `It ended with exit code ${exit_code}.`;
  const heading = refused === null ? 'It changed:' : 'It would have changed:';
  return [
    `${shortId(id)}: a command that was tried, ${ago(now - Date.parse(at))}, in ${visible(cwd)}`,
    '',
    ...visibleLines(clip(command, 4_000)).map((each) => `  ${each}`),
    '',
    refused === null ? ended : `${whyNot[refused]}: nothing was changed.`,
    ...(count > 0 ? [heading, ...paths, ...more] : refused === null ? ['It changed nothing.'] : []),
    ...(refused !== null || count === 0 ? [] : [isUndone ? 'That was undone.' : `To undo it: artoo undo ${shortId(id)}`]),
  ];
}
