/** What can be counted and summed over one whole output. */

import { asJson } from './as-json.ts';
import { elapsedIn } from './elapsed.ts';
import { kindsIn, synonyms } from './kinds.ts';
import { amountIn } from './numbers/amount.ts';
import { type Section, sectionsOf } from './sections.ts';
import { type Table, tableOf } from './table.ts';
import { stem } from './words.ts';

/** Everything counted in one output. */
export type Tally = {
  /** Counts of everything in the output. */
  readonly counts: ReadonlySet<number>;
  /** Counts and sums of the things with this name; they matter only if the answer mentions the name. */
  readonly named: ReadonlyMap<string, ReadonlySet<number>>;
  /** Names of kinds of things in the output, each with its own count. */
  readonly kinds: ReadonlySet<string>;
  /** Sums, averages, minima and maxima of whole columns. */
  readonly sums: readonly number[];
  /** Those of `sums` that are plain sums: a percentage may refer to one of them. */
  readonly totals: readonly number[];
  /** Seconds between the times in the output. */
  readonly elapsed: readonly number[];
  /** Whether the first line is a header. */
  readonly hasHeader: boolean;
  /** Lines that are not blank. */
  readonly lines: number;
  /** Items of a simple list. */
  readonly items: ReadonlySet<string>;
};

/** The longest output that is counted closely; a longer one is never shown in full, so only its lines are counted. */
const maxLength = 500_000;

/** Counts a text as lines, as a table and as JSON. Only names that the answer mentions are kept. Takes linear time. */
export function tally(text: string, mentioned: ReadonlySet<string>): Tally {
  const counter = new Counter(mentioned);
  if (text.length > maxLength) {
    const lines = linesIn(text);
    const { hasHeader, isList } = tableOf(text.slice(0, text.lastIndexOf('\n', 20_000)));
    return { ...counter, lines, hasHeader, counts: new Set(isList ? [hasHeader ? lines - 1 : lines] : []) };
  }
  const json = asJson(text);
  if (json !== undefined) counter.addJson(json, '', 0);
  else counter.addText(text);
  return counter;
}

/** Lines that are not blank. */
const linesIn = (text: string): number => text.matchAll(/\S[^\n]*/g).reduce((lines) => lines + 1, 0);

/** How answers say that something is in a folder itself, not in a folder below it. */
const direct = ['directly', 'itself', 'top-level', 'direct', 'direkt', 'selbst', 'directement', 'directamente', '直接'];

const endingPhrases = (ending: string): readonly string[] => [`${ending} files`, `${ending} file`, `with ${ending}`, `in ${ending}`];

class Counter implements Tally {
  readonly #mentioned: ReadonlySet<string>;
  readonly counts = new Set<number>();
  readonly named = new Map<string, Set<number>>();
  readonly kinds = new Set<string>();
  readonly sums: number[] = [];
  readonly totals: number[] = [];
  readonly items = new Set<string>();
  elapsed: readonly number[] = [];
  hasHeader = false;
  lines = 0;

  constructor(mentioned: ReadonlySet<string>) {
    this.#mentioned = mentioned;
  }

  addText(text: string): void {
    const table = tableOf(text);
    this.lines = Math.max(this.lines, linesIn(text));
    const { rows } = table;
    this.hasHeader ||= table.hasHeader;
    this.elapsed = elapsedIn(text);
    this.#sections(sectionsOf(text));
    if (table.isList) {
      this.counts.add(rows.length);
      if (table.mayHaveHeader) this.counts.add(rows.length - 1);
      if (rows.every(({ length }) => length === 1)) this.#list(rows.map(([item = '']) => item));
    }
    this.#table(table);
    this.#kinds(rows);
  }

  addJson(value: unknown, key: string, depth: number): void {
    if (depth > 12) return;
    if (typeof value === 'string') {
      if (value.includes('\n')) this.addText(value);
    } else if (Array.isArray(value)) {
      const all: readonly unknown[] = value;
      if (depth === 0) this.counts.add(all.length);
      this.#name(key, all.length);
      const records = all.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
      if (records.length === all.length && all.length > 0) this.#records(records);
      else if (all.every((one) => typeof one === 'number')) this.#column(all.map(String));
      for (const one of all) this.addJson(one, '', depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      this.#name(key, entries.length);
      if (depth === 0) for (const name of ['key', 'keys', 'field', 'fields', 'entries', 'properties']) this.#name(name, entries.length);
      for (const [name, one] of entries) this.addJson(one, name, depth + 1);
    }
  }

  #records(records: readonly unknown[]): void {
    const header = [...new Set(records.slice(0, 50).flatMap((record) => Object.keys(Object(record))))].slice(0, 40);
    const cell = (one: unknown): string =>
      typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? String(one) : '';
    const rows = records.map((record) => header.map((name) => cell((Object(record) as Readonly<Record<string, unknown>>)[name]))); // an object, as checked before
    this.#table({ header: header.map((name) => name.toLowerCase()), rows, mayHaveHeader: false, isList: true, hasHeader: false });
  }

