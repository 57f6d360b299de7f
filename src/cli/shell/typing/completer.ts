/** What Tab completes: commands, skills and prompts of servers at the start of a line, files and resources of servers after @. */

import type { OfferedSkill } from '../../../contracts/skills.ts';
import { oneLine } from '../../../contracts/text/shorten.ts';
import { visible } from '../../../contracts/text/visible.ts';
import type { Offers } from '../../../tools/mcp/list-offers.ts';
import { slashCommands } from '../commands/slash-commands.ts';
import { asMention } from '../mentions.ts';
import type { Completer } from './editor.ts';
import type { FileNames } from './file-names.ts';

const command = /^\/[a-z0-9-]*(?::\S*)?$/;
const file = /(?:^|\s)(@(?:"([^"\n]*)|([^\s"]*)))$/;

/** Whether the text before the caret is of a kind that can be completed. */
export const isCompletable = (before: string): boolean => command.test(before) || file.test(before);

export type ServerOffers = { readonly server: string; readonly offers: Offers };

/** How many resources are offered, so that they do not crowd out files. */
const maxResources = 20;

/** Files and skills are loaded when first needed. `servers`: what is known about them, if anything. */
export function createCompleter(
  files: () => Promise<FileNames>,
  skills: () => Promise<readonly OfferedSkill[]> = async () => [],
  servers: () => Promise<readonly ServerOffers[]> = async () => [],
): Completer {
  const known = () => servers().catch((): readonly ServerOffers[] => []);
  return {
    async complete(before, { signal, isAsked }) {
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
            ...(await known()).flatMap(promptChoices).filter(({ text }) => text.startsWith(before)),
          ],
        };
      }
      const [, prefix, quoted, plain] = file.exec(before) ?? [];
      if (prefix === undefined) return undefined;
      const found = await (await files()).like(quoted ?? plain ?? '', signal);
      const resources = (await known()).flatMap(resourceChoices).filter(({ text }) => text.startsWith(prefix));
      const choices = [...found.map((path) => ({ text: asMention(path) })), ...resources.slice(0, maxResources)];
      const isWhole = choices.some(({ text }) => text === prefix);
      return isWhole && !isAsked ? undefined : { prefix, choices: choices.filter(({ text }) => text !== prefix) }; // Enter then sends
    },
  };
}

const resourceChoices = ({ server, offers }: ServerOffers) =>
  offers.resources
    .filter(({ uri }) => !/\s/.test(uri))
    .map(({ uri, name }) => ({ text: visible(`@${server}:${uri}`), summary: visible(name) }));

const promptChoices = ({ server, offers }: ServerOffers) =>
  offers.prompts
    .filter(({ name }) => !/\s/.test(name))
    .map(({ name, description }) => ({ text: visible(`/${server}:${name}`), summary: visible(description) }));
