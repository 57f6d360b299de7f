/** What a command would do: it runs contained, and nothing that it does becomes real. It reaches no other machine, whatever the rules allow. */
import { rm } from 'node:fs/promises';
import type { Settings } from '../config/settings.ts';
import { newTaskId } from '../contracts/ids.ts';
import type { Environment } from '../tools/running/environment.ts';
import { startedCallsFolder } from '../tools/running/started-calls.ts';
import { type Tried, tryCommand } from './try-command.ts';
import { assembleTools } from './wiring/assemble-tools.ts';

type PreviewOptions = {
  readonly settings: Settings;
  readonly env: Environment;
  readonly command: string;
  readonly cwd: string;
  readonly timeout_s: number;
  readonly signal: AbortSignal;
};

/**
 * Like `tryCommand`, but without a person and without secrets, because a program reads the result. `containment`: what commands run in.
 * `result.changed`: what would have been applied.
 */
export async function previewCommand(options: PreviewOptions): Promise<Tried & { readonly containment: string }> {
  const { settings, env, command, cwd, timeout_s, signal } = options;
  const id = newTaskId(new Date());
  const { data, task, rules } = settings;
  const allow = rules.allow.filter(({ tool }) => tool !== 'net');
  const { toolbox, containment, redact, close } = assembleTools({ data, env, rules: { ...rules, allow }, isForPerson: true, isDry: true });
  try {
    const tried = await tryCommand({ toolbox, command, cwd, workspace: task.workspace, timeout_s, id, signal });
    const shown = redact(JSON.parse(JSON.stringify(tried))) as unknown as Tried; // redacting keeps the shape of plain data
    return { ...shown, containment: (await containment()).kind };
  } finally {
    close();
    await rm(startedCallsFolder(data, id), { recursive: true, force: true });
  }
}