  #list(items: readonly string[]): void {
    for (const item of items) {
      this.items.add(item);
      this.items.add(item.slice(item.lastIndexOf('/') + 1));
    }
    const folders = new Set(items.flatMap((item) => (item.includes('/') ? [item.slice(0, item.lastIndexOf('/'))] : [])));
    const leaves = items.filter((item) => !folders.has(item) && !item.endsWith('/')).length;
    const paths = items.filter((item) => item.includes('/') && !item.endsWith('/') && !folders.has(item));
    const placed = Map.groupBy(paths, (item) => item.slice(0, item.lastIndexOf('/')));
    if (placed.size > 1) for (const [folder, inside] of placed) this.#folder([folder, folder.slice(folder.lastIndexOf('/') + 1)], inside);
    if (leaves > 0 && leaves < items.length) {
      this.counts.add(leaves);
      for (const name of ['folder', 'folders', 'directories', 'directory', 'subdirectories']) this.#name(name, items.length - leaves);
    }
  }

  /** Counts each folder of a recursive listing by name, the first as the folder itself, and all folders together. */
  #sections(sections: readonly Section[]): void {
    if (sections.length === 0) return;
    this.counts.add(sections.reduce((sum, { files }) => sum + files.length, 0));
    for (const [at, { folder, files, folders }] of sections.entries()) {
      const names = [folder, folder.slice(folder.lastIndexOf('/') + 1)];
      if (this.#folder(at === 0 ? direct : names, files)) continue;
      for (const name of at === 0 ? direct : names) {
        this.#name(name, files.length + folders.length);
        if (folders.length > 0) this.#name(name, folders.length);
      }
    }
  }

  /**
   * Counts a folder's files: in total, and by each extension that the answer mentions. Returns true, and counts nothing else, if the answer mentions
   * `log files`.
   */
  #folder(names: readonly string[], files: readonly string[]): boolean {
    const endings = files.map((file) => /\.([A-Za-z\d]{1,10})$/.exec(file)?.[1]?.toLowerCase() ?? '');
    const groups = Map.groupBy(endings, (ending) => ending);
    const counts = [...groups].flatMap(([ending, all]) => (this.#mentioned.has(ending) ? [all.length] : []));
    const isOfEnding = [...groups.keys()].some((ending) => endingPhrases(ending).some((phrase) => this.#mentioned.has(phrase)));
    for (const name of names) for (const many of isOfEnding ? counts : [files.length, ...counts]) this.#name(name, many);
    return isOfEnding;
  }

  #kinds(rows: readonly (readonly string[])[]): void {
    for (const { name, many } of kindsIn(rows)) {
      this.#name(name, many);
      this.kinds.add(name);
    }
  }

  #table({ header, rows }: Table): void {
    const width = Math.min(40, Math.max(0, ...rows.slice(0, 200).map(({ length }) => length)));
    const groups = new Map<string, { many: number; sums: number[] }>();
    for (let at = 0; at < width; at++) {
      const cells = rows.map((row) => row[at] ?? '');
      this.#column(cells);
      const name = header?.[at];
      if (name !== undefined && this.#isMentioned(name)) this.#name(name, new Set(cells.map((cell) => cell.toLowerCase())).size);
    }
    for (const row of rows) {
      const cells = row.map((cell) => cell.toLowerCase()).filter((cell) => this.#mentioned.has(cell) && /\p{L}/u.test(cell));
      if (cells.length === 0) continue;
      const values = row.map(amountIn);
      for (const cell of new Set(cells)) {
        const group = groups.get(cell) ?? { many: 0, sums: [] };
        group.many += 1;
        for (const [at, value] of values.entries()) if (value !== undefined) group.sums[at] = (group.sums[at] ?? 0) + value;
        groups.set(cell, group);
      }
    }
    for (const [cell, { many, sums }] of groups) {
      for (const name of [cell, ...(synonyms.get(cell) ?? [])]) {
        this.kinds.add(name);
        this.#name(name, many);
        for (const sum of sums) if (sum !== undefined) for (const value of [sum, sum / many]) this.#name(name, value);
      }
    }
  }

  #column(cells: readonly string[]): void {
    const first = cells.slice(0, 50);
    if (first.filter((cell) => amountIn(cell) !== undefined).length * 2 < first.length) return;
    const values = cells.map(amountIn).filter((value) => value !== undefined);
    if (values.length < 2 || values.length < cells.length * 0.8) return;
    const sorted = Float64Array.from(values).sort();
    const middle = sorted.length >>> 1;
    const sum = values.reduce((total, value) => total + value, 0);
    const median = sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
    this.totals.push(sum);
    this.sums.push(sum, sum / values.length, sorted[0] ?? 0, sorted.at(-1) ?? 0, median);
  }

  #isMentioned(name: string): boolean {
    return name !== '' && (this.#mentioned.has(name) || this.#mentioned.has(stem(name)));
  }

  #name(name: string, value: number): void {
    const key = name.toLowerCase();
    if (!this.#isMentioned(key)) return;
    this.named.set(key, (this.named.get(key) ?? new Set()).add(value));
  }
}

/** The tally of an empty output. */
export const emptyTally: Tally = new Counter(new Set());
