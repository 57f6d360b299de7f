/** Starts a command line in the background, if Law 1 allows it, and reports whether it is up. */
import { ArtooError } from '../../contracts/errors.ts';
import { mayStart } from '../../laws/law1-harm.ts';
import type { FactSources } from '../asking/effect-facts.ts';
import type { KnownLine } from '../asking/shell-facts.ts';
import { shellHarm } from '../asking/shell-harm.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { type Containment, hasDoors } from '../containment/containment.ts';
import { failedBy } from '../failed-by.ts';
import type { Outside } from '../network/outside.ts';
import { shellFailure } from '../running/shell-failure.ts';
import type { StartedCalls } from '../running/started-calls.ts';
import { failed, needsYes, succeeded, type ToolContext, type ToolResult, type VariablesOf } from '../tool.ts';
import { backgroundNetwork } from './background-network.ts';
import type { BackgroundRun, RunEnd } from './background-run.ts';
import type { BackgroundRuns } from './background-runs.ts';
import { droppedText, endText, portsText, printedText } from './run-text.ts';

export type StartOptions = Pick<FactSources, 'permissions'> & {
  readonly changes: ChangeStore;
  readonly containment: () => Promise<Containment>;
  readonly runs: BackgroundRuns;
  readonly started: StartedCalls;
  readonly opened: readonly string[];
  readonly outside: Outside;
  readonly redact?: ((text: string) => string) | undefined;
  readonly variablesOf: VariablesOf;
};

type StartCall = KnownLine & { readonly context: ToolContext };

export function createStart(options: StartOptions) {
  const { containment, runs, changes, permissions, started, opened, outside, redact, variablesOf } = options;
  return async ({ asked, facts, context }: StartCall): Promise<ToolResult> => {
    const verdict = mayStart(facts);
    if (verdict.verdict !== 'apply') return needsYes(await shellHarm(asked, verdict));
    const walls = await containment();
    const { command, cwd, workspace } = asked;
    const { call, places = [] } = context;
    const hasNetwork = facts.network.wanted && hasDoors(walls.kind);
    const network = hasNetwork ? backgroundNetwork({ permissions, started, outside }, context) : undefined;
    const doors = [...(network?.doors ?? []), ...(await runs.doors(call.task_id, network?.doors))];
    const request = { command, cwd, workspace, places: [...places, ...opened], env: { ...variablesOf(call), ...network?.env }, doors };
    const run = runs.start({
      ...{ task_id: call.task_id, command, traffic: network?.traffic, redact },
      run: (given) => changes.reading(() => walls.run({ ...request, ...given }), given.signal).finally(() => network?.[Symbol.dispose]()),
    });
    if (!run)
      return failed(
        'failed',
        'not started: too many processes of this task run in the background. Stop one with background { id, stop: true }',
      );
    await run.started(context.signal, context.onOutput);
    return run.end ? endedAtOnce(run, run.end) : up(run);
  };
}

async function up(run: BackgroundRun): Promise<ToolResult> {
  const ports = (await run.ports()).map(({ port }) => port);
  const state =
    ports.length === 0
      ? 'it is running, but is not listening on a port yet'
      : `it ${portsText(ports)}, where this task's calls can reach it, but the person's own programs, such as a browser, cannot`;
  const printed = printedText(run.takeOutput());
  return succeeded(`started in the background as ${run.id}: ${state}\n${printed}`, { background: { id: run.id, ports } });
}

/** A failure whatever the exit code, since the command should still be running. */
function endedAtOnce(run: BackgroundRun, end: RunEnd): ToolResult {
  const output = `${printedText(run.takeOutput())}${droppedText(end)}`;
  if ('failed' in end) return notStarted(end.failed);
  const { exitCode } = end.ended;
  const failure = shellFailure(end.ended, 0);
  const hint = exitCode === 0 ? '; a line that runs in the background must not end, so leave out a final &' : '';
  return {
    ...{ ok: false, output, truncated: false },
    error: { class: failure?.class ?? 'failed', message: `it did not stay in the background: it ${endText(end)}${hint}` },
    ...(exitCode === null ? {} : { exit_code: exitCode }),
  };
}

function notStarted(error: unknown): ToolResult {
  if (error instanceof ArtooError && error.code === 'containment_failed')
    return failed('failed', `not started: ${error.message}; in the background a command runs only within walls`);
  return failedBy(error, 'not started');
}
