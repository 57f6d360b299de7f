/** Shows a text in the person's pager; `less` starts at its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Resolves when the pager has been left. Never throws: if the pager does not start, the shell that runs it reports that. */
export async function pageText(text: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const pager = env.PAGER?.trim() || 'less';
  const child = spawn('/bin/sh', ['-c', pager], { env: { ...env, LESS: `+G$${env.LESS ?? '-R'}` }, stdio: ['pipe', 'inherit', 'inherit'] });
  child.stdin.on('error', () => {}); // the pager was left before it had read everything
  child.stdin.end(text);
  await once(child, 'close').catch(() => {});
}
