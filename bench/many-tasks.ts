/**
 * 1,000 scripted tasks at once in one process: that all of them complete, how long it takes compared with one after another, and how much memory
 * each task takes.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wire } from '../src/app/wiring/wire.ts';
import { defaultSettings } from '../src/config/settings.ts';
import type { Host } from '../src/engine/host.ts';
import type { Model } from '../src/models/model.ts';
import { seconds, whole } from './measure.ts';
import { note, noteModel } from './note-model.ts';
import { report } from './report.ts';

const many = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const home = join(folder, 'home');
mkdirSync(home);
writeFileSync(join(home, note.name), note.text);

/** Holds every R3 back until all tasks have reached it, so that all of them are under way at the same time. */
let arrived = 0;
let release = () => {};
const all = new Promise<void>((resolve) => {
  release = resolve;
});
const gathering: Model = {
  async step(request, origin, signal) {
    if (origin.role === 'R3' && arrived < many) {
      arrived += 1;
      if (arrived === many) {
        heapAtPeak = usedHeap();
        release();
      }
      await all;
    }
    return noteModel.step(request, origin, signal);
  },
};

const usedHeap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
let heapAtPeak = 0;

const goal = { text: 'Read the note.', session: [], cwd: home };

/** Runs one task. A task that is not accepted has not done the work that is measured. */
async function run(host: Host): Promise<void> {
  const { directive, summary } = await host.start(goal).result;
  if (directive !== 'accept') throw new Error(`${directive}: ${summary}`);
}

const host = wire({ settings: defaultSettings({ data: join(folder, 'data'), workspace: home }), model: gathering, env: {} });
const before = usedHeap();
const together = await seconds(async () => {
  await Promise.all(Array.from({ length: many }, () => run(host)));
});
const held = (heapAtPeak - before) / many;
const after = usedHeap();

const oneByOne = await seconds(async () => {
  for (let at = 0; at < 200; at += 1) await run(host);
});

const name = `${whole(many)} scripted tasks at once in one process, with real files and a sync to disk at the end of each`;
report({ name: `${name}: accepted`, figure: many, unit: '', aim: 'all' });
report({
  name: `${name}: time a task`,
  figure: (together / many) * 1000,
  unit: 'ms',
  ratio: together / many / (oneByOne / 200),
  against: 'one after another',
});
report({ name: `${name}: heap a task while all are under way`, figure: held / 1024, unit: 'KiB' });
report({ name: `${name}: heap a task when all have ended`, figure: (after - before) / many / 1024, unit: 'KiB' });
