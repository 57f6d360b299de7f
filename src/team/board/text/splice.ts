/** The bytes of a text in which some pieces changed: the others are copied, and only the changes are encoded. Pure. */

/** `bytes` are those of the pieces `before`; the returned ones are those of the pieces `after`. */
export function splicedBytes(bytes: Buffer, before: readonly string[], after: readonly string[]): Buffer {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < shorter - first && before[before.length - 1 - last] === after[after.length - 1 - last]) last += 1;
  const start = sizeOf(before.slice(0, first));
  const end = start + sizeOf(before.slice(first, before.length - last));
  const changed = Buffer.from(after.slice(first, after.length - last).join(''));
  return Buffer.concat([bytes.subarray(0, start), changed, bytes.subarray(end)]);
}

function sizeOf(texts: readonly string[]): number {
  let size = 0;
  for (const text of texts) size += Buffer.byteLength(text);
  return size;
}
