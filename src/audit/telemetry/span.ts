/** A span: a part of a task with its times, what is known of it, and what happened in it. */
/** A bare number is a whole one; an attribute has one type in all spans, so that what may be a fraction is always told as one. */
export type Value = string | number | { readonly decimal: number } | boolean | readonly string[];
export type Attributes = Readonly<Record<string, Value | undefined>>;

/** Times are in ms since 1970. */
export type SpanEvent = { readonly name: string; readonly ms: number; readonly attributes: Attributes };

export type Span = {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly kind: 'internal' | 'client';
  readonly from: number;
  readonly to: number;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  /** Why it failed, in one word. */
  readonly failed: string | undefined;
};
