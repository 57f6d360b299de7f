/**
 * A program that runs a task with a model and a tool of its own, watches the log, and answers the one question that is asked.
 * Run it with `npx node examples/own-model-and-tool.ts` after `npm ci`: the model is a few lines of code, everything else is real.
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createArtoo, type Model, succeeded, type Tool } from 'artoo';
import { z } from 'zod';

/** Any function from a prompt to an answer is a model. This one can only answer the prompts of a single task. */
const model: Model = {
  async step({ turns }, { role }) {
    const usage = { input_tokens: 100, output_tokens: 20 };
    const say = (answer: unknown) => ({ text: typeof answer === 'string' ? answer : JSON.stringify(answer), calls: [], usage });
    const call = (tool: string, input: { readonly [key: string]: string }) => ({
      text: '',
      calls: [{ call_id: `${turns.length}`, tool, input }],
      usage,
    });
    const holdsRate = { criterion: '.rate holds the rate', check: { kind: 'file_contains', path: '.rate', text: '1.08' } };
    switch (role) {
      case 'R1':
        return say({ slug: 'note_exchange_rate', intent: 'Write the current exchange rate of the euro to .rate.' });
      case 'R2':
        return say({
          task_criteria: [holdsRate],
          subtasks: [
            {
              intent: 'Look up the rate and write it to .rate',
              success_criteria: [holdsRate],
              tools: ['exchange_rate', 'write_file'],
              sequence: 1,
            },
          ],
        });
      case 'R3':
        if (turns.length === 1) return call('exchange_rate', { currency: 'EUR' });
        if (turns.length === 3) return call('write_file', { path: '.rate', content: 'EUR 1.08\n' });
        return say('The rate is 1.08; it is in .rate.');
      case 'R4a': // judges by what tools returned and what files contain: code looks up every quote
        return say({
          verdicts: [
            { criterion: 0, verdict: 'pass', evidence: ['EUR 1.08'] },
            { criterion: 1, verdict: 'pass', evidence: ['1 EUR = 1.08 USD'] },
          ],
        });
      default:
        throw new Error(`${role} was not expected to ask`);
    }
  },
};

/** A tool has a schema for its input, says whether it changes anything, and returns what it found. */
const exchangeRate: Tool<{ currency: string }> = {
  name: 'exchange_rate',
  description: 'The exchange rate of a currency to the US dollar.',
  input: z.object({ currency: z.string().length(3) }),
  timeoutMs: 5_000,
  target: ({ currency }) => currency,
  changes: () => false,
  repeatable: () => true,
  run: async ({ currency }) => succeeded(`1 ${currency} = 1.08 USD`),
};

const folder = await mkdtemp(join(tmpdir(), 'artoo-example-'));
await writeFile(join(folder, '.rate'), 'EUR 1.05\n'); // a hidden file that already exists: replacing it needs a yes

await using artoo = createArtoo({
  model,
  tools: (own) => [exchangeRate, ...own],
  data: join(folder, 'data'),
  workspace: folder,
  caps: { tokens: 200_000 },
  answers: {
    confirm({ action, reason }) {
      console.log(`asked   ${action} (${reason})`);
      return true;
    },
  },
});

const task = artoo.run('What is the euro worth? Put it into .rate.', { cwd: folder });
for await (const seen of task.entries()) {
  if ('entry' in seen && seen.entry.kind === 'message')
    console.log(`${seen.entry.from.padEnd(6)}  → ${seen.entry.to.padEnd(5)} ${seen.entry.type}`);
}
const { directive, output, cost } = await task.result;
console.log(`\n${directive}: ${output}`);
console.log(
  `${cost.model_calls} model calls, ${cost.tool_calls} tool calls; .rate now says ${(await readFile(join(folder, '.rate'), 'utf8')).trim()}`,
);
console.log(`journal ${task.journal}`);
if (directive !== 'accept') process.exitCode = 1;
