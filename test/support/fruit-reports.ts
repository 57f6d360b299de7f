/** The task with which the single log is proved: three sub-tasks side by side, with models, tools, checks and a merge, on real files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleTools } from '../../src/app/wiring/assemble-tools.ts';
import { wire } from '../../src/app/wiring/wire.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import { there } from '../../src/contracts/late.ts';
import { type CassetteLine, createCassette } from '../../src/effects/cassette.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { journalPath } from '../../src/journal/files.ts';
import { readJournal } from '../../src/journal/reader.ts';
import type { Model } from '../../src/models/model.ts';
import type { RoleFactory } from '../../src/roles/role.ts';
import type { Toolbox } from '../../src/tools/toolbox.ts';
import { settingsFor } from './settings.ts';

const names = ['apples', 'pears', 'plums'];

const subtask = (name: string, at: number) => ({
  intent: `Write the report on ${name}`,
  success_criteria: [
    { criterion: `reports/${name}.txt exists`, mode: 'verifiable', weight: 2, check: { kind: 'file_exists', path: `reports/${name}.txt` } },
    { criterion: 'the answer names the fruit', mode: 'plausible', weight: 1, check: { kind: 'output_contains', text: name } },
  ],
  context: `Number ${at + 1}.`,
  tools: ['glob', 'read_file', 'write_file'],
  sequence: 1,
});

/** This number of criteria pass, by a quote from an answer. */
const passes = (count: number, evidence: string) =>
  Array.from({ length: count }, (_, criterion) => ({ criterion, verdict: 'pass', failure_class: null, evidence }));

const executor = (name: string, at: number): CassetteLine[] => {
  const key = (step: number) => `1.${at + 1}.1/R3/${step}.0`;
  return [
    { key: key(1), calls: [{ tool: 'glob', input: { pattern: `${name}*` } }] },
    {
      key: key(2),
      calls: [
        { tool: 'read_file', input: { path: `${name}.csv` } },
        { tool: 'read_file', input: { path: `missing-${name}.csv` } }, // a different one for each: a call that failed in one sub-task is refused in all of them
      ],
    },
    { key: key(3), calls: [{ tool: 'write_file', input: { path: `reports/${name}.txt`, content: `Report on ${name}\n` } }] },
    { key: key(4), answer: `The report on ${name} is written.` },
    { key: `1.${at + 1}.1/R4a/2.0`, answer: { verdicts: passes(1, `The report on ${name} is written.`) } },
  ];
};

const merged = names.map((name) => `The report on ${name} is written.`).join(' ');

/** What the models say, by effect key, so that any process can continue from any place. */
const reportsScript: readonly CassetteLine[] = [
  { key: '0.0.0/R1/1.0', answer: { slug: 'write_reports', intent: 'Write a report on every fruit.' } },
  {
    key: '1.0.0/R2/1.0',
    answer: {
      task_criteria: [{ criterion: 'all are named', mode: 'plausible', weight: 1, check: { kind: 'output_contains', text: 'plums' } }],
      subtasks: names.map(subtask),
    } as never,
  },
  ...names.flatMap(executor),
  {
    key: '1.0.0/R4b/1.0', // the built-in criterion is the second
    answer: { merged_output: merged, summary: 'All reports are written.', verdicts: passes(2, 'The report on plums is written.') },
  },
];

export type ReportsPlace = { readonly home: string; readonly data: string; readonly calls: string[] };

/** Fresh folders with the input files. `calls` collects every model step and tool call that is really performed. */
export function placeReports(folder: string): ReportsPlace {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  for (const name of names) writeFileSync(join(home, `${name}.csv`), `${name},1\n`);
  return { home, data: join(folder, 'data'), calls: [] };
}

/** What the task leaves on disk. */
export const reportsIn = ({ home }: ReportsPlace): readonly string[] =>
  readdirSync(join(home, 'reports')).map((name) => `${name}: ${readFileSync(join(home, 'reports', name), 'utf8')}`);

/** A host for the reports. `wait` is called before every model step and every tool call, to vary the order in which they end. */
export function reportsHost(
  { home, data, calls }: ReportsPlace,
  wait: () => Promise<void> = async () => {},
  around?: (make: RoleFactory) => RoleFactory,
) {
  const cassette = createCassette(reportsScript);
  const model: Model = {
    async step(request, origin, signal) {
      calls.push(origin.key);
      await wait();
      return cassette.step(request, origin, signal);
    },
  };
  const assembled = assembleTools({ data, env: {} });
  const { toolbox } = assembled;
  const watched: Toolbox = {
    ...toolbox,
    async run(request, id, signal) {
      if (request.tool !== 'shell') {
        calls.push(`${request.tool} ${toolbox.about(request.tool, request.input).target}`);
        await wait();
      }
      return toolbox.run(request, id, signal);
    },
  };
  return wire({
    settings: settingsFor({ data, workspace: home }),
    model,
    assembled: there({ ...assembled, toolbox: watched }),
    env: {},
    ...(around ? { around } : {}),
  });
}

export const reportsGoal = ({ home }: ReportsPlace) => ({ text: 'Write a report on every fruit.', session: [], cwd: home });

export const entriesOf = async ({ data }: ReportsPlace, id: TaskId): Promise<readonly Entry[]> =>
  (await readJournal(journalPath(data, id))).entries;
