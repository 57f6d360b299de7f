/** The bytes of a text in which some pieces changed: unchanged pieces are copied, and only the changed ones are encoded. */

/** Memory for this many bytes, apart from the memory of `taken`. */
export type Room = (length: number, taken: Buffer) => Buffer;

/**
 * Memory for two texts, the current and the previous one, used alternately: allocating 800 kB for each write would soon fill memory with garbage, and
 * collecting it takes a fifth of the time of all writes.
 */
export function createRoom(): Room {
  let [last, spare] = [Buffer.alloc(0), Buffer.alloc(0)];
  return (length, taken) => {
    if (spare.buffer === taken.buffer) [last, spare] = [spare, last];
    if (spare.length < length) spare = Buffer.alloc(length + growthBytes);
    return spare.subarray(0, length);
  };
}

const growthBytes = 65_536;

/** The bytes of the pieces `after`; `bytes` are those of the pieces `before`. */
export function splicedBytes(
  bytes: Buffer,
  before: readonly string[],
  after: readonly string[],
  room: Room = (length) => Buffer.alloc(length),
): Buffer {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < shorter - first && before[before.length - 1 - last] === after[after.length - 1 - last]) last += 1;
  const start = sizeOf(before.slice(0, first));
  const end = start + sizeOf(before.slice(first, before.length - last));
  const changed = Buffer.from(after.slice(first, after.length - last).join(''));
  const spliced = room(start + changed.length + bytes.length - end, bytes);
  bytes.copy(spliced, 0, 0, start);
  changed.copy(spliced, start);
  bytes.copy(spliced, start + changed.length, end);
  return spliced;
}

function sizeOf(texts: readonly string[]): number {
  let size = 0;
  for (const text of texts) size += Buffer.byteLength(text);
  return size;
}
