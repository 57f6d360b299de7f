/**
 * What memory costs at a million Megrams, each figure against the plain scan of the same LevelDB in the same run. `--plot` draws the curves into docs/, `--remove` removes
 * the store that is otherwise kept for the next run; ARTOO_BENCH_SIZE asks for another size.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCalibration } from './memory-calibration.ts';
import { measureForgetting } from './memory-forgetting.ts';
import { measureIdle, measureOpening } from './memory-opening.ts';
import { plotCosts } from './memory-plot.ts';
import { measurePotentials } from './memory-potentials.ts';
import { removeStores, size, storeOfAll } from './memory-store.ts';
import { measureWrites } from './memory-writes.ts';

const { values } = parseArgs({ options: { plot: { type: 'boolean' }, remove: { type: 'boolean' } } });
const scratch = mkdtempSync(join(tmpdir(), 'artoo-bench-'));

try {
  const load = () =>
    loadavg()
      .map((each) => each.toFixed(1))
      .join(' ');
  console.log(`memory: ${size.toLocaleString('en')} Megrams; load ${load()}`);
  const folder = await storeOfAll();
  const potentials = await measurePotentials(folder);
  await measureCalibration(folder, scratch);
  await measureWrites(scratch);
  await measureOpening(folder, scratch);
  await measureIdle(folder, scratch);
  const forgetting = await measureForgetting(folder, scratch);
  if (values.plot) writeFileSync(new URL('../docs/memory-costs.svg', import.meta.url), plotCosts(potentials, forgetting, size));
  console.log(`load ${load()}`);
} finally {
  rmSync(scratch, { recursive: true });
  if (values.remove) removeStores();
}
