/** Calls whose command may ask for hosts. A question is the result of a call; the command waits, and goes on with the call that brings the yes. */
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

/** What came of a call: a question, or a run that has ended, whether anything left for a host, and what is said of that; and the hosts that it reached so far. */
export type Came = Required<Pick<ToolResult, 'reached'>> &
  ({ readonly harm: Harm } | { readonly run: ContainedRun; readonly traffic: readonly string[]; readonly hasLeft: boolean });

/** A command as it is asked about, the call it is in, and how it is run. */
type NetworkedCall = { readonly asked: Asked; readonly context: ToolContext; readonly run: RunNetworked };

/** Failure contract: both reject as the run does. Disposed of, it ends the runs that wait. */
export type NetworkedCalls = AsyncDisposable & {
  start(call: NetworkedCall): Promise<Came>;
  /** Ends what waits for the answer to a question that is over. */
  drop(over: Over): Promise<void>;
  /** Whether anything has left for a host in a run of this command in this task, whichever process it ran in. */
  hasLeft(asked: Asked, task_id: string): boolean;
  /** Goes on with the run that the yes of a call is for; undefined where there is none, or where it ended after something had left. */
  goOn(call: NetworkedCall): Promise<Came | undefined>;
};

type Held = AsyncDisposable & { readonly run: NetworkedRun; readonly question: HostQuestion };

/** Each is a running command. */
const maxHeld = 8;

export type NetworkedCallsOptions = {
  readonly permissions: Permissions;
  readonly started: StartedCalls;
  readonly outside: Outside;
};

export function createNetworkedCalls({ permissions, started, outside }: NetworkedCallsOptions): NetworkedCalls {
  const held = new PendingRuns<Held>(maxHeld);

  const start = (call: NetworkedCall, approved: readonly HostQuestion[] = []): Promise<Came> => {
    const { context, run } = call;
    const decide = decideHosts(permissions, context);
    const mark = (id: CallId) => {
      started.mark(runOf(call.asked, id.task_id));
      started.mark(id);
    };
    return attend(call, new NetworkedRun({ run, decide, outside, mark, approved }, context));
  };

  /** Until it has ended, or until the next question that the call does not bring a yes to. */
  async function attend(call: NetworkedCall, run: NetworkedRun): Promise<Came> {
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

  async function goOn(call: NetworkedCall): Promise<Came | undefined> {
    const { asked, context } = call;
    const { call: id, approved, refused } = context;
    await held.dropOthers(id, approved, refused);
    const waiting = held.take({ task_id: id.task_id, command: asked.command, cwd: asked.cwd, hash: approved });
    if (!waiting) return undefined;
    const { run, question } = waiting;
    run.approve(question);
    if (!run.hasEnded) return attend(call, run);
    await waiting[Symbol.asyncDispose](); // it gave up before the answer came
    return run.hasLeft ? undefined : start(call, [question]);
  }

  return {
    start,
    goOn,
    drop: (over) => held.drop(over),
    hasLeft: (asked, task_id) => started.isMarked(runOf(asked, task_id)),
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  };
}

/** The mark of all runs of a command: a later call, whose yes is for a run that is lost, has another name than the call in which something left. */
const runOf = (asked: Asked, task_id: string): CallId => ({ task_id, key: shellHash.network(asked) });
