/**
 * The record of a tag as text. Every plan reads many of them, and parsing decimals would take longer than the rest of a calibration; therefore the
 * numbers are doubles in base64, followed by the ids as JSON.
 */
import { parsedJson } from '../../contracts/text/parsed-json.ts';
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

/** Undefined if the text cannot be read. */
export function unpackTag(text: string): TagRecord | undefined {
  const end = text.indexOf('[');
  const ids = end < 0 ? undefined : idsIn(text.slice(end));
  if (!ids) return undefined;
  const size = decode(text, end);
  let [at, idAt] = [0, 0];

  /** NaN past the end, which terminates every list */
  const next = (): number => {
    at += 1;
    return at <= size ? (doubles[at - 1] ?? Number.NaN) : Number.NaN;
  };
  const listOf = <T>(read: () => T): T[] => {
    const all: T[] = [];
    for (let left = next(); left > 0 && at < size; left -= 1) all.push(read());
    return all;
  };
  const stretch = (): Stretch => [next(), next(), next(), next(), next(), next()];
  const sums = (): Sums => ({ k: next(), spentUntil: next(), spent: next(), stretches: listOf(stretch) });
  const ref = (): MemoryRef => {
    idAt += 1;
    return [ids[idAt - 1] ?? '', next(), next(), next()];
  };

  const record: TagRecord = {
    due: next() === 1,
    sums: { evidence: listOf(sums), other: listOf(sums), consolidated: listOf(sums) },
    rules: listOf(ref),
    demoted: listOf(ref),
    newest: listOf(ref),
  };
  return at === size && idAt === ids.length ? record : undefined;
}

/** The result of `totalAt` for a packed record, without unpacking it. Undefined if the text cannot be read. */
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
