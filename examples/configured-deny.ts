/**
 * A program whose person has forbidden an action: whatever the program allows and answers, that action is not done.
 * Run it with `npx node examples/configured-deny.ts` after `npm ci`: the model is a few lines of code, everything else is real.
 */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createArtoo, type Model } from 'artoo';

const home = await mkdtemp(join(tmpdir(), 'artoo-example-'));
const [cwd, data] = [join(home, 'project'), join(home, '.artoo')];
await mkdir(join(cwd, 'kept'), { recursive: true });
await mkdir(data);
await writeFile(join(cwd, 'kept', 'plan.txt'), 'as it was\n');
await writeFile(join(data, 'config.yaml'), 'deny:\n  - write(./kept/**)\nmax_tokens: 50k\n'); // what the person has configured

/** Tries to overwrite a file, and admits that it could not. */
const model: Model = {
  async step({ turns }, { role }) {
    const usage = { input_tokens: 100, output_tokens: 20 };
    const say = (answer: unknown) => ({ text: JSON.stringify(answer), calls: [], usage });
    const criterion = { criterion: 'kept/plan.txt is new', check: { kind: 'file_contains', path: 'kept/plan.txt', text: 'new' } };
    const subtask = { intent: 'Overwrite kept/plan.txt', success_criteria: [criterion], tools: ['write_file'], sequence: 1 };
    if (role === 'R1') return say({ slug: 'overwrite_plan', intent: 'Overwrite kept/plan.txt.' });
    if (role === 'R2')
      return say({
        task_criteria: [criterion],
        subtasks: [subtask],
        summary: 'It was forbidden.',
        next_moves: ['Ask the person.', 'Write elsewhere.'],
      });
    const [tool, input] =
      turns.length === 1
        ? ['write_file', { path: 'kept/plan.txt', content: 'new\n' }]
        : ['report_infeasible', { reason: 'It is forbidden.' }];
    return { text: '', calls: [{ call_id: `${turns.length}`, tool, input }], usage };
  },
};

await using artoo = createArtoo({ model, cwd, data, workspace: cwd, env: { HOME: home }, answers: { confirm: () => true } });
const task = artoo.run('Put "new" into kept/plan.txt.');
for await (const seen of task.entries()) {
  const denied = /"denied":"([^"]+)"/.exec(JSON.stringify(seen))?.[1];
  if (denied !== undefined) console.log(`refused by ${denied}`);
}
const { directive, refused } = await task.result;
console.log(`${directive}${refused ? ', because an action was refused' : ''}`);
console.log(`kept/plan.txt still says: ${(await readFile(join(cwd, 'kept', 'plan.txt'), 'utf8')).trim()}`);
