/** What Tab completes: commands at the start of a line, files after @. */

import { asMention } from '../mentions.ts';
import { slashCommands } from '../slash-commands.ts';
import type { Completer } from './editor.ts';
import type { FileNames } from './file-names.ts';

const command = /^\/[a-z]*$/;
const file = /(?:^|\s)(@(?:"([^"\n]*)|([^\s"]*)))$/;

/** Whether what stands before the caret can be completed at all. */
export const isCompletable = (before: string): boolean => command.test(before) || file.test(before);

/** Files are loaded when the first is looked for. */
export function createCompleter(files: () => Promise<FileNames>): Completer {
  return {
    async complete(before, { signal }) {
      if (command.test(before)) {
        const choices = slashCommands.filter(({ name }) => `/${name}`.startsWith(before));
        return {
          prefix: before,
          choices: choices.map(({ name, takes, summary }) => ({ text: `/${name}`, summary: [takes, summary].filter(Boolean).join('  ') })),
        };
      }
      const [, prefix, quoted, plain] = file.exec(before) ?? [];
      if (prefix === undefined) return undefined;
      const found = await (await files()).like(quoted ?? plain ?? '', signal);
      return { prefix, choices: found.map((path) => ({ text: asMention(path) })) };
    },
  };
}
