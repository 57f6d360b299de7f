/** The demo: whole tasks with scripted models and real tools in a scratch folder, with a memory of its own. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { defaultSettings } from '../config/settings.ts';
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import { readCassette } from '../effects/cassette.ts';
import type { Clock } from '../engine/clock.ts';
import type { Host } from '../engine/host.ts';
import type { Task } from '../engine/tasks-under-way.ts';
import { journalPath } from '../journal/files.ts';
import { uncapped } from '../laws/caps.ts';
import type { Model } from '../models/model.ts';
import { demoLook } from './demo-look.ts';
import type { Scenario } from './scenarios.ts';
import { sharedPorts, wire } from './wiring/wire.ts';

export type DemoOptions = {
  /** Where the journals are kept; by default in the scratch folder too. */
  readonly data?: string | undefined;
  /** Wraps the scripted model, to slow it down or to watch it. */
  readonly around?: (model: Model) => Model;
  readonly clock?: Clock;
};

export type Demo = AsyncDisposable & {
  readonly host: Host;
  readonly folder: string;
  /** Runs the goal once more. */
  start(): { readonly task: Task; readonly journal: string };
  /** What did not go as scripted. */
  readonly surprises: (results: readonly FinalResult[]) => readonly string[];
};

/** A scenario in a new scratch folder, which is kept so that a person can look at it. */
export async function openDemo(scenario: Scenario, { data, around = (model) => model, clock: given }: DemoOptions = {}): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-demo-')).catch((cause) => {
    throw new ArtooError('scratch_unwritable', `cannot make a scratch folder in ${tmpdir()}: ${cause.message}`, { cause });
  });
  const cwd = join(folder, 'home');
  const own = join(folder, 'data');
  const folders = { data: resolve(data ?? own), workspace: join(folder, 'workspace') };
  await Promise.all(Object.entries(scenario.files).map(([path, content]) => place(join(cwd, path), content)));
  const model = await readCassette(new URL(`../../demo/${scenario.name}.jsonl`, import.meta.url));
  const { memory, clock } = sharedPorts({ data: own, clock: given, onNotice: () => {}, maxWriteMs: 30_000 }); // what a demo teaches stays in the demo, and no other process holds it
  const settings = defaultSettings(folders);
  const remembers = (scenario.runs ?? 1) > 1; // a single run has nothing to remember
  const task = { ...settings.task, caps: uncapped, grows: ['time_budget'] as const, memory: remembers };
  const host = wire({ settings: { ...settings, task }, model: around(model), clock, look: demoLook(scenario, clock), memory });
  return {
    host,
    folder: cwd,
    start() {
      const task = host.start({ text: scenario.goal, session: [], cwd });
      return { task, journal: journalPath(folders.data, task.id) };
    },
    surprises: (results) => [...results.flatMap((result) => surprise(scenario, result)), ...leftOver(model.unused.length)],
    async [Symbol.asyncDispose]() {
      await host.close();
      await memory.close();
    },
  };
}

const surprise = ({ ends }: Scenario, { directive, reason }: FinalResult): readonly string[] =>
  directive === ends.directive && reason === ends.reason ? [] : [`it ended with ${directive} (${reason})`];

const leftOver = (unused: number): readonly string[] => (unused === 0 ? [] : [`${unused} scripted answers were never asked for`]);

async function place(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
