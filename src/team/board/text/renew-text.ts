/** The text of a board after a change: only what changed is written anew, so that comments, the order of keys and everyone's spelling stay, and 500 tasks cost no more than one. */
import { ArtooError } from '../../../contracts/errors.ts';
import { editText, textOf } from './edit-text.ts';
import { entriesOf, itemsOf, type Piece, sectionsOf } from './pieces.ts';

type Sections = Readonly<Record<string, unknown>>;

/** `text` says `before`; the returned text says `after`. Parts of both that are the same object are taken to be unchanged. */
export function renewText(text: string, before: Sections, after: Sections): string {
  const renewed = bySections(text, before, after) ?? editText(text, plain(before), plain(after));
  if (renewed === undefined) throw new ArtooError('board_invalid', 'the text of the board does not say what was read from it');
  return renewed;
}

function bySections(text: string, before: Sections, after: Sections): string | undefined {
  const sections = sectionsOf(text);
  const known = new Set(sections?.map(({ name }) => name));
  if (!sections || Object.keys(before).some((name) => before[name] !== undefined && !known.has(name))) return undefined;
  const parts: string[] = [];
  for (const { name, text: section } of sections) {
    const part = name === undefined ? section : renewedSection(name, section, before[name], after[name]);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  const added = Object.entries(after).filter(([name, value]) => value !== undefined && !known.has(name));
  const whole = parts.join('');
  const end = whole === '' || whole.endsWith('\n') || added.length === 0 ? '' : '\n';
  return whole + end + added.map(([name, value]) => textOf({ [name]: value }, 0)).join('');
}

function renewedSection(name: string, section: string, before: unknown, after: unknown): string | undefined {
  if (before === after) return section;
  if (after === undefined) return '';
  const renewed =
    name === 'tasks' && isList(before) && isList(after)
      ? renewedItems(section, before, after)
      : name === 'agents' && isMapping(before) && isMapping(after)
        ? renewedEntries(section, before, after)
        : undefined;
  return renewed ?? editText(section, plain({ [name]: before }), plain({ [name]: after }));
}

type Item = { readonly id?: unknown };
const isList = (value: unknown): value is readonly Item[] => Array.isArray(value);
const isMapping = (value: unknown): value is Sections => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Items are told apart by their id; new ones come last. */
function renewedItems(section: string, before: readonly Item[], after: readonly Item[]): string | undefined {
  const [head, ...items] = itemsOf(section);
  if (!head || items.length !== before.length || items.length === 0 || after.length === 0) return undefined;
  const textBefore = new Map(before.map((item, at) => [item.id, { item, text: items[at]?.text ?? '' }]));
  const indent = /^( *)-/m.exec(items[0]?.text ?? '')?.[1]?.length ?? 0;
  const parts = after.map((item) => {
    const old = textBefore.get(item.id);
    if (!old) return textOf([plain(item)], indent);
    return old.item === item ? old.text : editText(old.text, [plain(old.item)], [plain(item)]);
  });
  return joined(head, parts);
}

function renewedEntries(section: string, before: Sections, after: Sections): string | undefined {
  const [head, ...entries] = entriesOf(section);
  if (!head || entries.length === 0 || entries.length !== Object.keys(before).length || Object.keys(after).length === 0) return undefined;
  const textBefore = new Map(entries.map(({ name, text }) => [name, text]));
  const indent = /^( +)\S/m.exec(entries[0]?.text ?? '')?.[1]?.length ?? 2;
  const parts = Object.entries(after)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const old = textBefore.get(name);
      if (old === undefined) return textOf({ [name]: plain(value) }, indent);
      return before[name] === value ? old : editText(old, plain({ [name]: before[name] }), plain({ [name]: value }));
    });
  return joined(head, parts);
}

function joined(head: Piece, parts: readonly (string | undefined)[]): string | undefined {
  const all: string[] = [];
  for (const part of [head.text, ...parts]) {
    if (part === undefined) return undefined;
    const last = all.at(-1) ?? '';
    if (last !== '' && !last.endsWith('\n')) all.push('\n');
    all.push(part);
  }
  return all.join('');
}

/** As it would be read back: without what is undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
