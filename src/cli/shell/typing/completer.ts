/** What Tab completes: commands and skills at the start of a line, files after @. */

import type { OfferedSkill } from '../../../contracts/skills.ts';
import { oneLine } from '../../../contracts/text/shorten.ts';
import { visible } from '../../../contracts/text/visible.ts';
import { asMention } from '../mentions.ts';
import { slashCommands } from '../slash-commands.ts';
import type { Completer } from './editor.ts';
import type { FileNames } from './file-names.ts';

const command = /^\/[a-z0-9-]*$/;
const file = /(?:^|\s)(@(?:"([^"\n]*)|([^\s"]*)))$/;

/** Whether what stands before the caret can be completed at all. */
export const isCompletable = (before: string): boolean => command.test(before) || file.test(before);

/** Files are loaded when the first is looked for, and so are skills. */
export function createCompleter(
  files: () => Promise<FileNames>,
  skills: () => Promise<readonly OfferedSkill[]> = async () => [],
): Completer {
  return {
    async complete(before, { signal }) {
      if (command.test(before)) {
        const choices = slashCommands.filter(({ name }) => `/${name}`.startsWith(before));
        const others = (await skills().catch(() => [])).filter(
          ({ name }) => `/${name}`.startsWith(before) && !slashCommands.some((each) => each.name === name),
        );
        return {
          prefix: before,
          choices: [
            ...choices.map(({ name, takes, summary }) => ({ text: `/${name}`, summary: [takes, summary].filter(Boolean).join('  ') })),
            ...others.map(({ name, description }) => ({ text: `/${name}`, summary: visible(oneLine(description, 120)) })),
          ],
        };
      }
      const [, prefix, quoted, plain] = file.exec(before) ?? [];
      if (prefix === undefined) return undefined;
      const found = await (await files()).like(quoted ?? plain ?? '', signal);
      return { prefix, choices: found.map((path) => ({ text: asMention(path) })) };
    },
  };
}
