/** A memory in a folder of its own, with a clock that tests set. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import type { Megram, MegramState } from '../../src/contracts/memory.ts';
import { quantize } from '../../src/memory/fading/quantize.ts';
import type { Keeper } from '../../src/memory/keeper.ts';
import { openLocalKeeper } from '../../src/memory/local-keeper.ts';

export const day = 86_400_000;

export type MemoryAt = AsyncDisposable & {
  readonly folder: string;
  readonly notices: string[];
  /** Moves the clock. */
  pass(ms: number): void;
  readonly keeper: Keeper;
  /** Closes the store and opens it again. */
  reopen(): Promise<void>;
  /** Changes or removes values of keys on disk, behind the memory's back. */
  tamper(change: (key: string, value: string) => string | undefined): Promise<void>;
  /** A memory of the given state, written now. Given fields replace derived ones. */
  write(state: MegramState, tag: { space: string; entity: string }, more?: Partial<Megram>): Promise<string>;
};

export async function newMemory(folder?: string): Promise<MemoryAt> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'artoo-memory-')));
  const notices: string[] = [];
  let clock = Date.parse('2026-03-01T12:00:00.000Z');
  let written = 0;
  const open = async (): Promise<Keeper> => {
    const keeper = await openLocalKeeper(join(home, 'store'), { clock: () => new Date(clock), onNotice: (text) => notices.push(text) });
    if (keeper === 'locked') throw new Error('another holder has it');
    return keeper;
  };
  let keeper = await open();
  return {
    folder: home,
    notices,
    pass(ms) {
      clock += ms;
    },
    get keeper() {
      return keeper;
    },
    async reopen() {
      await keeper.close();
      keeper = await open();
    },
    async tamper(change) {
      await keeper.close();
      const level = new ClassicLevel<string, string>(join(home, 'store'));
      for await (const [key, value] of level.iterator()) {
        const changed = change(key, value);
        if (changed === undefined) await level.del(key);
        else if (changed !== value) await level.put(key, changed);
      }
      await level.close();
      keeper = await open();
    },
    async write(state, tag, more = {}) {
      written += 1;
      const id = more.id ?? `task${written}-m01`;
      const level = state === 'rule' || state === 'declared' ? 'C' : 'M';
      const created_at = new Date(clock).toISOString();
      await keeper.write({
        megrams: [{ id, level, created_at, ...tag, content: `what ${id} taught`, state, ...quantize(state), ...more }],
      });
      return id;
    },
    async [Symbol.asyncDispose]() {
      await keeper.close();
      if (folder === undefined) await rm(home, { recursive: true, force: true });
    },
  };
}
