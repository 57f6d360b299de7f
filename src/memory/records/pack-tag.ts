/**
 * The record of a tag as text. Every plan reads many of them, and parsing decimals would take longer than the rest of a calibration: so the numbers are
 * doubles in base64, followed by the ids as JSON.
 */
import { parsedJson } from '../../contracts/parsed-json.ts';
import { fading } from '../fading/decay.ts';
import type { Stretch, Sums } from './sums.ts';
import { groups, type MemoryRef, type TagRecord } from './tag-record.ts';

const lists = ['rules', 'demoted', 'newest'] as const;

/** A buffer for one tag at a time. Little-endian, like every machine that Node runs on except s390x. */
let doubles = new Float64Array(512);
let bytes = Buffer.from(doubles.buffer);

export function packTag(tag: TagRecord): string {
  const numbers = [tag.due ? 1 : 0];
  for (const group of groups) packSums(tag.sums[group], numbers);
  const ids: string[] = [];
  for (const list of lists) {
    numbers.push(tag[list].length);
    for (const [id, createdAt, sigma, how] of tag[list]) {
      ids.push(id);
      numbers.push(createdAt, sigma, how);
    }
  }
  growTo(numbers.length);
  doubles.set(numbers);
  return bytes.toString('base64', 0, 8 * numbers.length) + JSON.stringify(ids);
}

function packSums(all: readonly Sums[], numbers: number[]): void {
  numbers.push(all.length);
  for (const { k, spentUntil, spent, stretches } of all) {
    numbers.push(k, spentUntil, spent, stretches.length);
    for (const stretch of stretches) numbers.push(...stretch);
  }
}

/** Undefined when it cannot be read. */
export function unpackTag(text: string): TagRecord | undefined {
  const end = text.indexOf('[');
  const ids = end < 0 ? undefined : idsIn(text.slice(end));
  if (!ids) return undefined;
  const unpacker = new Unpacker(text, end, ids);
  const record: TagRecord = {
    ...unpacker.head(),
    rules: unpacker.refs(),
    demoted: unpacker.refs(),
    newest: unpacker.refs(),
  };
  return unpacker.isWhole() ? record : undefined;
}

/** The same as `totalAt` of the record, without unpacking it. Undefined when it cannot be read. */
export function totalInText(text: string, at: number): { attention: number; decision: number } | undefined {
  const end = text.indexOf('[');
  const size = end < 0 ? 0 : decode(text, end);
  const number = (place: number): number => (place < size ? (doubles[place] ?? Number.NaN) : Number.NaN);
  let [attention, decision] = [0, 0];
  let place = 1;
  for (let group = 0; group < groups.length; group += 1) {
    const count = number(place);
    place += 1;
    for (let sums = 0; sums < count; sums += 1) {
      const k = number(place);
      const next = place + 4 + 6 * number(place + 3);
      for (place += 4; place < next; place += 6) {
        const left = fading(k, at - number(place));
        attention += (number(place + 2) + number(place + 3)) * left;
        decision += (number(place + 4) + number(place + 5)) * left;
      }
      if (place !== next || place > size) return undefined;
    }
    if (Number.isNaN(count)) return undefined;
  }
  return { attention, decision };
}

function idsIn(text: string): readonly string[] | undefined {
  const ids = parsedJson(text);
  return Array.isArray(ids) && ids.every((id) => typeof id === 'string') ? ids : undefined;
}

/** Decodes the doubles before `end` and returns their number. */
function decode(text: string, end: number): number {
  growTo(end);
  return bytes.write(text.slice(0, end), 'base64') / 8;
}

function growTo(numbers: number): void {
  if (numbers <= doubles.length) return;
  doubles = new Float64Array(2 * numbers);
  bytes = Buffer.from(doubles.buffer);
}

class Unpacker {
  readonly #size: number;
  readonly #ids: readonly string[];
  #at = 0;
  #idAt = 0;

  constructor(text: string, end: number, ids: readonly string[]) {
    this.#size = decode(text, end);
    this.#ids = ids;
  }

  head(): Pick<TagRecord, 'due' | 'sums'> {
    const due = this.#next() === 1;
    return { due, sums: { evidence: this.#sums(), other: this.#sums(), consolidated: this.#sums() } };
  }

  /** NaN past the end, which ends every loop. */
  #next(): number {
    const number = this.#at < this.#size ? doubles[this.#at] : undefined;
    this.#at += 1;
    return number ?? Number.NaN;
  }

  #sums(): Sums[] {
    const all: Sums[] = [];
    const count = this.#next();
    for (let at = 0; at < count && this.#at < this.#size; at += 1) {
      const sums: Sums = { k: this.#next(), spentUntil: this.#next(), spent: this.#next(), stretches: [] };
      const stretches = this.#next();
      for (let each = 0; each < stretches && this.#at < this.#size; each += 1) sums.stretches.push(this.#stretch());
      all.push(sums);
    }
    return all;
  }

  #stretch(): Stretch {
    return [this.#next(), this.#next(), this.#next(), this.#next(), this.#next(), this.#next()];
  }

  refs(): MemoryRef[] {
    const all: MemoryRef[] = [];
    const count = this.#next();
    for (let at = 0; at < count && this.#at < this.#size; at += 1) {
      all.push([this.#ids[this.#idAt] ?? '', this.#next(), this.#next(), this.#next()]);
      this.#idAt += 1;
    }
    return all;
  }

  /** Whether exactly everything was read. */
  isWhole(): boolean {
    return this.#at === this.#size && this.#idAt === this.#ids.length;
  }
}
