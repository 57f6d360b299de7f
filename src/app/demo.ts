/** The demo: a whole task with scripted models and real tools in a scratch folder. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import { readCassette } from '../effects/cassette.ts';
import { journalPath } from '../journal/files.ts';
import type { Model } from '../models/model.ts';
import { type Clock, systemClock } from '../roles/clock.ts';
import type { Host, Task } from '../roles/host.ts';
import { wire } from './wire.ts';

export type Scenario = {
  readonly name: string;
  /** What it shows, in one line. */
  readonly shows: string;
  readonly goal: string;
  /** What lies in the scratch folder before the task starts. */
  readonly files: Readonly<Record<string, string>>;
  /** How it must end. */
  readonly ends: Pick<FinalResult, 'directive' | 'reason'>;
};

export const scenarios: readonly Scenario[] = [
  {
    name: 'first-task',
    shows: 'a goal is understood, planned, done with real tools, checked by code, and accepted',
    goal: 'Make an index of my notes.',
    files: {
      'notes/garden.md': '# Garden\nPrune the roses before March.\n',
      'notes/piano.md': '# Piano\nPractise the left hand alone.\n',
      'notes/travel.md': '# Travel\nThe night train leaves at ten.\n',
    },
    ends: { directive: 'accept', reason: 'met' },
  },
];

export type DemoOptions = {
  /** Where the journal is kept; by default in the scratch folder too. */
  readonly data?: string | undefined;
  /** How long the scripted model takes for each step. */
  readonly stepMs?: number;
  readonly clock?: Clock;
};

export type DemoRun = AsyncDisposable & {
  readonly host: Host;
  readonly task: Task;
  readonly folder: string;
  readonly journal: string;
  /** What did not go as scripted; empty when all did. */
  readonly surprises: (result: FinalResult) => readonly string[];
};

/** Starts a scenario in a new scratch folder, which stays behind so that a person can look at it. */
export async function startDemo(scenario: Scenario, { data, stepMs = 0, clock = systemClock }: DemoOptions = {}): Promise<DemoRun> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-demo-')).catch((cause) => {
    throw new ArtooError('scratch_unwritable', `cannot make a scratch folder in ${tmpdir()}: ${cause.message}`, { cause });
  });
  const cwd = join(folder, 'home');
  const folders = { data: resolve(data ?? join(folder, 'data')), workspace: cwd };
  await Promise.all(Object.entries(scenario.files).map(([path, content]) => place(join(cwd, path), content)));
  const model = await readCassette(new URL(`../../demo/${scenario.name}.jsonl`, import.meta.url));
  const host = wire({ folders, model: taking(stepMs, model), clock });
  const task = host.start({ text: scenario.goal, session: [], cwd });
  const surprises = ({ directive, reason }: FinalResult) => [
    ...(directive === scenario.ends.directive && reason === scenario.ends.reason ? [] : [`it ended with ${directive} (${reason})`]),
    ...(model.unused.length === 0 ? [] : [`${model.unused.length} scripted answers were never asked for`]),
  ];
  return { host, task, folder: cwd, journal: journalPath(folders.data, task.id), surprises, [Symbol.asyncDispose]: () => host.close() };
}

/** The same model, as slow as a real one. */
function taking(ms: number, model: Model): Model {
  return {
    async step(request, origin, signal) {
      await delay(ms, undefined, { signal });
      return model.step(request, origin, signal);
    },
  };
}

export function findScenario(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found) return found;
  throw new ArtooError(
    'usage',
    `there is no demo scenario "${name.slice(0, 60)}", only ${scenarios.map((scenario) => scenario.name).join(', ')}`,
  );
}

async function place(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
