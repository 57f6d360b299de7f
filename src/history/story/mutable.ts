/** A part of a story that is still being folded: the same shape, but its fields can be changed. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Mutable<Item>[] : T[K] };
