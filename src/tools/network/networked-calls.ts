/**
 * Calls whose command may ask for hosts. A question is returned as the result of a call; the command waits, and continues with the later call that
 * has the approval.
 */
import { decideHosts, hostHarm } from '../asking/host-harm.ts';
import type { Permissions } from '../asking/permissions.ts';
import { type Asked, shellHash } from '../asking/shell-harm.ts';
import type { ContainedRun } from '../containment/containment.ts';
import { type Over, PendingRuns } from '../running/pending-runs.ts';
import type { StartedCalls } from '../running/started-calls.ts';
import type { CallId, Harm, ToolContext, ToolResult } from '../tool.ts';
import type { HostQuestion } from './host-gate.ts';
import { NetworkedRun, type RunNetworked } from './networked-run.ts';
import type { Outside } from './outside.ts';

/**
 * The result of a call: a question, or an ended run with whether anything was sent to a host and notes about that; in both cases with the hosts that
 * the run has reached.
 */
export type NetworkedOutcome = Required<Pick<ToolResult, 'reached'>> &
  ({ readonly harm: Harm } | { readonly run: ContainedRun; readonly traffic: readonly string[]; readonly hasLeft: boolean });

/** A command as shown in questions, the call, and how to run the command. */
type NetworkedCall = { readonly asked: Asked; readonly context: ToolContext; readonly run: RunNetworked };

/** Failure contract: both functions reject like the run. Disposing of this object ends the waiting runs. */
export type NetworkedCalls = AsyncDisposable & {
  start(call: NetworkedCall): Promise<NetworkedOutcome>;
  /** Ends a run whose question is no longer relevant. */
  drop(over: Over): Promise<void>;
  /** Whether a run of this command in this task has sent anything to a host, in any process. */
  hasLeft(asked: Asked, task_id: string): boolean;
  /** Continues the run that this call's approval is for; undefined if there is none, or if it ended after it had sent something. */
  proceed(call: NetworkedCall): Promise<NetworkedOutcome | undefined>;
};

type Held = AsyncDisposable & { readonly run: NetworkedRun; readonly question: HostQuestion };

/** The number of waiting runs, each of which is a running command. */
const maxHeld = 8;

export type NetworkedCallsOptions = {
  readonly permissions: Permissions;
  readonly started: StartedCalls;
  readonly outside: Outside;
};

export function createNetworkedCalls({ permissions, started, outside }: NetworkedCallsOptions): NetworkedCalls {
  const held = new PendingRuns<Held>(maxHeld);

  const start = (call: NetworkedCall, approved: readonly HostQuestion[] = []): Promise<NetworkedOutcome> => {
    const { context, run } = call;
    const decide = decideHosts(permissions, context);
    const mark = (id: CallId) => {
      started.mark(runOf(call.asked, id.task_id));
      started.mark(id);
    };
    return attend(call, new NetworkedRun({ run, decide, outside, mark, approved }, context));
  };

  /** Waits until the run has ended, or until the next question for which the call has no approval. */
  async function attend(call: NetworkedCall, run: NetworkedRun): Promise<NetworkedOutcome> {
    const { asked, context } = call;
    const attended = await run.attend(context);
    const reached = run.reached();
    if ('ended' in attended) return { run: attended.ended, traffic: run.notes(), hasLeft: run.hasLeft, reached };
    const { question } = attended;
    const harm = hostHarm(asked, question, permissions);
    if (harm.hash === context.approved) {
      run.approve(question);
      return attend(call, run);
    }
    const waiting = { run, question, [Symbol.asyncDispose]: () => run[Symbol.asyncDispose]() };
    await held.keep({ ...context.call, command: asked.command, cwd: asked.cwd, hash: harm.hash, run: waiting });
    return { harm, reached };
  }

  async function proceed(call: NetworkedCall): Promise<NetworkedOutcome | undefined> {
    const { asked, context } = call;
    const { call: id, approved, refused } = context;
    await held.dropOthers(id, approved, refused);
    const waiting = held.take({ task_id: id.task_id, command: asked.command, cwd: asked.cwd, hash: approved });
    if (!waiting) return undefined;
    const { run, question } = waiting;
    run.approve(question);
    if (!run.hasEnded) return attend(call, run);
    await waiting[Symbol.asyncDispose](); // the run ended before the answer came
    return run.hasLeft ? undefined : start(call, [question]);
  }

  return {
    start,
    proceed,
    drop: (over) => held.drop(over),
    hasLeft: (asked, task_id) => started.isMarked(runOf(asked, task_id)),
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  };
}

/** One mark for all runs of a command: a later call, which has the approval for a lost run, has a different key from the call that sent something. */
const runOf = (asked: Asked, task_id: string): CallId => ({ task_id, key: shellHash.network(asked) });
