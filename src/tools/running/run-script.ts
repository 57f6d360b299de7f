/** Runs a program that controls other programs on the machine: outside all walls, once, after it has been allowed. */
import type { Permissions } from '../asking/permissions.ts';
import { type Script, scriptHarm } from '../asking/script-harm.ts';
import { failedBy } from '../failed-by.ts';
import { failed, type LookUp, needsYes, succeeded, type ToolContext, type ToolResult } from '../tool.ts';
import { runProcess } from './process.ts';
import type { StartedCalls } from './started-calls.ts';

export type ScriptOptions = {
  /** The program that runs the script. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly permissions: Permissions;
  /** Marks calls that leave no receipt. */
  readonly started: StartedCalls;
};

export const scriptMs = 120_000;

export async function runScript(
  script: Script,
  args: readonly string[],
  context: ToolContext,
  { program: file, env, permissions, started }: ScriptOptions,
): Promise<ToolResult> {
  const harm = scriptHarm(script, context, permissions);
  if (harm) return needsYes(harm);
  const { call, cwd, signal } = context;
  started.mark(call);
  try {
    const { exitCode, killedBy, output, errors, truncated } = await runProcess({ file, args, cwd, env, timeoutMs: scriptMs, signal });
    signal.throwIfAborted();
    const exit = exitCode === null ? {} : { exit_code: exitCode };
    if (exitCode === 0) return succeeded(output, { ...exit, truncated });
    const why =
      killedBy === 'timeout' ? `it was stopped after ${scriptMs / 1_000} seconds` : errors.trim() || `it ended with exit code ${exitCode}`;
    return { ...failed(killedBy === 'timeout' ? 'timeout' : 'failed', why.slice(-1_000)), ...exit, output, truncated };
  } catch (error) {
    return failedBy(error, `cannot run ${file}`);
  }
}

/** Whether a call that was started took effect is unknown. */
export const lookUpScript = ({ call }: ToolContext, { started }: ScriptOptions): LookUp =>
  started.isMarked(call) ? 'unknown' : 'not_done';
