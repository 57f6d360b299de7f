/** The task with which resuming is proved: sub-tasks side by side, a correction, a replan, commands and files, all scripted by effect key so that any process can continue from any place. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TaskId } from '../../src/contracts/ids.ts';
import type { CassetteLine } from '../../src/effects/cassette.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { journalPath } from '../../src/journal/files.ts';
import { readJournal } from '../../src/journal/reader.ts';
import type { Home } from './command.ts';

export const harvestGoal = 'Write down the harvest of apples, plums and pears.';

const says = (text: string) => ({
  criterion: `the answer says ${text}`,
  mode: 'plausible',
  weight: 1,
  check: { kind: 'output_contains', text },
});
const exists = (path: string) => ({ criterion: `${path} exists`, mode: 'verifiable', weight: 2, check: { kind: 'file_exists', path } });

/** This number of criteria pass, by a quote from an answer. */
const passes = (count: number, evidence: string) =>
  Array.from({ length: count }, (_, criterion) => ({ criterion, verdict: 'pass', failure_class: null, evidence }));

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
  { key: '1.1.1/R3/2.0', answer: 'It is done.' }, // this says too little, which leads to the first correction
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
  { key: '1.0.0/R2/5.0', answer: { partial_result: 'Apples and plums.', next_moves: ['Look for the pears.', 'Count them by hand.'] } }, // the round in which it is given up
  { key: '1.1.1/R4a/2.0', answer: { verdicts: [] } }, // asked there, too
  {
    key: '1.1.2/R4a/2.0', // the second criterion is asked about if the write of the file was not seen
    answer: { verdicts: [...passes(1, 'The apples are written.'), { criterion: 1, verdict: 'pass', evidence: '1.1.2/R3/1.1' }] },
  },
  { key: '1.2.1/R4a/2.0', answer: { verdicts: passes(1, 'The plums are written.') } },
  {
    key: '2.0.0/R4b/1.0',
    answer: {
      merged_output: 'apples, plums and pears are written down',
      summary: 'The harvest is written down.',
      verdicts: passes(2, 'The pears are written.'), // the built-in criterion is the second
    },
  },
];

/** The script as a file; its path. The given lines replace those with the same keys. */
export function writeHarvestScript(folder: string, instead: readonly CassetteLine[] = []): string {
  const path = join(folder, 'harvest.jsonl');
  const script = lines.map((line) => instead.find(({ key }) => key === line.key) ?? line);
  writeFileSync(path, script.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** The environment in which the command is killed at a place of its journal. */
export const killing = (kill: Kill): Readonly<Record<string, string>> => ({ NODE_OPTIONS: `--import=${killer}`, ...kill });
export type Kill = Readonly<Partial<Record<'KILL_AFTER' | 'KILL_BEFORE' | 'KILL_INSIDE' | 'KILL_AFTER_TEXT', string>>>;
const killer = fileURLToPath(new URL('kill-at.mjs', import.meta.url));

/** The id of the only task of a home. */
export const taskIn = ({ data }: Home): TaskId => readdirSync(join(data, 'tasks'))[0]?.replace('.jsonl', '') as TaskId; // it is named after it
export const journalIn = (at: Home): string => journalPath(at.data, taskIn(at));
export const entriesIn = async (at: Home): Promise<readonly Entry[]> => (await readJournal(journalIn(at))).entries;

/** What the task leaves behind if every effect took place once: a second time would add a line. */
export const harvest: Readonly<Record<string, string>> = {
  'apples.txt': 'apples\n',
  'checked.txt': 'checked\n',
  'index.md': '# Harvest\n',
  'pears.txt': 'pears\n',
  'plums.txt': 'plums\n',
};

export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
