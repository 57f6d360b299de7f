/** What the children of a tool call are told of its trace, so that their own spans are part of it. */
import { telemetryIn } from '../../audit/telemetry/settings.ts';
import { type TraceContext, traceContextFor, traceParentIn } from '../../audit/telemetry/trace-ids.ts';
import type { Environment } from '../../tools/running/environment.ts';
import type { CallId, VariablesOf } from '../../tools/tool.ts';

/** Nothing where no traces are sent: a child would name a parent that is nowhere. */
export function traceContexts(env: Environment): (call: CallId) => TraceContext | undefined {
  const settings = telemetryIn(env);
  if (!settings || 'wrong' in settings) return () => undefined;
  const parent = traceParentIn(env);
  return ({ task_id, key }) => traceContextFor(task_id, key, parent);
}

/** What a program is told that serves many calls: the span of artoo's own caller, where there is one. */
export function callersVariables(env: Environment): Readonly<Record<string, string>> {
  const settings = telemetryIn(env);
  const parent = traceParentIn(env);
  if (!settings || 'wrong' in settings || !parent) return {};
  return { TRACEPARENT: `00-${parent.trace}-${parent.span}-${parent.flags}`, ...(parent.state && { TRACESTATE: parent.state }) };
}

/** The same as variables of a command. */
export const asVariables =
  (contextOf: ReturnType<typeof traceContexts>): VariablesOf =>
  (call) => {
    const context = contextOf(call);
    return context && { TRACEPARENT: context.traceparent, ...(context.tracestate && { TRACESTATE: context.tracestate }) };
  };
