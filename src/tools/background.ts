/** Lists the background runs of a task, shows their output, and stops them. */
import { z } from 'zod';
import type { BackgroundRun } from './background/background-run.ts';
import type { BackgroundRuns } from './background/background-runs.ts';
import { droppedText, printedText, runText, trafficText } from './background/run-text.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

/** Shown to models that mistake this tool for the tool that starts a run. */
const startsNothing = 'background only manages what already runs; shell starts commands, with background: true';

const BackgroundInput = z.strictObject(
  {
    id: z.string().min(1).max(40).optional().describe('The id that shell returned, such as bg-1. Without it, all are listed.'),
    stop: z.boolean().default(false).describe('Whether to end it, with everything that it started.'),
  },
  { error: ({ code }) => (code === 'unrecognized_keys' ? startsNothing : undefined) },
);
type BackgroundInput = z.infer<typeof BackgroundInput>;

export function createBackground(runs: BackgroundRuns): Tool<BackgroundInput> {
  async function run({ id, stop }: BackgroundInput, { call }: ToolContext): Promise<ToolResult> {
    const known = runs.of(call.task_id);
    if (id === undefined && stop) return failed('invalid_input', `which one should be stopped? ${await listed(known)}`);
    if (id === undefined) return succeeded(await listed(known), { started: linesOf(known) });
    const found = known.find((each) => each.id === id);
    if (!found) return failed('not_found', `${id} is not running: ${whyGone}. ${await listed(known)}`);
    if (stop) await found.stop();
    return told(found);
  }

  return {
    name: 'background',
    description:
      'Manage what shell started with background: true. Without id: list it, with its ports. With id: show what it printed since the last look, and how it ended if it has. With stop: end it.',
    input: BackgroundInput,
    timeoutMs: 30_000,
    target: ({ id = '' }) => id,
    changes: ({ stop }) => stop,
    repeatable: () => true,
    evidence: { kind: 'runs', line: 'id' },
    run,
  };
}

const whyGone =
  'this task did not start it, or artoo has been stopped since, which ended it too; start it again with shell and background: true';

async function listed(runs: readonly BackgroundRun[]): Promise<string> {
  if (runs.length === 0) return 'Nothing runs in the background.';
  return (await Promise.all(runs.map(runText))).join('\n');
}

const linesOf = (runs: readonly BackgroundRun[]): string => runs.map(({ command }) => command).join('\n');

async function told(run: BackgroundRun): Promise<ToolResult> {
  const { end } = run;
  const printed = printedText(run.takeOutput());
  const exitCode = end && 'ended' in end ? end.ended.exitCode : null;
  const output = `${await runText(run)}\n${printed === '' ? '(nothing printed since the last look)\n' : printed}${trafficText(run)}${end ? droppedText(end) : ''}`;
  return succeeded(output, { started: linesOf([run]), ...(exitCode === null ? {} : { exit_code: exitCode }) });
}
