/**
 * Plays the sprint of the demo, or continues it: `root data [n]`. With n it is killed, for real, in the middle of its n-th change of the
 * team's files. Its model's answers depend only on the prompt, so that they are the same after a crash.
 */
import fs from 'node:fs';
import type { Model, ModelRequest } from '../../../src/models/model.ts';
import { dieAt } from './die-at.ts';

const [root = '', data = '', at] = process.argv.slice(2);
if (at !== undefined) dieAt(root, Number(at));

type Line = {
  readonly match: string;
  readonly answer?: string;
  readonly calls?: readonly { readonly tool: string; readonly input: never }[];
};

/** The lines of each conversation: those up to an answer without calls. */
function conversationsIn(text: string): ReadonlyMap<string, readonly (readonly Line[])[]> {
  const all = new Map<string, Line[][]>();
  for (const line of text
    .split('\n')
    .filter((each) => each.startsWith('{'))
    .map((each) => JSON.parse(each) as Line)) {
    const known = all.get(line.match) ?? [[]];
    all.set(line.match, known);
    known.at(-1)?.push(line);
    if (line.calls === undefined) known.push([]);
  }
  return all;
}

const conversations = conversationsIn(fs.readFileSync(new URL('../../../demo/team.jsonl', import.meta.url), 'utf8'));
const again = /Your last submission was rejected|Earlier blockers/;

const model: Model = {
  reserves: true,
  async step(request, origin, signal) {
    signal.throwIfAborted();
    const usage = { input_tokens: 10, output_tokens: 10 };
    const held = await origin.spending.reserve({ model: 'scripted', ...usage, least_output_tokens: 1 });
    held.settle(usage);
    const { answer = '', calls = [] } = lineFor(request);
    return { text: answer, calls: calls.map((call, index) => ({ ...call, call_id: `${origin.key}#${index}` })), usage };
  },
};

function lineFor({ system, turns }: ModelRequest): Line {
  const asked = [system, turns[0]?.text ?? ''].join('\n');
  const found = [...conversations].find(([match]) => new RegExp(match, 's').test(asked));
  const said = turns.filter(({ role }) => role === 'assistant').length;
  const line = found?.[1][again.test(asked) ? 1 : 0]?.[said];
  if (!line) throw new Error(`there is no answer number ${said + 1} to: ${asked.slice(-300)}`);
  return line;
}

const { playSprint } = await import('../../../src/app/team/demo-sprint.ts');
const { end, surprises } = await playSprint({
  ...{ root, data, env: process.env, model, signal: AbortSignal.timeout(300_000) },
  onAlert: (text) => process.stderr.write(`${text}\n`),
});
process.stdout.write(JSON.stringify({ end, surprises }));
