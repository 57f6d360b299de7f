/** `npm run evidence [-- control memory verification]`: measures everything, or the parts that are named, and writes results.json, docs/evidence.md and its figures. With `page` nothing is measured, and the page is written from results.json. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inTurns } from '../truth/in-turns.ts';
import { writePage } from './page/page.ts';
import { type PartName, partNames, type Results, readResults, writeResults } from './results.ts';

const run = promisify(execFile);
const part = fileURLToPath(new URL('part.ts', import.meta.url));
const named = process.argv.slice(2);
const unknown = named.filter((name) => name !== 'page' && !partNames.some((each) => each === name));
if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(', ')}, only ${partNames.join(', ')} and page`);

/** As many processes at once as the machine for which the limit holds has cores. */
const atOnce = 2;
/** The longest first. */
const order = ['verification', 'control', 'memory'] as const satisfies readonly PartName[];

if (!named.includes('page')) {
  const due = order.filter((name) => named.length === 0 || named.includes(name));
  const measured = await inTurns(due, atOnce, async (name) => {
    const began = performance.now();
    const { stdout } = await run(process.execPath, [part, name], { maxBuffer: 64 * 1024 * 1024 });
    console.log(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
    return [name, JSON.parse(stdout)] as const;
  });
  const before = due.length === order.length ? {} : readResults();
  writeResults({ ...before, ...Object.fromEntries(measured) } as Results); // every part that was not measured now is there from an earlier run
}
writePage(readResults());
