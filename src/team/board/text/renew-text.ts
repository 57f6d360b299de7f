/**
 * The text of a board after a change: only what changed is written again, so that comments, the order of keys and formatting stay, and a change costs
 * no more on a board of 500 tasks.
 */
import { ArtooError } from '../../../contracts/errors.ts';
import { allOf } from './all-of.ts';
import {
  type BoardText,
  type List,
  type Part,
  pairSection,
  pairText,
  readSection,
  type Section,
  type Sections,
  textsOf,
} from './board-text.ts';
import { editText, textOf } from './edit-text.ts';
import { plain } from './plain.ts';
import { type Room, splicedBytes } from './splice.ts';

/** `text` has the value `before`, the returned text `after`. Parts of both that are the same object count as unchanged. */
export const renewText = (text: string, before: Sections, after: Sections): string =>
  renewBoard(pairText(text, before), after).bytes.toString();

/** The text of the board after a change, with its bytes in `room`. Parts that are the same object as before count as unchanged. */
export function renewBoard(before: BoardText, after: Sections, room?: Room): BoardText {
  const sections = before.sections && renewSections(before.sections, after);
  if (before.sections && sections)
    return { bytes: splicedBytes(before.bytes, textsOf(before.sections), textsOf(sections), room), board: after, sections };
  const whole = editText(before.bytes.toString(), plain(before.board), plain(after));
  if (whole === undefined) throw new ArtooError('board_invalid', 'the text of the board does not match what was read from it');
  return pairText(whole, after);
}

function renewSections(sections: readonly Section[], after: Sections): readonly Section[] | undefined {
  const known = new Set(sections.map(({ name }) => name));
  const renewed: Section[] = [];
  for (const section of sections) {
    const next = section.name === undefined ? section : renewSection(section.name, section, after[section.name]);
    if (next === undefined) return undefined;
    if (next !== 'gone') renewed.push(next);
  }
  for (const [name, value] of Object.entries(after))
    if (value !== undefined && !known.has(name)) renewed.push(paired(name, textOf({ [name]: plain(value) }, 0), value));
  return renewed.map((section, at) => (at < renewed.length - 1 ? sectionEndingLine(section) : section));
}

function sectionEndingLine(section: Section): Section {
  if (!section.list) return section.text === '' ? section : endingLine(section);
  const last = section.list.parts.at(-1);
  if (!last || last.text.endsWith('\n')) return section;
  return { ...section, list: { ...section.list, parts: [...section.list.parts.slice(0, -1), endingLine(last)] } };
}

const endingLine = <T extends { readonly text: string }>(piece: T): T =>
  piece.text.endsWith('\n') ? piece : { ...piece, text: `${piece.text}\n` };

function renewSection(name: string, section: Section, after: unknown): Section | 'gone' | undefined {
  if (section.value === after) return section;
  if (after === undefined) return 'gone';
  const list = section.list && renewList(section.list, after);
  if (list) return { name, value: after, list };
  const text = editText(textsOf([section]).join(''), plain({ [name]: section.value }), plain({ [name]: after }));
  return text === undefined ? undefined : paired(name, text, after);
}

/** A section that was just written, cut into its parts. */
function paired(name: string, text: string, value: unknown): Section {
  const read = readSection(name, text);
  return read ? pairSection(read, value) : { name, text, value };
}

/** A list after a change; undefined if it cannot be changed part by part. */
function renewList(list: List, after: unknown): List | undefined {
  const parts = Array.isArray(after) ? renewItems(list, after) : isMapping(after) ? renewEntries(list, after) : undefined;
  return parts && parts.length > 0 ? { ...list, parts } : undefined;
}

const isMapping = (value: unknown): value is Sections => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a list after a change, identified by id; new ones come last. */
function renewItems({ kind, parts }: List, after: readonly unknown[]): readonly Part[] | undefined {
  if (kind !== 'item') return undefined;
  const indent = /^( *)-/m.exec(parts[0]?.text ?? '')?.[1]?.length ?? 0;
  let byId: ReadonlyMap<unknown, Part> | undefined;
  return allOf(after, (value, at): Part | undefined => {
    const there = parts[at];
    if (there && there.value === value) return endingLine(there);
    byId ??= new Map(parts.map((part) => [idOf(part.value), part]));
    const old = byId.get(idOf(value));
    if (!old) return { text: textOf([plain(value)], indent), value };
    return old.value === value ? endingLine(old) : edited(old, value, [plain(old.value)], [plain(value)]);
  });
}

const idOf = (value: unknown): unknown => (isMapping(value) ? value.id : undefined);

function renewEntries({ kind, parts }: List, after: Sections): readonly Part[] | undefined {
  if (kind !== 'entry') return undefined;
  const known = new Map(parts.map((part) => [part.name, part]));
  const indent = /^( +)[^\s#]/m.exec(parts[0]?.text ?? '')?.[1]?.length ?? 2;
  const entries = Object.entries(after).filter(([, value]) => value !== undefined);
  return allOf(entries, ([name, value]): Part | undefined => {
    const old = known.get(name);
    if (!old) return { name, text: textOf({ [name]: plain(value) }, indent), value };
    return old.value === value ? endingLine(old) : edited(old, value, plain({ [name]: old.value }), plain({ [name]: value }));
  });
}

function edited(part: Part, value: unknown, before: unknown, after: unknown): Part | undefined {
  const text = editText(part.text, before, after);
  return text === undefined ? undefined : endingLine({ ...part, text, value });
}
