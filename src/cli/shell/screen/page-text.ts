/** Shows a text in the person's pager, from its end where that is less. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Resolves when the pager has been left. Throws nothing: a pager that does not start is said by its shell. */
export async function pageText(text: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const pager = env.PAGER?.trim() || 'less';
  const child = spawn('/bin/sh', ['-c', pager], { env: { ...env, LESS: `+G$${env.LESS ?? '-R'}` }, stdio: ['pipe', 'inherit', 'inherit'] });
  child.stdin.on('error', () => {}); // it was left before its end
  child.stdin.end(text);
  await once(child, 'close').catch(() => {});
}
