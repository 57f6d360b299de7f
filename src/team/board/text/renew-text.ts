/** The text of a board after a change: only what changed is written anew, so that comments, the order of keys and everyone's spelling stay, and 500 tasks cost no more than one. */
import { ArtooError } from '../../../contracts/errors.ts';
import { type BoardText, type List, type Part, pairSection, pairText, readSection, type Section, type Sections } from './board-text.ts';
import { editText, textOf } from './edit-text.ts';
import { plain } from './plain.ts';

/** `text` says `before`; the returned text says `after`. Parts of both that are the same object are taken to be unchanged. */
export const renewText = (text: string, before: Sections, after: Sections): string => renewBoard(pairText(text, before), after).text;

/** The text of the board after a change. Parts that are the same object as before are taken to be unchanged. */
export function renewBoard(before: BoardText, after: Sections): BoardText {
  const sections = before.sections && renewSections(before.sections, after);
  if (sections) return joined(sections, after);
  const whole = editText(before.text, plain(before.board), plain(after));
  if (whole === undefined) throw new ArtooError('board_invalid', 'the text of the board does not say what was read from it');
  return pairText(whole, after);
}

/** A section that is to be written. That of a list is what its parts say. */
type Renewed = Omit<Section, 'text'> & { readonly texts: readonly string[] };

function renewSections(sections: readonly Section[], after: Sections): readonly Renewed[] | undefined {
  const known = new Set(sections.map(({ name }) => name));
  const renewed: Renewed[] = [];
  for (const section of sections) {
    const next = section.name === undefined ? asIs(section) : renewSection(section.name, section, after[section.name]);
    if (next === undefined) return undefined;
    if (next !== 'gone') renewed.push(next);
  }
  const added = Object.entries(after).filter(([name, value]) => value !== undefined && !known.has(name));
  return [...renewed, ...added.map(([name, value]) => paired(name, textOf({ [name]: plain(value) }, 0), value))];
}

const asIs = ({ text, ...section }: Section): Renewed => ({ ...section, texts: [text] });

/** The whole is joined once, and the text of a section is a part of it: copying it for each would take longer than all the rest. */
function joined(sections: readonly Renewed[], board: Sections): BoardText {
  const lines = sections.map(({ texts }, at) => (at < sections.length - 1 ? withLineEnd(texts) : texts));
  const text = lines.flat().join('');
  let end = 0;
  const cut = sections.map(({ texts: _, ...section }, at): Section => {
    const start = end;
    for (const line of lines[at] ?? []) end += line.length;
    return { ...section, text: text.slice(start, end) };
  });
  return { text, board, sections: cut };
}

function withLineEnd(texts: readonly string[]): readonly string[] {
  const last = texts.at(-1) ?? '';
  return last === '' || last.endsWith('\n') ? texts : [...texts, '\n'];
}

function renewSection(name: string, section: Section, after: unknown): Renewed | 'gone' | undefined {
  if (section.value === after) return asIs(section);
  if (after === undefined) return 'gone';
  const list = section.list && renewList(section.list, after);
  if (list) return { name, texts: [list.head, ...list.parts.map(({ text }) => text)], value: after, list };
  const text = editText(section.text, plain({ [name]: section.value }), plain({ [name]: after }));
  return text === undefined ? undefined : paired(name, text, after);
}

/** A section that was just written, cut into its parts. */
function paired(name: string, text: string, value: unknown): Renewed {
  const read = readSection(name, text);
  return asIs(read ? pairSection(read, value) : { name, text, value });
}

/** Undefined where it cannot be changed part by part. */
function renewList(list: List, after: unknown): List | undefined {
  const parts = Array.isArray(after) ? renewItems(list, after) : isMapping(after) ? renewEntries(list, after) : undefined;
  if (!parts || parts.length === 0 || parts.includes(undefined)) return undefined;
  return { ...list, parts: parts.flatMap((part) => (part ? [endingLine(part)] : [])) };
}

const isMapping = (value: unknown): value is Sections => typeof value === 'object' && value !== null && !Array.isArray(value);
const endingLine = (part: Part): Part => (part.text.endsWith('\n') ? part : { ...part, text: `${part.text}\n` });

/** Items are told apart by their id; new ones come last. */
function renewItems({ kind, parts }: List, after: readonly unknown[]): readonly (Part | undefined)[] | undefined {
  if (kind !== 'item') return undefined;
  const known = new Map(parts.map((part) => [idOf(part.value), part]));
  const indent = /^( *)-/m.exec(parts[0]?.text ?? '')?.[1]?.length ?? 0;
  return after.map((value, at) => {
    const old = parts[at]?.value === value ? parts[at] : known.get(idOf(value));
    if (!old) return { text: textOf([plain(value)], indent), value };
    return old.value === value ? old : edited(old, value, [plain(old.value)], [plain(value)]);
  });
}

const idOf = (value: unknown): unknown => (isMapping(value) ? value.id : undefined);

function renewEntries({ kind, parts }: List, after: Sections): readonly (Part | undefined)[] | undefined {
  if (kind !== 'entry') return undefined;
  const known = new Map(parts.map((part) => [part.name, part]));
  const indent = /^( +)[^\s#]/m.exec(parts[0]?.text ?? '')?.[1]?.length ?? 2;
  return Object.entries(after)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const old = known.get(name);
      if (!old) return { name, text: textOf({ [name]: plain(value) }, indent), value };
      return old.value === value ? old : edited(old, value, plain({ [name]: old.value }), plain({ [name]: value }));
    });
}

function edited(part: Part, value: unknown, before: unknown, after: unknown): Part | undefined {
  const text = editText(part.text, before, after);
  return text === undefined ? undefined : { ...part, text, value };
}
