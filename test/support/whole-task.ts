/** One whole task: all roles as they are wired, real files in a scratch folder, and the test's model. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { wire } from '../../src/app/wiring/wire.ts';
import type { TaskOptions } from '../../src/config/settings.ts';
import type { FinalResult } from '../../src/contracts/control.ts';
import type { AttachedData, UserInput } from '../../src/contracts/intent.ts';
import type { Message, MessageOf, MessageType } from '../../src/contracts/messages.ts';
import type { Clock } from '../../src/engine/clock.ts';
import type { HostOptions } from '../../src/engine/host.ts';
import type { Person } from '../../src/engine/person.ts';
import type { Task } from '../../src/engine/tasks-under-way.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { journalPath } from '../../src/journal/files.ts';
import { readJournal } from '../../src/journal/reader.ts';
import type { Model } from '../../src/models/model.ts';
import type { TaskMemory } from '../../src/roles/r5-memory/task-memory.ts';
import type { Context, Draft, RoleFactory } from '../../src/roles/role.ts';
import type { LookAround } from '../../src/tools/look/look-around.ts';
import { plainLook } from './plain-look.ts';
import { replayed } from './replay.ts';
import { scratch } from './scratch.ts';
import { settingsFor } from './settings.ts';

export type WholeTask = {
  readonly model: Model;
  readonly goal?: string;
  /** The files in its folder before it starts. */
  readonly files?: Readonly<Record<string, string>>;
  readonly limits?: NonNullable<HostOptions['limits']>;
  readonly control?: NonNullable<TaskOptions['control']>;
  readonly parallel?: number;
  readonly caps?: NonNullable<TaskOptions['caps']>;
  readonly review?: boolean;
  readonly clock?: Clock;
  /** Data that comes with the goal. */
  readonly data?: AttachedData;
  /** Answers questions; by default, they are not answered. */
  readonly person?: Person;
  readonly memory?: TaskMemory;
  readonly session?: UserInput['session'];
  /** Where files may be changed freely; by default, in its folder. */
  readonly workspace?: string;
  /** The look around; by default, it sees little. */
  readonly look?: LookAround;
  /** Called once the task is under way. */
  readonly meanwhile?: (task: Task) => Promise<void>;
};

export type Ended = {
  readonly result: FinalResult;
  readonly entries: readonly Entry[];
  /** The role of every model step, in order. */
  readonly asked: readonly string[];
  /** The files in its folder afterwards. */
  readonly files: Readonly<Record<string, string>>;
  /** The entries that a replay of the journal produces. It calls no model, and rejects at the first difference. */
  readonly replayed: readonly Entry[];
};

export async function runWholeTask(given: WholeTask): Promise<Ended> {
  const {
    model,
    goal = 'Say hello.',
    files = {},
    session = [],
    meanwhile,
    data,
    limits,
    control,
    parallel,
    person,
    caps,
    review,
    clock,
    memory,
    look = plainLook,
  } = given;
  const folder = scratch();
  const home = join(folder, 'home');
  mkdirSync(home);
  for (const [name, content] of Object.entries(files)) {
    const isFolder = name.endsWith('/');
    mkdirSync(isFolder ? join(home, name) : dirname(join(home, name)), { recursive: true });
    if (!isFolder) writeFileSync(join(home, name), content);
  }
  const folders = { data: join(folder, 'data'), workspace: given.workspace ?? home };
  const settings = settingsFor(folders, { control, parallel, caps, review });
  const asked: string[] = [];
  const counted: Model = {
    ...model,
    step(request, origin, signal) {
      asked.push(origin.role);
      return model.step(request, origin, signal);
    },
  };
  await using host = wire({
    settings,
    model: counted,
    env: {},
    look,
    around: freezing,
    ...defined({ limits, person, clock, memory }),
  });
  const task = host.start({ text: goal, session, cwd: home, ...defined({ data }) });
  await meanwhile?.(task);
  const result = await task.result;
  const { entries } = await readJournal(journalPath(folders.data, task.id));
  const modelless = wire({ settings, model: { step: () => Promise.reject(new Error('a replay calls no model')) }, env: {} });
  const { entries: again } = await replayed(modelless, entries);
  return { result, entries, asked, files: filesIn(home), replayed: again };
}

/** The object without the keys that have no value. */
const defined = <T extends object>(options: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never; // the filter proves the type

/** A role whose messages and drafts cannot be changed: a role that tried to change them would throw, and its task would end with a Failure. */
const freezing =
  (make: RoleFactory): RoleFactory =>
  (settings) => {
    const role = make(settings);
    const frozenHandler = (handler: (message: Message, context: Context) => AsyncIterable<Draft>) =>
      async function* (message: Message, context: Context) {
        for await (const draft of handler(frozen(message), context)) yield frozen(draft);
      };
    const on = Object.entries(role.on).map(([type, handler]) => [type, frozenHandler(handler as never)]);
    return { id: role.id, on: Object.fromEntries(on) };
  };

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

function filesIn(folder: string): Record<string, string> {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    found.map(({ parentPath, name }) => [join(parentPath, name).slice(folder.length + 1), readFileSync(join(parentPath, name), 'utf8')]),
  );
}

/** The messages of one type in a journal, in order. */
export const messagesOf = <T extends MessageType>(entries: readonly Entry[], type: T): readonly MessageOf<T>[] =>
  entries.filter((entry) => entry.kind === 'message' && entry.type === type) as never; // the filter proves the type

/** What holds at the end of every task, however it went. */
export function expectHonestEnd({ result, entries, replayed }: Ended): void {
  expect(entries.filter((entry) => entry.kind === 'message' && entry.type === 'FinalResult')).toEqual([entries.at(-1)]);
  expect(entries.at(-1)).toMatchObject({ from: 'R7', to: 'User', payload: result });
  expect(result.summary.trim()).not.toBe('');
  if (result.directive === 'accept') expect(result).toMatchObject({ reason: 'met', unmet: [], loss: { D: 0, P: 0.5 } });
  else expect(result.loss.D).toBeGreaterThan(0);
  if (result.directive === 'success') expect(result.unmet).not.toEqual([]);
  if (result.directive === 'abandon') {
    const moves = result.next_moves.filter((move) => move.trim() !== '').length;
    expect([2, 3]).toContain(moves);
    expect(result.output).not.toBe('');
  }
  expect(result.replans).toBeLessThanOrEqual(3);
  const intents = entries.flatMap((entry) => (entry.kind === 'intent' ? [entry.key] : []));
  const outcomes = entries.flatMap((entry) => (entry.kind === 'outcome' ? [entry.key] : []));
  expect(outcomes.toSorted()).toEqual(intents.toSorted());
  expect(entries.filter(({ kind }) => kind === 'refusal' || kind === 'halt')).toEqual([]);
  expect(replayed).toEqual(entries);
}

/** Every failure of the infrastructure that was reported to R7. */
export const failuresIn = ({ entries }: Ended): readonly string[] =>
  messagesOf(entries, 'Failure').map(({ payload: { code, role } }) => `${code} in ${role}`);
