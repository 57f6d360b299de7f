/** Opens a plan or a command in the person's editor. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PayloadOf } from '../../contracts/messages.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Edit } from './asking/review-plan.ts';

export type EditorOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The person's terminal. */
  readonly fd: number;
  /** Closes the editor. */
  readonly signal: AbortSignal;
};

/** The edited plan; undefined when the editor could not be started or ended with an error. */
export async function editPlan(
  plan: PayloadOf<'PlanReview'>,
  draft: string | undefined,
  options: EditorOptions,
): Promise<Edit | undefined> {
  const { planText, readPlanText } = await import('../../app/plan-text.ts'); // few plans need this parser
  const before = planText(plan);
  const text = await editText(draft ?? before, 'plan.yaml', options);
  if (text === undefined) return undefined;
  const read = readPlanText(text.trim() === before.trim() ? '' : text);
  if (!read.ok) return { draft: text, wrong: read.error };
  return Object.keys(read.value).length === 0 ? { draft: before } : { draft: text, edited: read.value };
}

/** The edited command line; undefined when the editor could not be started or ended with an error. */
export const editCommand = async (command: string, options: EditorOptions): Promise<string | undefined> =>
  (await editText(`${command}\n`, 'command.sh', options))?.replace(/\n$/, ''); // editors add a final line break

/** The edited text; undefined when the editor could not be started or ended with an error. */
export async function editText(text: string, name: string, { env, fd, signal }: EditorOptions): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-edit-'));
  const file = join(folder, name);
  try {
    await writeFile(file, text, { mode: 0o600 });
    // An editor may come with arguments, as in EDITOR="code --wait".
    const child = spawn('/bin/sh', ['-c', `${editorIn(env)} "$1"`, 'sh', file], { env, signal, stdio: [fd, 'inherit', 'inherit'] });
    const code = await new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
      child.once('error', () => resolve(null));
    });
    return code === 0 ? await readFile(file, 'utf8') : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const editorIn = ({ VISUAL, EDITOR }: EditorOptions['env']): string => VISUAL || EDITOR || 'vi';

/** What to do when `editText` returns nothing. */
export const editorAdvice = (env: EditorOptions['env']): string =>
  `${visible(editorIn(env))} could not be started, or ended with an error; EDITOR names the editor to use.`;
