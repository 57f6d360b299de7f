/** Opens a text in the person's editor. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The text as it was saved; nothing when the editor could not be started or ended with an error. */
export async function editText(text: string, env: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-plan-'));
  const file = join(folder, 'plan.yaml');
  try {
    await writeFile(file, text, { mode: 0o600 });
    const editor = env.VISUAL || env.EDITOR || 'vi';
    const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' }); // an editor may come with arguments, as in EDITOR="code --wait"
    const code = await new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
      child.once('error', () => resolve(null));
    });
    return code === 0 ? await readFile(file, 'utf8') : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
