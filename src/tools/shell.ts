/** Runs a command line. What does not plainly only read runs contained, and its effects are real once they are free or confirmed (Law 1, docs/harm.md). */
import { z } from 'zod';
import { ArtooError } from '../contracts/errors.ts';
import type { Json } from '../contracts/json.ts';
import { inspectCommand, whyUnreadable } from '../laws/commands/inspect-command.ts';
import { isPlainlyReadOnly } from '../laws/commands/read-only.ts';
import { toolProgramsOf } from '../laws/commands/shell-line.ts';
import { isWithin } from '../laws/places/posix-path.ts';
import type { Surroundings } from '../laws/places/sensitive-places.ts';
import { doesWhatItSays } from '../laws/rules/reach.ts';
import { type JudgedChange, judgeChanges } from './asking/judge-changes.ts';
import type { Permissions } from './asking/permissions.ts';
import { judgingFor } from './asking/places-judged-by.ts';
import { type Asked, bareHarm, bareHash, deniedHarm, networkHash, outcomeHarm, outcomeHash } from './asking/shell-harm.ts';
import type { ChangeStore } from './changes/change-store.ts';
import type { ContainedRun, Containment } from './containment/containment.ts';
import { failedBy } from './failed-by.ts';
import type { Begun } from './running/begun-calls.ts';
import { PendingViews } from './running/pending-views.ts';
import { mayReadBare } from './running/plain-reading.ts';
import type { ProcessResult } from './running/process.ts';
import { runBare } from './running/run-bare.ts';
import { shellFailure } from './running/shell-failure.ts';
import { effectKeyOf, failed, type LookUp, needsYes, succeeded, type Tool, type ToolContext, ToolResult } from './tool.ts';

const ShellInput = z.object({
  command: z
    .string()
    .min(1)
    .max(100_000)
    .refine((command) => !command.includes('\0'), { error: 'must not contain a null byte' })
    .refine((command) => command.isWellFormed(), { error: 'must be valid Unicode' })
    .describe('A command line for bash. It gets no input and no terminal.'),
  timeout_s: z.int().min(1).max(600).default(60).describe('After this many seconds it is stopped, with everything that it started.'),
  network: z.boolean().default(false).describe('Whether it needs the network: the person is asked for it.'),
});
type ShellInput = z.infer<typeof ShellInput>;

export type ShellOptions = {
  /** The environment that commands get. */
  readonly env: Readonly<Record<string, string>>;
  readonly containment: () => Promise<Containment>;
  readonly changes: ChangeStore;
  /** Where calls are marked that leave no receipt. */
  readonly begun: Begun;
  readonly permissions: Permissions;
  readonly places: Surroundings;
  /** Places that no command may see. */
  readonly secrets: readonly string[];
};

