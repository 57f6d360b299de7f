/** The trace context for the children of a tool call, so that their spans become part of its trace. */
import { telemetryIn } from '../../audit/telemetry/settings.ts';
import { type TraceContext, traceContextFor, traceParentIn } from '../../audit/telemetry/trace-ids.ts';
import type { Environment } from '../../tools/running/environment.ts';
import type { CallId, VariablesOf } from '../../tools/tool.ts';

/** Undefined if no traces are sent: otherwise a child would name a parent that does not exist. */
export function traceContexts(env: Environment): (call: CallId) => TraceContext | undefined {
  const settings = telemetryIn(env);
  if (!settings || 'wrong' in settings) return () => undefined;
  const parent = traceParentIn(env);
  return ({ task_id, key }) => traceContextFor(task_id, key, parent);
}

/** For a program that serves many calls: the span of the program that called artoo, if there is one. */
export function callersVariables(env: Environment): Readonly<Record<string, string>> {
  const settings = telemetryIn(env);
  const parent = traceParentIn(env);
  if (!settings || 'wrong' in settings || !parent) return {};
  return { TRACEPARENT: `00-${parent.trace}-${parent.span}-${parent.flags}`, ...(parent.state && { TRACESTATE: parent.state }) };
}

/** The trace context as variables for a command. */
export const asVariables =
  (contextOf: ReturnType<typeof traceContexts>): VariablesOf =>
  (call) => {
    const context = contextOf(call);
    return context && { TRACEPARENT: context.traceparent, ...(context.tracestate && { TRACESTATE: context.tracestate }) };
  };
