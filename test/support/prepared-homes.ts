/** Homes that take a long time to prepare: they are prepared once, and restored in place for every test that needs one. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { type Home, homeIn } from './command.ts';

/** For tests of one file, which run one after another. A home keeps its path, because journals name it. */
export function preparedHomes(): (name: string, prepare: (at: Home) => Promise<void>) => Promise<Home> {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'artoo-prepared-'));
    return () => rmSync(folder, { recursive: true, force: true });
  });
  const prepared = new Set<string>();
  return async (name, prepare) => {
    const [home, kept] = [join(folder, name), join(folder, `${name}, kept`)];
    rmSync(home, { recursive: true, force: true });
    const at = homeIn(home);
    if (prepared.has(name)) {
      cpSync(kept, home, exactly);
      return at;
    }
    for (const each of [at.cwd, at.data]) mkdirSync(each, { recursive: true });
    await prepare(at);
    cpSync(home, kept, exactly);
    prepared.add(name);
    return at;
  };
}

const exactly = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;