export function createShell({ env, containment, changes, begun, permissions, places, secrets }: ShellOptions): Tool<ShellInput> {
  const pending = new PendingViews();

  async function run(input: ShellInput, context: ToolContext): Promise<ToolResult> {
    const { command } = input;
    const { cwd, approved, call } = context;
    const action = { tool: 'shell', command, cwd } as const;
    const ruled = permissions.decide(action);
    const asked: Asked = { command, cwd, rule: permissions.narrow(action) };
    if (ruled.decision === 'deny') return needsYes(deniedHarm(asked, ruled.rule ?? ''));
    try {
      if (ruled.decision !== 'ask' && (await mayReadBare(command, cwd, secrets))) return await bare(input, context, true);
      if (approved === bareHash(asked)) return await bare(input, context, false);
      await pending.dropOthers(call, approved);
      const view = pending.take({ task_id: call.task_id, command, cwd, hash: approved });
      if (view) return await settle(input, context, view.run, view.judged);
      return await contained(input, context, asked, ruled.decision);
    } catch (error) {
      return failedBy(error, `cannot run the command in ${cwd}`);
    }
  }

  async function contained(input: ShellInput, context: ToolContext, asked: Asked, ruled: 'allow' | 'ask' | 'none'): Promise<ToolResult> {
    const walls = await containment();
    const isGranted = (context.network && context.approved === networkHash(asked)) || (input.network && ruled === 'allow');
    if (context.network && !isGranted) return needsYes(await outcomeHarm(asked, [], { network: 'again' }));
    if (input.network && !isGranted) return needsYes(await outcomeHarm(asked, [], { network: 'wanted' }));
    let view: ContainedRun;
    try {
      view = await within(walls, input, context, isGranted);
      if (wantsNetwork(view) && ruled === 'allow') {
        await view[Symbol.asyncDispose]();
        view = await within(walls, input, context, true);
      }
    } catch (error) {
      if (!(error instanceof ArtooError) || error.code !== 'containment_failed') throw error;
      return needsYes(bareHarm(asked, `${error.message}; what it does cannot be told before: ${reading(input, context)}`));
    }
    return judge(input, context, asked, { walls, view, ruled });
  }

  const within = (
    walls: Containment,
    { command, timeout_s }: ShellInput,
    { call, cwd, workspace, signal }: ToolContext,
    network: boolean,
  ) =>
    changes.reading(() => {
      if (network) begun.mark(call);
      return walls.run({ command, cwd, workspace, network, timeoutMs: timeout_s * 1000, signal });
    }, signal);

  type Ran = { readonly walls: Containment; readonly view: ContainedRun; readonly ruled: 'allow' | 'ask' | 'none' };

  async function judge(input: ShellInput, context: ToolContext, asked: Asked, { walls, view, ruled }: Ran): Promise<ToolResult> {
    const { ended, untold } = view;
    const { call, cwd, workspace } = context;
    let isKept = false;
    try {
      if (ended.killedBy !== null) return resultOf(input, ended, []);
      if (untold !== undefined && walls.kind === 'read-only') return needsYes(bareHarm(asked, `${untold}: ${reading(input, context)}`));
      if (untold !== undefined) return failed('failed', `nothing of it was applied: ${untold}`);
      const judging = await judgingFor(places, cwd, workspace);
      const isOwn: Parameters<typeof judgeChanges>[1]['isOwn'] = (path, entry) => changes.isOwn(call.task_id, path, entry);
      const judged = await judgeChanges(view.changes, { judging, isOwn });
      if (wantsNetwork(view)) return needsYes(await outcomeHarm(asked, judged, { network: 'attempted' }));
      const unread = whyUnreadable(input.command);
      const isPlain = ruled === 'none' && (unread === undefined || judged.length === 0);
      const denied = judged
        .map(({ effect }) => permissions.decide({ tool: 'write', path: effect.path }))
        .find(({ decision }) => decision === 'deny');
      if (denied) return needsYes({ ...(await outcomeHarm(asked, judged, {})), rule: null, denied: denied.rule ?? '' });
      // A rule that allows a line frees what it does to the project; further away only what the line itself says.
      const isFar = ({ path }: { readonly path: string }) => !isWithin(judging.cwd, path) && !isWithin(judging.workspace, path);
      const isBeyond = ({ isSensitive, why, effect }: JudgedChange) =>
        isSensitive || (why !== undefined && isFar(effect) && !doesWhatItSays(input.command));
      const isRefused = judged.some(({ effect }) => context.refused.includes(effectKeyOf(effect)));
      const isFree = !isRefused && (ruled === 'allow' ? !judged.some(isBeyond) : isPlain && judged.every(({ why }) => why === undefined));
      isKept = true;
      if (isFree || context.approved === outcomeHash(asked, judged)) return await settle(input, context, view, judged);
      const harm = await outcomeHarm(asked, judged, { why: ruled === 'ask' ? 'a rule says to ask' : unread, exitCode: ended.exitCode });
      await pending.keep({ task_id: call.task_id, key: call.key, command: input.command, cwd, hash: harm.hash, run: view, judged });
      return needsYes(harm);
    } finally {
      if (!isKept) await view[Symbol.asyncDispose]();
    }
  }

  /** Makes the effects of a command real, all or none. */
  async function settle(
    input: ShellInput,
    { call, signal }: ToolContext,
    view: ContainedRun,
    judged: readonly JudgedChange[],
  ): Promise<ToolResult> {
    await using _view = view;
    const result = resultOf(input, view.ended, judged, notesOn(view));
    if (view.changes.length === 0) return result;
    try {
      const applied = await changes.apply({ call, title: input.command, changes: view.changes, result: result as Json }, signal); // a result is made of JSON alone
      if (applied.applied) return result;
      return failed('failed', `nothing of it was applied: ${listed(applied.moved)} changed meanwhile. Try again`);
    } catch (error) {
      return failedBy(error, 'what it did could not be applied');
    }
  }

  /** `isSmall`: it plainly only reads. */
  async function bare(input: ShellInput, { call, cwd, signal }: ToolContext, isSmall: boolean): Promise<ToolResult> {
    const { command, timeout_s } = input;
    if (!isSmall) begun.mark(call);
    return resultOf(input, await runBare({ command, cwd, env, timeoutMs: timeout_s * 1000, signal, isSmall }), []);
  }

  /** Nothing of a contained command is real without a receipt; what was begun over the network or without walls cannot be looked up. */
  async function lookUp(_: ShellInput, { call }: ToolContext): Promise<LookUp> {
    const receipt = await changes.receiptOf(call);
    if (receipt) return ToolResult.parse(receipt.result);
    return begun.isMarked(call) ? 'unknown' : 'not_done';
  }

  const reading = ({ command }: ShellInput, { cwd, workspace }: ToolContext): string =>
    inspectCommand(command, { cwd, workspace, home: places.home }).reason;

  return {
    name: 'shell',
    description:
      'Run a command line in bash, in the current folder. It sees no secrets, no network and an empty /tmp of its own, and what it leaves running ends with it. What it changes outside the workspace may need a yes of the person.',
    input: ShellInput,
    timeoutMs: 610_000,
    target: ({ command }) => command,
    programs: ({ command }) => toolProgramsOf(command),
    changes: ({ command }) => !isPlainlyReadOnly(command),
    repeatable: ({ command }) => isPlainlyReadOnly(command),
    evidence: { kind: 'runs', line: 'command' },
    run,
    lookUp,
  };
}

