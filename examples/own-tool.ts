/** A tool of your own. Run it with `npx node examples/own-tool.ts` after `npm ci`: answers come from a script, so no model is needed. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createArtoo, type OwnTool } from 'artoo';
import { scriptedModel } from 'artoo/testing';
import { z } from 'zod';

/**
 * These four are enough. By default, a tool counts as one that changes something and is not repeated after a crash; `changes: () => false` and
 * `repeatable: () => true` say otherwise.
 */
const stock: OwnTool<{ part: string }> = {
  name: 'stock',
  description: 'How many of a part are in stock.',
  input: z.object({ part: z.string() }),
  run: async ({ part }) => `${part}: ${part === 'bolt' ? 42 : 0} in stock`,
};

const criterion = { criterion: 'The answer says how many bolts there are', mode: 'verifiable' };
const model = scriptedModel([
  { role: 'R1', answer: { slug: 'count_parts', intent: 'Say how many bolts there are.' } },
  { role: 'R2', answer: { task_criteria: [criterion], subtasks: [{ intent: 'Count the bolts', tools: ['stock'], sequence: 1 }] } },
  { role: 'R3', calls: [{ tool: 'stock', input: { part: 'bolt' } }] },
  { role: 'R3', answer: 'There are 42 bolts.' },
  { role: 'R4a', answer: { verdicts: [0, 1].map((number) => ({ criterion: number, verdict: 'pass', evidence: ['bolt: 42 in stock'] })) } },
]);

const folder = await mkdtemp(join(tmpdir(), 'artoo-example-'));
await using artoo = createArtoo({ model, tools: [stock], data: join(folder, 'data'), workspace: folder });
const { directive, output } = await artoo.run('How many bolts do we have?', { cwd: folder }).result;
console.log(`${directive}: ${output}`);
if (directive !== 'accept') process.exitCode = 1;
