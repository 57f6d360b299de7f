/** What was forgotten, and where its words may still exist, as lines. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { StoredMemory } from '../../memory/keeper.ts';
import { taskOf } from '../../memory/records/memory-id.ts';
import { counted } from '../pages.ts';
import { ago } from '../spans.ts';
import { wrap } from '../wrap.ts';

type Showing = { readonly now: number; readonly width: number | undefined };

const maxContentLength = 200;

/** The words of each memory, the date when it was learnt, and its id. */
export const forgetLines = (entries: readonly StoredMemory[], { now, width }: Showing): readonly string[] =>
  entries.flatMap(({ id, megram }) => {
    if (!megram) return [visible(oneLine(id, 100))];
    const lines = [
      visible(oneLine(megram.content, maxContentLength)),
      `  ${ago(now - Date.parse(megram.created_at))}: ${visible(oneLine(id, 100))}`,
    ];
    return width === undefined ? lines : lines.flatMap((line) => wrap(line, width, 2));
  });

export const forgottenText = (count: number, isPurge: boolean): string =>
  `${counted(count, 'memory', 'memories')} forgotten${isPurge ? ', and the words erased.' : '. --purge also erases the words.'}`;

const maxNamed = 10;

/** Where the words may still exist although they were erased from memory. `inbox`: the inbox, if there is anything in it. */
export function restLines(erased: readonly StoredMemory[], inbox: string | undefined, width: number | undefined): readonly string[] {
  const tasks = distinct(erased.flatMap(({ id }) => (taskOf(id) === id ? [] : [taskOf(id)])));
  const rules = distinct(erased.flatMap(({ consolidated }) => (consolidated ? [consolidated.into] : [])));
  const named = (names: readonly string[]) =>
    `${names.slice(0, maxNamed).map(visible).join(', ')}${names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''}`;
  const lines = [
    'The words may still be in other places:',
    ...(tasks.length > 0 ? [`  in the journal of the task that wrote them: ${named(tasks)}`] : []),
    '  in the journals of tasks that were given them; `artoo gc --remove-after <age>` removes journals',
    ...(rules.length > 0 ? [`  in the rule that was made from them: ${named(rules)}; \`artoo memory forget <rule> --purge\``] : []),
    ...(inbox === undefined ? [] : [`  in memories that are still in the inbox: look in ${visible(inbox)}`]),
    '  in exports that you made, and in backups',
  ];
  return width === undefined ? lines : lines.flatMap((line) => wrap(line, width, 4));
}

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)];
