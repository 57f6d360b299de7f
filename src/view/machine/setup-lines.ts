/** What `artoo setup` found and asks, as lines. Pure. */
import type { Offer } from '../../config/setup/offers.ts';
import { visible } from '../../contracts/text/visible.ts';
import { listable } from '../pages.ts';
import { type Line, line, span } from '../style/line.ts';
import { widthOf } from '../wrap.ts';

/** The model that is configured, and where. */
export type Current = { readonly model: string; readonly at: string; readonly from: string };

/** Everything that was found, numbered; keys by the names of their variables. `idle`: sentences about servers without a model. */
export function offerLines(offers: readonly Offer[], idle: readonly string[], current: Current | undefined): readonly Line[] {
  const now = current
    ? [line(`artoo now uses ${visible(current.model)} at ${visible(current.at)} (${visible(current.from)}).`), line('')]
    : [];
  if (offers.length === 0) return [...now, ...nothingFound(idle)];
  const column = Math.max(...offers.map(({ what }) => widthOf(visible(what)))) + 2;
  const rows = offers.map(({ what, ...offer }, at): Line => {
    const name = visible(what);
    return [span(`  ${at + 1}`, 'accent'), span(`  ${name}${' '.repeat(column - widthOf(name))}`), span(models(offer), 'muted')];
  });
  return [...now, line('Found here:'), ...rows, ...idle.map((sentence) => line(visible(sentence))), line(''), ...others];
}

/** The text for a person who starts without a model. */
export function firstStartLines(offers: readonly Offer[]): readonly Line[] {
  const found =
    offers.length === 0
      ? 'No key and no model server was found here.'
      : `Found here: ${offers.map(({ what }) => visible(what)).join(', ')}.`;
  return [
    line(`artoo needs a model to work with, and none is configured. ${found}`),
    [
      span('Type '),
      span('s', 'accent'),
      span(' to set one up, which takes a minute, or '),
      span('d', 'accent'),
      span(' to watch the demo, which needs none; then Enter. Enter alone: not now.'),
    ],
  ];
}

const leaving = 'Ctrl+C or q quits.';

const others: readonly Line[] = [
  line(`Or type a model (ollama:qwen3:8b) or an address (http://gpu:8000/v1), or paste a key: it is not shown. ${leaving}`),
];

/** The accepted answers, in one line. */
export const takenLine = (offers: readonly Offer[]): Line =>
  line(
    `Type ${offers.length === 0 ? '' : 'a number from the list, '}provider:model (ollama:qwen3:8b), model@address or an address (http://gpu:8000/v1), or paste a key. ${leaving}`,
  );

function nothingFound(idle: readonly string[]): readonly Line[] {
  const found =
    idle.length === 0
      ? ['No key is set in the environment, and no model server was found at the usual addresses on this machine.']
      : ['No key is set in the environment.', ...idle];
  return [
    ...found.map((sentence) => line(visible(sentence))),
    line(''),
    line('Paste a key from OpenAI, Anthropic, Google, OpenRouter, Groq, Mistral, DeepSeek or xAI: it is not shown.'),
    line(`Or type the address of a server, such as http://gpu:8000/v1. ${leaving}`),
    ...(idle.length === 0
      ? [line('For a model on this machine, install Ollama (https://ollama.com), pull one, and run artoo setup again.')]
      : []),
  ];
}

const maxNamed = 4;

function models({ choice: { model }, models: several, where }: Omit<Offer, 'what'>): string {
  const host = URL.parse(where)?.host ?? where;
  if (model !== undefined) return visible(`${model} at ${host}`);
  if (several.length === 0) return visible(`a model at ${host}: you choose which`);
  const rest = several.length - maxNamed;
  return visible(`${several.slice(0, maxNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`);
}

/** How many choices are listed: more would scroll the question away. */
const maxListed = 15;

/** The models of a server, numbered. */
export function modelLines(names: readonly string[], host: string): readonly Line[] {
  const shown = listable(names.length, maxListed);
  const rest = names.length - shown;
  return [
    line(`${visible(host)} has ${names.length.toLocaleString('en')} models:`),
    ...names.slice(0, shown).map((name, at): Line => [span(`  ${String(at + 1).padStart(2)}`, 'accent'), span(`  ${visible(name)}`)]),
    ...(rest > 0 ? [line(`      and ${rest.toLocaleString('en')} more: type the name of one`, 'muted')] : []),
  ];
}
