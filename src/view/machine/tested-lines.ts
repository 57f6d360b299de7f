/** What a server that works offers, as lines. Everything in them is the server's own word. Pure. */
import { clip } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Offers } from '../../tools/mcp/offers.ts';
import { counted } from '../pages.ts';
import { wrap } from '../wrap.ts';

type Tested = {
  readonly name: string;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly offers: Offers;
  readonly width?: number | undefined;
};

const maxListed = 50;

export function testedLines({ name, tools, offers, width = Number.POSITIVE_INFINITY }: Tested): readonly string[] {
  const { resources, prompts } = offers;
  const lines = [
    `${name} works: ${counted(tools.length, 'tool')}, ${counted(resources.length, 'resource')}, ${counted(prompts.length, 'prompt')}.`,
    ...listed(tools.map((tool) => [tool.name, tool.description])),
    ...listed(resources.map((resource) => [`@${name}:${resource.uri}`, resource.name])),
    ...listed(prompts.map((prompt) => [[`/${name}:${prompt.name}`, ...prompt.arguments.map(argument)].join(' '), prompt.description])),
  ];
  return lines.flatMap((line) => wrap(line, width, line.startsWith('  ') ? 6 : 0));
}

const argument = ({ name, isRequired }: Offers['prompts'][number]['arguments'][number]): string => (isRequired ? `<${name}>` : `[${name}]`);

function listed(rows: readonly (readonly [string, string])[]): readonly string[] {
  const shown = rows
    .slice(0, maxListed)
    .map(([head, text]) => `  ${visible(head)}  ${visible(clip(text.split('\n')[0] ?? '', 100))}`.trimEnd());
  return rows.length > maxListed ? [...shown, `  and ${rows.length - maxListed} more`] : shown;
}
