/** A value as it would be read back: without anything undefined. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
