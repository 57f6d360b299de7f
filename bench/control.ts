/** What the control loops cost themselves: one decision, one plan validation, and the processor time of a whole task with a scripted model. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wire } from '../src/app/wiring/wire.ts';
import { defaultSettings } from '../src/config/settings.ts';
import { payloads } from '../src/contracts/messages.ts';
import { decide, initialState } from '../src/control/decide.ts';
import { createCassette } from '../src/effects/cassette.ts';
import { objectionsTo, type Terms } from '../src/roles/r2-planner/admissible.ts';
import { Plan } from '../src/roles/r2-planner/plan.ts';
import { samples } from '../test/support/samples.ts';
import { compare, median } from './measure.ts';
import { report } from './report.ts';

const times = 20_000;

/** Microseconds of one run of `work`, and of copying its input through JSON, in the same round. */
async function beside(name: string, input: object, work: () => unknown): Promise<void> {
  const micros = (run: () => unknown): number => {
    const began = performance.now();
    for (let at = 0; at < times; at += 1) run();
    return ((performance.now() - began) * 1000) / times;
  };
  const { subject, ratio } = await compare(7, async () => ({
    subject: micros(work),
    baseline: micros(() => JSON.parse(JSON.stringify(input))),
  }));
  report({ name, figure: subject, unit: 'µs', ratio, against: 'copying its input through JSON', aim: 'under 50 µs' });
}

const outcome = payloads.SubTaskOutcome.parse(samples.SubTaskOutcome);
const request = payloads.ReplanRequest.parse({
  ...samples.ReplanRequest,
  outcomes: Array(5).fill({ ...outcome, tool_calls: Array(10).fill(outcome.tool_calls[0]) }),
});
const { task_verdicts: _, ...gated } = request;
const first = decide(initialState, gated).state;

const subtask = (intent: string, criterion: string) => ({
  intent,
  success_criteria: [
    { criterion, mode: 'plausible' },
    { criterion: 'report.md exists', mode: 'verifiable', check: { kind: 'file_exists', path: 'report.md' } },
  ],
  context: 'The deliveries are in deliveries.csv, one a line, with name, weight and price. Write the report in English.',
  tools: ['read_file', 'write_file'],
  sequence: 1,
});
const plan = Plan.parse({
  task_criteria: [{ criterion: 'the report names the three heaviest deliveries', mode: 'plausible' }],
  subtasks: [
    subtask('Find the heaviest deliveries in deliveries.csv', 'three deliveries are named with their weight'),
    subtask('Add up the price of all deliveries', 'the sum is stated in euros'),
    subtask('Write report.md from what was found', 'report.md has a heading and two paragraphs'),
  ],
});
const failed = { ...plan, subtasks: plan.subtasks.slice(0, 2) };
const terms: Terms = {
  spec: { intent: 'Report on the deliveries', raw_input: 'Write me a report on the deliveries of this week, please.', clarifications: [] },
  tools: ['glob', 'read_file', 'write_file', 'edit_file', 'shell'],
  blocked: {
    tools: ['shell:find'],
    targets: Array.from({ length: 5 }, (_unused, at) => ({ tool: 'read_file', target: `deliveries-${at}.csv` })),
  },
  mustNots: [],
  failed: [failed],
  directive: 'change_approach',
  frozen: null,
};
if (objectionsTo(plan, terms).length > 0)
  throw new Error(`the plan of this benchmark is rejected: ${JSON.stringify(objectionsTo(plan, terms))}`);

await beside('one decision of the controller: 5 sub-tasks, 50 calls', gated, () => decide(first, gated));
await beside('one plan validation: 3 sub-tasks, 7 criteria, 5 blocked calls, 1 failed plan', { plan, terms }, () =>
  objectionsTo(plan, terms),
);

const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
const home = join(folder, 'home');
mkdirSync(home);
writeFileSync(join(home, 'note.md'), '# Note\n');
const says = (text: string) => ({
  criterion: `the answer says ${text}`,
  mode: 'verifiable',
  weight: 1,
  check: { kind: 'output_contains', text },
});
const planOf = (intent: string) => ({
  task_criteria: [says('Note')],
  subtasks: [{ intent, success_criteria: [says('Note')], tools: ['read_file'], sequence: 1 }],
});
const begins = { role: 'R1', repeat: true, answer: { slug: 'read_note', intent: 'Read the note.' } } as const;
const reads = (key: string) => ({ key, repeat: true, calls: [{ tool: 'read_file', input: { path: 'note.md' } }] });

const scripts = {
  'accepted at once': [
    begins,
    { role: 'R2', repeat: true, answer: planOf('Read note.md') },
    reads('1.1.1/R3/1.0'),
    { key: '1.1.1/R3/2.0', repeat: true, answer: 'It says: Note.' },
  ],
  'two corrections': [
    begins,
    { role: 'R2', repeat: true, answer: planOf('Read note.md') },
    reads('1.1.1/R3/1.0'),
    { key: '1.1.1/R3/2.0', repeat: true, answer: 'It says something.' },
    reads('1.1.2/R3/1.0'),
    { key: '1.1.2/R3/2.0', repeat: true, answer: 'It says something else.' },
    reads('1.1.3/R3/1.0'),
    { key: '1.1.3/R3/2.0', repeat: true, answer: 'It says: Note.' },
  ],
} as const;

/** Processor time of one task. The scripted model, the tools and the file system are included, so it is more than the loops alone take. */
for (const [name, script] of Object.entries(scripts)) {
  await using host = wire({
    settings: defaultSettings({ data: join(folder, 'data'), workspace: home }),
    model: createCassette(script as never),
    env: {},
  });
  const cpu: number[] = [];
  let calls = 0;
  for (let at = 0; at < 300; at += 1) {
    const before = process.cpuUsage();
    const result = await host.start({ text: 'Read the note.', session: [], cwd: home }).result;
    const { user, system } = process.cpuUsage(before);
    if (result.directive !== 'accept') throw new Error(`it ended with ${result.directive}: ${result.summary}`);
    cpu.push(user + system);
    calls = result.cost.model_calls;
  }
  report({
    name: `processor time of a whole task with a scripted model, ${name} (${calls} model calls), journal synced to disk`,
    figure: median(cpu.slice(50)) / 1000,
    unit: 'ms',
  });
}
rmSync(folder, { recursive: true });