/** What failed for want of a network is asked about; what did well without it is only told. */
const wantsNetwork = ({ attemptedNetwork, ended }: ContainedRun): boolean => attemptedNetwork && ended.exitCode !== 0;

/** What was done differently than it would have been without walls, where that is not plain from its effects. */
function notesOn({ attemptedNetwork, left }: ContainedRun): string {
  const notes = [
    ...(attemptedNetwork ? ['it tried to reach the network, which is off'] : []),
    ...(left.files > 0 ? ['what it left in /tmp was private to it, and is gone'] : []),
    ...(left.processes > 0 ? ['what it left running was ended with it'] : []),
  ];
  return notes.length === 0
    ? ''
    : `
[artoo: ${notes.join('; ')}]`;
}

/** More changes than this are counted in what the model is told, not listed. */
const maxListed = 2_000;

function resultOf({ command, timeout_s }: ShellInput, ended: ProcessResult, judged: readonly JudgedChange[], notes = ''): ToolResult {
  const { exitCode, truncated } = ended;
  const output = `${ended.output}${notes}`;
  const error = shellFailure(ended, timeout_s, command);
  const changed = judged.slice(0, maxListed).map(({ effect: { path, change, hash } }) => ({ path, change, ...(hash ? { hash } : {}) }));
  const told = {
    truncated,
    ...(exitCode === null ? {} : { exit_code: exitCode }),
    ...(changed.length > 0 ? { changed } : {}),
  };
  return error ? { ok: false, output, error, ...told } : succeeded(output, told);
}

const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
