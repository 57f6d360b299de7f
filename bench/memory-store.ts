/** The store of a million Megrams that is measured: made once, and kept in the temporary folder until the code that writes it changes. */
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Megram, MegramState, Tag } from '../src/contracts/memory.ts';
import { dayMs } from '../src/memory/fading/decay.ts';
import type { Keeper } from '../src/memory/keeper.ts';
import { createLocalKeeper } from '../src/memory/local-keeper.ts';
import { openLevel } from '../src/store/level.ts';
import type { Store } from '../src/store/store.ts';
import { seconds } from './measure.ts';
import { createWorld, knownPlans, now, sizedTags, tagsOf } from './memory-world.ts';

/** How many Megrams: `ARTOO_BENCH_SIZE`, or a million. */
export const size = Number(process.env.ARTOO_BENCH_SIZE ?? 1_000_000);
/** The sizes of tags that are measured. */
export const tagSizes: readonly number[] = [10, 100, 1_000, 10_000, 100_000].filter((each) => each <= size / 5);

const atOnce = 2_000;

/** The memory of a folder at a given time, and the store that it uses. */
export async function hold(folder: string, clock: () => number = () => now): Promise<{ readonly keeper: Keeper; readonly store: Store }> {
  const store = await openLevel(folder);
  if (store === 'locked') throw new Error(`${folder} is held by another process`);
  return { store, keeper: createLocalKeeper(store, { clock: () => new Date(clock()), onNotice: (text) => console.error(text) }) };
}

const kept = join(tmpdir(), 'artoo-bench-memory');

/** The folder of the store. Changes are made in a copy. */
export async function storeOfAll(): Promise<string> {
  const folder = join(kept, `${size}-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  removeStores();
  const making = join(kept, 'making');
  mkdirSync(making, { recursive: true });
  const took = await seconds(() => fill(making));
  renameSync(making, folder);
  console.log(`  made in ${took.toFixed(0)} s, kept in ${kept} (--remove removes it)`);
  return folder;
}

export const removeStores = (): void => rmSync(kept, { recursive: true, force: true });

/** Tables never change, so a copy links to them. */
export async function copyOf(folder: string, to: string): Promise<string> {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.ldb')) linkSync(join(folder, name), join(to, name));
    else await cp(join(folder, name), join(to, name));
  }
  return to;
}

async function fill(folder: string): Promise<void> {
  const { keeper } = await hold(folder);
  let group: Megram[] = [];
  for (const megram of all()) {
    group.push(megram);
    if (group.length < atOnce) continue;
    await keeper.write({ megrams: group });
    group = [];
  }
  await keeper.write({ megrams: group });
  await keeper.close();
}

function* all(): Generator<Megram> {
  const world = createWorld();
  let made = 0;
  const one = (tag: Tag, state: MegramState): Megram => {
    made += 1;
    return world.megram(
      `20261001-100000000-${made.toString(16).padStart(8, '0')}-m1`,
      tag,
      state,
      now - Math.floor(world.random() * 35 * dayMs),
    );
  };
  for (const each of tagSizes) {
    for (const tag of sizedTags(each)) for (let at = 0; at < each; at += 1) yield one(tag, at % 3 === 0 ? 'abandon' : 'accept');
  }
  for (const plan of knownPlans) {
    for (const tag of tagsOf(plan).filter(({ space }) => space !== 'global')) for (const state of known) yield one(tag, state);
    yield one({ space: `intent:${plan.slug}`, entity: 'tool:read_file' }, 'rule');
  }
  for (let at = 0; at < 3; at += 1) yield one({ space: 'global', entity: 'user' }, 'declared');
  for (let task = 0; made < size; task += 1) {
    for (const megram of world.task(task)) {
      yield megram;
      made += 1;
    }
  }
}

const known = ['accept', 'success', 'abandon', 'accept', 'success'] as const;

/** What determines the content of the store, and its format. */
const decisive = [
  ...['batch', 'keys', 'pack-tag', 'sums', 'tag-record', 'task-kinds'].map((name) => `src/memory/records/${name}`),
  ...['decay', 'quantize'].map((name) => `src/memory/fading/${name}`),
  'src/store/level',
  'bench/memory-store',
  'bench/memory-world',
];

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of decisive) hash.update(readFileSync(new URL(`../${file}.ts`, import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}
