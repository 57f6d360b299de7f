/**
 * One task on two hosts, three workers and a server, each a process of its own, while a seed picks what fails. Whatever fails, the task ends once, with the verdict of a
 * run without faults, and nothing that may not be repeated happens twice. `CHAOS_SEED=7` runs one seed alone, and `CHAOS_LOG=file` appends a line for each run, with the task's log if the run failed.
 */
import { appendFileSync } from 'node:fs';
import { test } from 'vitest';
import { logOf } from '../../support/bus-place.ts';
import { isProof } from '../../support/sample.ts';
import { scratch } from '../../support/scratch.ts';
import { check } from './check.ts';
import { planOf } from './plan.ts';
import { type Played, play } from './play.ts';
import { chaosTask } from './task.ts';

const { CHAOS_SEED, CHAOS_LOG } = process.env;
/** `npm test` runs one seed in which a worker is killed, and then the host, while bells are rung; two clocks are wrong, and messages arrive twice. */
const seeds = CHAOS_SEED?.split(',').map(Number) ?? (isProof ? Array.from({ length: 200 }, (_, at) => at + 1) : [50]);

test.each(seeds)('seed %i: the task ends once, as without faults', { timeout: 120_000 }, async (seed) => {
  const plan = planOf(seed);
  const began = performance.now();
  const note = (told: object) => {
    if (CHAOS_LOG !== undefined)
      appendFileSync(CHAOS_LOG, `${JSON.stringify({ seed, ms: Math.round(performance.now() - began), ...told })}\n`);
  };
  let played: Played | undefined;
  try {
    played = await play(plan);
    note({ happened: played.happened, ...(await check(played, scratch())) });
  } catch (error) {
    note({ failed: String(error), told: played?.told, log: played && (await logOf(played.bus, chaosTask)) });
    const alone = `CHAOS_SEED=${seed} npx vitest run test/cluster/chaos/chaos.test.ts`;
    throw new Error(`${error instanceof Error ? error.message : error}\n\nplan: ${JSON.stringify(plan)}\n\nto run it alone: ${alone}`, {
      cause: error,
    });
  }
});
