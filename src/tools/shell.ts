/** Runs a command line in containment; its effects become real only as far as Law 1 allows (docs/harm.md). */
import { ArtooError } from '../contracts/errors.ts';
import type { OfferedTool } from '../contracts/offered-tool.ts';
import type { Json } from '../contracts/shapes/json.ts';
import { findsInHome } from '../laws/commands/finds-in-home.ts';
import { toolProgramsOf } from '../laws/commands/line/shell-line.ts';
import { type HostView, hostViewFor } from '../laws/commands/programs/looking-programs.ts';
import { isPlainlyReadOnly } from '../laws/commands/read-only.ts';
import { wantsNetwork } from '../laws/commands/wants-network.ts';
import { mayApply, mayRun, type RunFacts } from '../laws/law1-harm.ts';
import type { FactSources, KnownEffect } from './asking/effect-facts.ts';
import { movesAmong } from './asking/moves.ts';
import { factsAfterRun, factsBeforeRun, type KnownLine, type Ran } from './asking/shell-facts.ts';
import { shellHarm } from './asking/shell-harm.ts';
import { BackgroundRuns } from './background/background-runs.ts';
import { createStart } from './background/start-in-background.ts';
import type { ChangeStore } from './changes/change-store.ts';
import { type ContainedRequest, type ContainedRun, type Containment, hasDoors, isReadOnly } from './containment/containment.ts';
import { failedBy } from './failed-by.ts';
import { createNetworkedCalls, type NetworkedOutcome } from './network/networked-calls.ts';
import type { Outside } from './network/outside.ts';
import { noteOnLook, noteOnWalls, sightNotes } from './running/note-on-walls.ts';
import { type Over, PendingRuns } from './running/pending-runs.ts';
import { runBare } from './running/run-bare.ts';
import { ShellInput } from './running/shell-input.ts';
import { shellResult } from './running/shell-result.ts';
import type { StartedCalls } from './running/started-calls.ts';
import { whyMoved } from './steady-folders.ts';
import { failed, type LookUp, needsYes, type Tool, type ToolContext, ToolResult, type VariablesOf } from './tool.ts';

export type ShellOptions = FactSources & {
  /** The environment variables of commands. */
  readonly env: Readonly<Record<string, string>>;
  readonly containment: () => Promise<Containment>;
  readonly changes: ChangeStore;
  /** Places that commands can see because of rules. */
  readonly opened?: readonly string[];
  /** Marks calls that leave no receipt. */
  readonly started: StartedCalls;
  /** The tool to use instead of searching the whole home folder: it is available to models, not to people. */
  readonly mdfind?: OfferedTool | undefined;
  /** The background runs. */
  readonly background?: BackgroundRuns;
  /** How to reach other machines. */
  readonly outside: Outside;
  /** Removes secrets from what is shown of background runs. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Additional variables for the command of one call, if any. */
  readonly variablesOf?: VariablesOf | undefined;
};

/** What a run is given in addition to its walls. */
type Given = Pick<ContainedRequest, 'doors' | 'env' | 'sockets' | 'pausing' | 'signal' | 'onOutput'>;

/** A call, and what is known about its command before it runs. */
type Call = KnownLine & { readonly input: ShellInput; readonly context: ToolContext };

/** The number of open questions whose run is kept; if there are more, the oldest run is dropped. */
const maxFinished = 64;

/** A run whose effects are known; whether the command may run once more, because nothing was sent and this was its first run; and the hosts that it reached. */
type FinishedRun = Ran & AsyncDisposable & { readonly isRepeatable: boolean; readonly traffic?: readonly string[] };

/** The shell tool. `drop` ends commands that wait for an answer that will not come; disposing of the tool ends all commands. */
type ShellTool = Tool<ShellInput> & AsyncDisposable & { drop(over: Over): Promise<void> };

