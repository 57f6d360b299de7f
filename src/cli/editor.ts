/** Opens a plan in the person's editor. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PayloadOf } from '../contracts/messages.ts';

export type EditorOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The terminal that the person is at. */
  readonly fd: number;
  /** Fires when nobody needs the plan any more. */
  readonly signal: AbortSignal;
};

/** What they made of it, what is wrong with that, or nothing when the editor could not be started or ended with an error. */
export async function editPlan(plan: PayloadOf<'PlanReview'>, options: EditorOptions) {
  const { planText, readPlanText } = await import('../app/plan-text.ts'); // few edit a plan, and wait for no parser until they do
  const text = await editText(planText(plan), options);
  return text === undefined ? undefined : readPlanText(text);
}

async function editText(text: string, { env, fd, signal }: EditorOptions): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-plan-'));
  const file = join(folder, 'plan.yaml');
  try {
    await writeFile(file, text, { mode: 0o600 });
    const editor = env.VISUAL || env.EDITOR || 'vi';
    // An editor may come with arguments, as in EDITOR="code --wait".
    const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { env, signal, stdio: [fd, 'inherit', 'inherit'] });
    const code = await new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
      child.once('error', () => resolve(null));
    });
    return code === 0 ? await readFile(file, 'utf8') : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
