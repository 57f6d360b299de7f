/** Several labs at once: copies of one template, all of one user, removed when they are disposed of. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type Lab, openLab } from './lab.ts';
import { buildTemplate } from './lab-template.ts';
import { removeTree } from './restore.ts';
import type { User } from './user.ts';

export type Labs = AsyncDisposable & { readonly root: string; readonly all: readonly [Lab, ...Lab[]] };

export type LabsOptions = {
  readonly count: number;
  readonly user: User;
  /** The program that commands run as `node`. */
  readonly node: string;
  /** Where the labs are: contained commands and the user must be able to see this folder. */
  readonly base?: string;
};

/** Opens them. */
export async function openLabs({ count, user, node, base = '/var/tmp' }: LabsOptions): Promise<Labs> {
  const root = mkdtempSync(join(base, 'artoo-harm-'));
  chmodSync(root, 0o755);
  const [template, cache] = [join(root, 'template'), join(root, 'cache')];
  buildTemplate(template, node);
  if (user.prefix.length > 0) execFileSync('chown', ['-Rh', `${user.uid}:${user.gid}`, template]);
  mkdirSync(cache);
  chownSync(cache, user.uid, user.gid);
  const open = (at: number) => openLab({ place: join(root, String(at)), template, cache, user });
  const all = [await open(0), ...(await Promise.all(Array.from({ length: count - 1 }, (_, at) => open(at + 1))))] as const;
  return {
    root,
    all,
    async [Symbol.asyncDispose]() {
      for (const lab of all) await lab[Symbol.asyncDispose]();
      await removeTree(root);
    },
  };
}
