/** The task that resuming is proven on: sub-tasks side by side, a correction, a replan, commands and files, all scripted by effect key so that any process can go on from any place. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CassetteLine } from '../../src/effects/cassette.ts';

export const harvestGoal = 'Write down the harvest of apples, plums and pears.';

const says = (text: string) => ({
  criterion: `the answer says ${text}`,
  mode: 'verifiable',
  weight: 1,
  check: { kind: 'output_contains', text },
});
const exists = (path: string) => ({ criterion: `${path} exists`, mode: 'verifiable', weight: 2, check: { kind: 'file_exists', path } });

const lines: readonly CassetteLine[] = [
  { key: '0.0.0/R1/1.0', answer: { slug: 'write_harvest', intent: harvestGoal } },
  {
    key: '1.0.0/R2/1.0',
    answer: {
      task_criteria: [says('pears')],
      subtasks: [
        {
          intent: 'Write down the apples',
          success_criteria: [says('apples are written'), exists('apples.txt')],
          tools: ['shell'],
          sequence: 1,
        },
        { intent: 'Write down the plums', success_criteria: [says('plums are written')], tools: ['write_file', 'read_file'], sequence: 1 },
        { intent: 'Read how many pears there were', success_criteria: [says('pears: 7')], tools: ['read_file'], sequence: 2 },
      ],
    } as never,
  },
  { key: '1.1.1/R3/1.0', calls: [{ tool: 'shell', input: { command: 'echo apples >> apples.txt' } }] },
  { key: '1.1.1/R3/2.0', answer: 'It is done.' }, // which says too little: the first correction
  { key: '1.1.2/R3/1.0', calls: [{ tool: 'shell', input: { command: 'echo checked >> checked.txt; cat apples.txt' } }] },
  { key: '1.1.2/R3/2.0', answer: 'The apples are written.' },
  { key: '1.2.1/R3/1.0', calls: [{ tool: 'write_file', input: { path: 'plums.txt', content: 'plums\n' } }] },
  { key: '1.2.1/R3/2.0', calls: [{ tool: 'read_file', input: { path: 'plums.txt' } }] },
  { key: '1.2.1/R3/3.0', answer: 'The plums are written.' },
  ...[1, 2, 3].flatMap((attempt): readonly CassetteLine[] => [
    { key: `1.3.${attempt}/R3/1.0`, calls: [{ tool: 'read_file', input: { path: `pears-${attempt}.csv` } }] },
    { key: `1.3.${attempt}/R3/2.0`, answer: 'There is no such file.' },
  ]),
  {
    key: '2.0.0/R2/1.0',
    answer: {
      task_criteria: [says('pears')],
      subtasks: [
        { intent: 'Let a program write down the pears', success_criteria: [exists('pears.txt')], tools: ['shell'], sequence: 1 },
        { intent: 'Make an index of the harvest', success_criteria: [exists('index.md')], tools: ['write_file'], sequence: 1 },
      ],
    } as never,
  },
  { key: '2.1.1/R3/1.0', calls: [{ tool: 'shell', input: { command: 'echo pears >> pears.txt && cat pears.txt' } }] },
  { key: '2.1.1/R3/2.0', answer: 'The pears are written.' },
  { key: '2.2.1/R3/1.0', calls: [{ tool: 'write_file', input: { path: 'index.md', content: '# Harvest\n' } }] },
  { key: '2.2.1/R3/2.0', answer: 'The index of apples, plums and pears is there.' },
  { key: '2.0.0/R4b/1.0', answer: { merged_output: 'apples, plums and pears are written down', summary: 'The harvest is written down.' } },
];

/** The script as a file; its path. */
export function writeHarvestScript(folder: string): string {
  const path = join(folder, 'harvest.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** What the task leaves behind when every effect took place once: a second time would add a line. */
export const harvest: Readonly<Record<string, string>> = {
  'apples.txt': 'apples\n',
  'checked.txt': 'checked\n',
  'index.md': '# Harvest\n',
  'pears.txt': 'pears\n',
  'plums.txt': 'plums\n',
};

export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
