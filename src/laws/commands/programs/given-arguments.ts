/** The arguments of a program, sorted by its list of options. */

import type { Argument } from '../line/shell-word.ts';
import { type OptionList, valuesOfLong } from './option-list.ts';

/** The operands; the options by letter or long name, with their values; and the first option that is not listed. */
export type Given = {
  readonly operands: readonly Argument[];
  readonly options: ReadonlyMap<string, readonly Argument[]>;
  readonly strange: string | undefined;
};

/**
 * Sorts arguments in the way that GNU programs do: options may be anywhere before `--`. Words that are unknown before the command runs, and words
 * after an unlisted option, count as operands.
 */
export function sortArguments(list: OptionList, args: readonly Argument[]): Given {
  const operands: Argument[] = [];
  const options = new Map<string, readonly Argument[]>();
  let strange: string | undefined;

  for (let at = 0; at < args.length; at++) {
    const argument = args[at];
    const text = argument?.literal ?? '';
    if (argument === undefined) break;
    if (text === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!/^-./s.test(text)) {
      operands.push(argument);
      continue;
    }
    const found = text.startsWith('--') ? longOption(list, text) : shortOptions(list, text);
    if (found === undefined) strange ??= text;
    for (const { name, value, values } of found ?? []) {
      const taken = value === undefined ? args.slice(at + 1, at + 1 + values) : [{ text: value, literal: value }];
      options.set(name, [...(options.get(name) ?? []), ...taken]);
      if (value === undefined) at += values;
    }
  }
  return { operands, options, strange };
}

type Option = { readonly name: string; readonly value: string | undefined; readonly values: number };

function longOption({ long = '' }: OptionList, text: string): readonly Option[] | undefined {
  const values = valuesOfLong(long, text);
  const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  return values === undefined ? undefined : [{ name, value, values }];
}

function shortOptions(
  { flags = '', valued = '', attached = '', numbers = false }: OptionList,
  text: string,
): readonly Option[] | undefined {
  if (numbers && /^-\d+$/.test(text)) return [];
  const found: Option[] = [];
  for (let at = 1; at < text.length; at++) {
    const name = text.charAt(at);
    const rest = text.slice(at + 1);
    if (valued.includes(name)) return [...found, { name, value: rest || undefined, values: 1 }];
    if (attached.includes(name)) return [...found, { name, value: rest, values: 0 }];
    if (!flags.includes(name)) return undefined;
    found.push({ name, value: undefined, values: 0 });
  }
  return found;
}
