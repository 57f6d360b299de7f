/** Law 3 over real HTTP: eight sub-tasks side by side, a server that always uses everything it is allowed, and a cap that holds to the last token. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import { createProviderModel } from '../src/models/http/provider.ts';
import { type Asked, startProvider } from './support/provider-server.ts';
import { scratch } from './support/scratch.ts';
import { turns } from './support/turns.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const fileOf = (name: string) => ({
  criterion: `${name}.txt is there`,
  mode: 'verifiable',
  weight: 1,
  check: { kind: 'file_exists', path: `${name}.txt` },
});
const plan = {
  task_criteria: names.map(fileOf),
  subtasks: names.map((name) => ({
    intent: `Write ${name}.txt`,
    success_criteria: [fileOf(name)],
    context: '',
    tools: ['write_file'],
    sequence: 1,
    deadline: null,
  })),
};

function said({ role, turns }: Asked) {
  if (role === 'R1') return { text: '{"slug":"write_files","intent":"Write eight files."}' };
  if (role === 'R2') return { text: JSON.stringify(plan) };
  if (turns.some((turn) => turn.role === 'tool')) return { text: 'It is written.' };
  const name = /Sub-task: Write (\w)\.txt/.exec(turns[0]?.text ?? '')?.[1] ?? '?';
  return { calls: [{ tool: 'write_file', input: { path: `${name}.txt`, content: name } }] };
}

/** Runs the task with a cap; if `isHeld`, no call is answered until two are under way. Every call uses as many input tokens as its texts have bytes, and every output token that it is allowed. */
async function run(tokens: number, { isHeld = false } = {}) {
  let [used, underWay, most] = [0, 0, 0];
  const together = Promise.withResolvers<void>();
  await using server = await startProvider({
    async answer(asked) {
      underWay += 1;
      most = Math.max(most, underWay);
      if (most > 1) together.resolve();
      const texts = [asked.system, ...asked.turns.map(({ text }) => text), ...asked.tools.map((tool) => JSON.stringify(tool))];
      const input = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      const usage = { input, output: asked.max_output_tokens ?? Number.NaN };
      await (isHeld && asked.role === 'R3' ? together.promise : turns(20)); // so that the other calls arrive, too
      underWay -= 1;
      used += usage.input + usage.output;
      return { ...said(asked), usage };
    },
  });
  const cwd = scratch();
  const model = createProviderModel(server.endpoint('openai', { max_output_tokens: 1_000 }), {
    price: async () => ({ usd: (usage) => (usage.input_tokens + usage.output_tokens) / 1e6 }),
  });
  await using artoo = createArtoo({ model, data: scratch(), workspace: cwd, env: {}, caps: { tokens } });
  const result = await artoo.run('Write eight files.', { cwd }).result;
  return { result, used, most, written: readdirSync(cwd).length };
}

test('without a cap in its way the task is done, with calls side by side', async () => {
  const { result, used, most, written } = await run(1_000_000, { isHeld: true });
  expect(result).toMatchObject({ directive: 'accept', cost: { model_calls: 18 } });
  expect(written).toBe(8);
  expect(most).toBeGreaterThan(1);
  expect(result.cost.input_tokens + result.cost.output_tokens).toBe(used);
  expect(result.cost.usd).toBeCloseTo(used / 1e6, 9);
});

/** Caps from too little for a single call to almost enough. */
const caps = Array.from({ length: 24 }, (_, at) => 4_000 + at * 1_900);

test.each(caps)('a cap of %d tokens is never exceeded, and what was used is what was said', async (tokens) => {
  const { result, used } = await run(tokens);
  if (tokens < 30_000) expect(result).toMatchObject({ directive: 'abandon', reason: 'budget', failure: 'budget_spent' });
  else expect(['budget', 'met']).toContain(result.reason);
  expect(used).toBeLessThanOrEqual(tokens);
  expect(result.cost.input_tokens + result.cost.output_tokens).toBeGreaterThanOrEqual(used); // more if a call was stopped and its real use is unknown
  expect(result.cost.input_tokens + result.cost.output_tokens).toBeLessThanOrEqual(tokens);
});
