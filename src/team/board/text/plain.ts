/** A value as it would be read back: without what is undefined. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
