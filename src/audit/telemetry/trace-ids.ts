/**
 * The ids of traces and spans. They are derived from the task and the key of the effect, so that a child can name its parent before the parent is sent, and a span that is sent twice stays one span.
 * Pure.
 */
import { hash } from 'node:crypto';

/** The span of the caller that a task belongs to (W3C Trace Context). */
export type TraceParent = { readonly trace: string; readonly span: string; readonly flags: string; readonly state?: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** The content of `TRACEPARENT` and `TRACESTATE`; undefined if it is not valid. */
export function traceParentIn({ TRACEPARENT: text = '', TRACESTATE: state = '' }: Environment): TraceParent | undefined {
  const { trace, span, flags } =
    /^(?!ff)[0-9a-f]{2}-(?!0{32})(?<trace>[0-9a-f]{32})-(?!0{16})(?<span>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-.*)?$/.exec(text.trim())
      ?.groups ?? {};
  if (trace === undefined || span === undefined || flags === undefined) return undefined;
  return { trace, span, flags, ...(/^[\x20-\x7e]{1,512}$/.test(state.trim()) && { state: state.trim() }) };
}

/** Whether the caller records its own spans. If not, the spans of a task are not sent, because they would lack their root. */
export const isRecorded = (parent: TraceParent | undefined): boolean =>
  parent === undefined || (Number.parseInt(parent.flags, 16) & 1) === 1;

export const traceIdOf = (task_id: string, parent: TraceParent | undefined): string =>
  parent?.trace ?? hash('sha256', `trace ${task_id}`).slice(0, 32);

/** `place` is an effect's key, or the name of a part of the task from `places.ts`. */
export const spanIdOf = (task_id: string, place: string): string => hash('sha256', `span ${task_id} ${place}`).slice(0, 16);

/** The context that is passed to a child of an effect, under the names of the protocol. */
export function traceContextFor(task_id: string, key: string, parent: TraceParent | undefined): TraceContext {
  const traceparent = `00-${traceIdOf(task_id, parent)}-${spanIdOf(task_id, key)}-${parent?.flags ?? '01'}`;
  return { traceparent, ...(parent?.state !== undefined && { tracestate: parent.state }) };
}
export type TraceContext = { readonly traceparent: string; readonly tracestate?: string };
