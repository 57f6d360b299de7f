/** What a working server offers, as lines. Everything in them is in the server's own words. Pure. */
import { clip } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Offers } from '../../tools/mcp/list-offers.ts';
import { counted, listable } from '../pages.ts';
import { widthOf, wrap } from '../wrap.ts';

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
    ...listed(
      [
        tools.map((tool) => [tool.name, tool.description] as const),
        resources.map((resource) => [`@${name}:${resource.uri}`, resource.name] as const),
        prompts.map((prompt) => [[`/${name}:${prompt.name}`, ...prompt.arguments.map(argument)].join(' '), prompt.description] as const),
      ],
      width,
    ),
  ];
  return lines;
}

const argument = ({ name, isRequired }: Offers['prompts'][number]['arguments'][number]): string => (isRequired ? `<${name}>` : `[${name}]`);

/** In two columns, which are the same for all kinds; after a name that is too long for its column, the text is on the next line. */
function listed(kinds: readonly (readonly (readonly [string, string])[])[], width: number): readonly string[] {
  const shown = kinds.map((rows) =>
    rows.slice(0, listable(rows.length, maxListed)).map(([head, text]) => [visible(head), firstLine(text)] as const),
  );
  const heads = shown.flat().map(([head]) => widthOf(head));
  const column = Math.max(0, ...heads.filter((each) => each <= maxHead));
  return shown.flatMap((rows, kind) => {
    const more = (kinds[kind]?.length ?? 0) - rows.length;
    return [...rows.flatMap((row) => rowLines(row, column, width)), ...(more > 0 ? [`  and ${more} more`] : [])];
  });
}

const maxHead = 32;

function rowLines([head, text]: readonly [string, string], column: number, width: number): readonly string[] {
  const margin = column + 4;
  if (text === '' || margin > width / 2) return wrap(`  ${head}  ${text}`.trimEnd(), width, 6);
  const pad = ' '.repeat(Math.max(0, column - widthOf(head)));
  if (widthOf(head) <= column) return wrap(`  ${head}${pad}  ${text}`, width, margin);
  return [...wrap(`  ${head}`, width, 6), ...wrap(`${' '.repeat(margin)}${text}`, width, margin)];
}

const firstLine = (text: string): string => visible(clip(text.split('\n')[0] ?? '', 100));
