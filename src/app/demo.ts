/** The demo: a whole task with scripted models and real tools in a scratch folder. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import { readCassette } from '../effects/cassette.ts';
import { journalPath } from '../journal/files.ts';
import type { Model } from '../models/model.ts';
import { type Clock, systemClock } from '../roles/clock.ts';
import type { Host, Task } from '../roles/host.ts';
import type { Scenario } from './scenarios.ts';
import { wire } from './wire.ts';

export type DemoOptions = {
  /** Where the journal is kept; by default in the scratch folder too. */
  readonly data?: string | undefined;
  /** Wraps the scripted model, to slow it down or to watch it. */
  readonly around?: (model: Model) => Model;
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
export async function startDemo(
  scenario: Scenario,
  { data, around = (model) => model, clock = systemClock }: DemoOptions = {},
): Promise<DemoRun> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-demo-')).catch((cause) => {
    throw new ArtooError('scratch_unwritable', `cannot make a scratch folder in ${tmpdir()}: ${cause.message}`, { cause });
  });
  const cwd = join(folder, 'home');
  const folders = { data: resolve(data ?? join(folder, 'data')), workspace: join(folder, 'workspace') };
  await Promise.all(Object.entries(scenario.files).map(([path, content]) => place(join(cwd, path), content)));
  const model = await readCassette(new URL(`../../demo/${scenario.name}.jsonl`, import.meta.url));
  const host = wire({ folders, model: around(model), clock });
  const task = host.start({ text: scenario.goal, session: [], cwd });
  const surprises = ({ directive, reason }: FinalResult) => [
    ...(directive === scenario.ends.directive && reason === scenario.ends.reason ? [] : [`it ended with ${directive} (${reason})`]),
    ...(model.unused.length === 0 ? [] : [`${model.unused.length} scripted answers were never asked for`]),
  ];
  return { host, task, folder: cwd, journal: journalPath(folders.data, task.id), surprises, [Symbol.asyncDispose]: () => host.close() };
}

async function place(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
