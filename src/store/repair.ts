/** Rebuilds a damaged LevelDB store from whatever can still be read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { ArtooError } from '../contracts/errors.ts';
import { markOpened } from './opened-here.ts';
import { withFileLock } from './with-file-lock.ts';

/** Where LevelDB's repair moves files that it could not use or has replaced. */
export const lostFolder = (folder: string): string => join(folder, 'lost');

/** Repairs while holding LevelDB's own lock. Rejects with `memory_damaged` if nothing can be read. */
export async function repairLevel(folder: string): Promise<'repaired' | 'locked'> {
  using mark = existsSync(folder) ? markOpened(folder) : undefined;
  if (existsSync(folder) && mark === undefined) return 'locked';
  const repaired = await withFileLock(join(folder, 'LOCK'), async () => {
    try {
      await ClassicLevel.repair(folder);
    } catch (error) {
      const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new ArtooError('memory_damaged', `no part of the memory in ${folder} can be read: ${why}`, { cause: error });
    }
    return 'repaired' as const;
  });
  return repaired ?? 'locked';
}
