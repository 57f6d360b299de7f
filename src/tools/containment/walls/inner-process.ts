/** Finds the processes that are inside walls, from outside of them. */
import { readFile, readlink } from 'node:fs/promises';

/** The first bubblewrap, which is outside the walls, and the first process inside them. */
export type InnerProcess = { readonly outer: number; readonly inner: number };

/**
 * The child of the started program is the first bubblewrap, and its child is the second, which runs inside. Until then, it shares artoo's network and
 * process list.
 */
export async function innerProcess(pid: number): Promise<InnerProcess | undefined> {
  const ours = await readlink('/proc/self/ns/net').catch(() => undefined);
  for (const outer of await childrenOf(pid)) {
    for (const inner of await childrenOf(outer)) {
      const network = await readlink(`/proc/${inner}/ns/net`).catch(() => ours); // the process has ended, or does not exist yet
      const isAmongUs = await readlink(`/proc/${inner}/root/proc/self`).then(
        () => true,
        () => false,
      );
      if (network !== ours && !isAmongUs) return { outer, inner };
    }
  }
  return undefined;
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return [...listed.matchAll(/\d+/g)].map(([id]) => Number(id));
}
