/** A span: a part of a task with its times, its attributes and its events. */
/** A bare number is an integer. An attribute has the same type in all spans, so one that may be a fraction is always sent as a fraction. */
export type Value = string | number | { readonly decimal: number } | boolean | readonly string[];
export type Attributes = Readonly<Record<string, Value | undefined>>;

/** `ms`: milliseconds since 1970. */
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
  /** Why the part failed, in one word; undefined if it did not fail. */
  readonly failed: string | undefined;
};
