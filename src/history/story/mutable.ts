/** A part of a story while it is folded: the same shape, which its fold may still change. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Mutable<Item>[] : T[K] };