export function createShell({
  env,
  containment,
  opened = [],
  started,
  mdfind,
  background = new BackgroundRuns(),
  outside,
  redact,
  variablesOf = () => undefined,
  ...sources
}: ShellOptions): ShellTool {
  const { changes, permissions } = sources;
  const { home } = sources.places;
  const finished = new PendingRuns<FinishedRun>(maxFinished);
  const networked = createNetworkedCalls({ permissions, started, outside });
  const start = createStart({ containment, runs: background, changes, permissions, started, opened, outside, redact, variablesOf });

  async function run(input: ShellInput, context: ToolContext): Promise<ToolResult> {
    if (mdfind && findsInHome(input.command, { cwd: context.cwd, home }))
      return { ...failed('invalid_input', useMdfind), offers: [mdfind] };
    try {
      const network = input.network || context.network || wantsNetwork(input.command);
      const hasDoor = hasDoors((await containment()).kind);
      const { asked, facts } = factsBeforeRun({ ...input, network, hasDoor }, context, sources);
      if (input.background) return await start({ context, asked, facts });
      // If a run is lost, the command simply runs again after its approval, unless it has sent something.
      const given = context.approved !== undefined && networked.hasLeft(asked, context.call.task_id);
      return await runUnderLaw({ input, context, asked, facts: { ...facts, network: { ...facts.network, given } } });
    } catch (error) {
      return failedBy(error, `cannot run the command in ${context.cwd}`);
    }
  }

  async function runUnderLaw(call: Call): Promise<ToolResult> {
    const { asked, facts } = call;
    const verdict = mayRun(facts);
    if (verdict.verdict === 'deny' && verdict.because === 'unknown effects') return failed('failed', verdict.reason);
    if (verdict.verdict === 'deny') return needsYes(await shellHarm(asked, verdict));
    if (verdict.verdict === 'apply' && verdict.how === 'bare') return bare(call);
    if (verdict.verdict === 'apply' && verdict.how === 'looking') return looking(call, verdict.view);
    const kept = await keptFor(call);
    if (kept) return kept; // the command has already been run, or has continued
    return verdict.verdict === 'ask' ? needsYes(await shellHarm(asked, verdict)) : runContained(call, verdict.how);
  }

  /** The result of an approved call, if the run that was approved has been kept. */
  async function keptFor(call: Call): Promise<ToolResult | undefined> {
    const { call: id, cwd, approved, refused } = call.context;
    await finished.dropOthers(id, approved, refused);
    const done = finished.take({ task_id: id.task_id, command: call.input.command, cwd, hash: approved });
    if (done) return finish(call, done);
    try {
      const came = await networked.proceed(asNetworked(call));
      return came && (await afterNetwork(call, came));
    } catch (error) {
      return orUnwatched(call, error);
    }
  }

  async function bare({ input, context: { call, cwd, signal, onOutput } }: Call): Promise<ToolResult> {
    const { command, timeout_s } = input;
    started.mark(call);
    return shellResult(
      input,
      await runBare({ command, cwd, env: { ...env, ...variablesOf(call) }, timeoutMs: timeout_s * 1000, signal, onOutput }),
    );
  }

  async function looking(call: Call, view: HostView): Promise<ToolResult> {
    const { command, timeout_s } = call.input;
    const { cwd, signal, onOutput } = call.context;
    try {
      const walls = await containment();
      const { differs, ...ended } = await walls.look({ command, view, cwd, timeoutMs: timeout_s * 1000, signal, onOutput });
      const note = noteOnLook(command, { cwd, home }, { differs, printed: ended.output });
      return shellResult(call.input, ended, { note });
    } catch (error) {
      return orUnwatched(call, error);
    }
  }

  async function runContained(call: Call, how: Ran['how'], isAgain = false): Promise<ToolResult> {
    const { call: id, signal, onOutput } = call.context;
    try {
      if (how === 'networked') return await afterNetwork(call, await networked.start(asNetworked(call)), isAgain);
      if (how === 'with sockets') started.mark(id);
      const run = await inWalls(call, { sockets: how === 'with sockets', signal, onOutput });
      return await finish(call, finishedRun({ run, how, isRepeatable: how === 'contained' && !isAgain }));
    } catch (error) {
      return orUnwatched(call, error);
    }
  }

  const asNetworked = (call: Call) => ({ asked: call.asked, context: call.context, run: (given: Given) => inWalls(call, given) });

  const afterNetwork = async (call: Call, came: NetworkedOutcome, isAgain = false): Promise<ToolResult> => {
    const { reached } = came;
    if ('harm' in came) return { ...needsYes(came.harm), reached };
    const { run, hasLeft, traffic } = came;
    return { ...(await finish(call, finishedRun({ run, how: 'networked', isRepeatable: !hasLeft && !isAgain, traffic }))), reached };
  };

  /** If walls cannot be built, Law 1 decides again with that knowledge; any other error is thrown. */
  function orUnwatched(call: Call, error: unknown): Promise<ToolResult> {
    if (!(error instanceof ArtooError) || error.code !== 'containment_failed') throw error;
    return unwatched(call, { why: `${error.message}; its effects cannot be known in advance`, isInView: false });
  }

  async function inWalls({ input, context }: Call, given: Given): Promise<ContainedRun> {
    const { command, timeout_s } = input;
    const { cwd, realCwd, workspace, places, call } = context;
    const walls = await containment();
    const moved = realCwd === undefined ? undefined : whyMoved(cwd, realCwd); // this may be the second run, or a run that waited for approval
    if (moved !== undefined) throw new Error(`not done: ${moved}`);
    const doors = given.sockets ? [] : [...(given.doors ?? []), ...(await background.doors(call.task_id, given.doors))];
    const own = variablesOf(call);
    const env = own || given.env ? { ...own, ...given.env } : undefined;
    const request = { call, command, cwd, workspace, places: [...(places ?? []), ...opened], timeoutMs: timeout_s * 1000 };
    return changes.reading(() => walls.run({ ...request, ...given, env, doors }), given.signal);
  }

  /** For a command that ran contained but whose effects are unknown: Law 1 decides again with that knowledge. */
  const unwatched = (call: Call, unknown: RunFacts['unknown']): Promise<ToolResult> =>
    runUnderLaw({ ...call, facts: { ...call.facts, unknown } });

  /**
   * Applies the effects of a run, keeps them until they are approved, or drops them. If another program has changed the same files in the meantime,
   * the command runs once more.
   */
  async function finish(call: Call, ran: FinishedRun): Promise<ToolResult> {
    const { input, context, asked } = call;
    const { run: view, how, isRepeatable } = ran;
    let isKept = false;
    try {
      if (view.moved.length > 0 && isRepeatable) return await runContained(call, how, true);
      if (view.ended.killedBy !== null) return shellResult(input, view.ended, { note: await noteOn(call, ran) }); // a stopped command has no effects
      if (view.whyUnknown !== undefined)
        return withOutput(await unwatched(call, { why: view.whyUnknown, isInView: !isReadOnly((await containment()).kind) }), view.ended);
      const outcome = await factsAfterRun(call, ran, context, sources);
      const verdict = mayApply(outcome);
      if (verdict.verdict === 'apply') return await apply(call, ran, outcome.effects);
      if (verdict.verdict === 'again') return await runUnderLaw(wantingNetwork(call));
      const harm = await shellHarm(asked, verdict, outcome);
      isKept = verdict.verdict === 'ask' && verdict.about === 'effects'; // as long as the question is open, the run is kept
      if (isKept) await finished.keep({ ...context.call, command: input.command, cwd: context.cwd, hash: harm.hash, run: ran });
      return needsYes(harm);
    } finally {
      if (!isKept) await view[Symbol.asyncDispose]();
    }
  }

  const noteOn = async ({ input: { command }, context: { cwd } }: Call, { run, traffic }: FinishedRun): Promise<string> =>
    noteOnWalls(command, run, (await containment()).kind, { sights: sightNotes(command, { cwd, home }, run), traffic });

  /** Applies all changes of a run, or none. */
  async function apply(whole: Call, ran: FinishedRun, effects: readonly KnownEffect[]): Promise<ToolResult> {
    const { input, context } = whole;
    const { run: view, how, isRepeatable } = ran;
    const { call, signal } = context;
    const moves = await movesAmong(effects, signal); // before any file is deleted
    const result = shellResult(input, view.ended, { effects, moves, note: await noteOn(whole, ran) });
    if (view.changes.length === 0) return result;
    try {
      const applied = await changes.apply({ call, title: input.command, changes: view.changes, result: result as Json }, signal); // a result is plain JSON
      if (applied.applied) return result;
      if (isRepeatable) return await runContained(whole, how, true);
      return failed('failed', `none of it was applied: ${listed(applied.moved)} changed in the meantime. Try again`);
    } catch (error) {
      return failedBy(error, 'its changes could not be applied');
    }
  }

  /** Without a receipt, a contained command had no effect; whether a marked call had one is unknown. */
  async function lookUp(_: ShellInput, { call }: ToolContext): Promise<LookUp> {
    const receipt = await changes.receiptOf(call);
    if (receipt) return ToolResult.parse(receipt.result);
    return started.isMarked(call) ? 'unknown' : 'not_done';
  }

  return {
    name: 'shell',
    description:
      'Run a command line in bash, in the current folder. It sees no secrets and has its own empty /tmp, and what it leaves running ends with it. It reaches other machines only by http and https, host by host (network: true). Changes outside the workspace, and each host, may need a yes from the person. Servers and watchers: background: true; later commands reach their ports on 127.0.0.1.',
    input: ShellInput,
    timeoutMs: 610_000,
    target: ({ command }) => command,
    programs: ({ command }) => toolProgramsOf(command),
    changes: ({ command }) => !changesNothing(command),
    repeatable: ({ command }) => changesNothing(command),
    evidence: { kind: 'runs', line: 'command' },
    run,
    lookUp,
    async drop(over) {
      await networked.drop(over);
      await finished.drop(over);
    },
    [Symbol.asyncDispose]: () => networked[Symbol.asyncDispose](),
  };
}

const finishedRun = (ran: Omit<FinishedRun, typeof Symbol.asyncDispose>): FinishedRun => ({
  ...ran,
  [Symbol.asyncDispose]: () => ran.run[Symbol.asyncDispose](),
});

/** The same call, now that it is known to need the network. */
const wantingNetwork = (call: Call): Call => ({
  ...call,
  facts: { ...call.facts, network: { ...call.facts.network, wanted: true } },
});

const useMdfind =
  'not run: mdfind finds files anywhere in the home folder by words in their names, and is faster than find; to search part of it, name that folder';

const changesNothing = (command: string): boolean => isPlainlyReadOnly(command) || hostViewFor(command) !== undefined;

/**
 * The output of a command is returned even if its effects are not applied; but not together with a question, since the command runs again after that.
 */
const withOutput = (result: ToolResult, { output, truncated }: ContainedRun['ended']): ToolResult =>
  result.harm === undefined && result.output === '' ? { ...result, output, truncated } : result;

const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
