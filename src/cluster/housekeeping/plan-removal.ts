/** What may be removed from a bus: logs of tasks that ended long ago, contents that no log refers to, and registers that are no longer needed. */

import type { TaskId } from '../../contracts/ids.ts';
import type { Bus } from '../bus.ts';
import { endsTask } from '../log/ends-task.ts';
import { objectIn } from '../log/log-message.ts';
import type { LogReader } from '../log/read-logs.ts';
import { inParallel } from '../objects/in-parallel.ts';
import { messagesOf, type Stored } from '../read.ts';
import { serverTime } from '../server/server-time.ts';
import { type FoundRegister, hasOwner, readRegisters, saysRemoved, settledRegisters, taskOf } from './settled-registers.ts';

export type OldLog = { readonly task_id: TaskId; readonly seq: number; readonly ended: Date };
/** `messages`: its pieces, in order. */
export type UnusedContent = { readonly hash: string; readonly bytes: number; readonly messages: readonly number[] };
export type Removal = {
  readonly logs: readonly OldLog[];
  /** How many logs are kept: those of tasks that have not ended, or ended recently. */
  readonly kept: number;
  readonly contents: readonly UnusedContent[];
  readonly registers: readonly FoundRegister[];
  /** Whether contents are kept because workers are connected, which remember what is on the bus. */
  readonly hasWorkers: boolean;
};

export type RemovalOptions = {
  /** How long ago a task must have ended, in ms; infinite to keep all logs. */
  readonly removeAfter: number;
  /** How old contents must be: a batch is stored before the message that refers to it. */
  readonly youngMs?: number;
  /** How long a register must have stayed unchanged. */
  readonly settledMs?: number;
  readonly signal: AbortSignal;
};

const usualYoungMs = 3_600_000;
/** After this long without an announcement, a worker no longer remembers anything. */
const goneMs = 60_000;
const logsAtOnce = 8;

export async function planRemoval(
  bus: Bus,
  logs: LogReader,
  { removeAfter, youngMs = usualYoungMs, settledMs, signal }: RemovalOptions,
): Promise<Removal> {
  const now = (await logs.ask(() => serverTime(bus))).getTime();
  const registers = await logs.ask(() => readRegisters(bus, signal), { isLong: true });
  const half = new Set(registers.filter(saysRemoved).flatMap((each) => taskOf(each) ?? [])); // if such a log still exists, housekeeping was interrupted
  const tasks = await logs.tasks();
  const old: OldLog[] = [];
  const over = new Set<TaskId>();
  const owned = new Set(registers.filter(hasOwner).map(taskOf));
  await inParallel(tasks, logsAtOnce, async (task_id) => {
    if (!Number.isFinite(removeAfter) && !owned.has(task_id) && !half.has(task_id)) return;
    const end = half.has(task_id) ? await logs.last(task_id) : await endOf(logs, task_id);
    if (end) over.add(task_id);
    if (end && (half.has(task_id) || now - end.at.getTime() >= removeAfter)) old.push({ task_id, seq: end.seq, ended: end.at });
  });
  const there = new Set(tasks);
  const isOver = (task_id: TaskId) => over.has(task_id) || !there.has(task_id);
  const hasWorkers = registers.some(({ name, at }) => name.startsWith('worker.') && now - at.getTime() < goneMs);
  const removed = new Set(old.map(({ task_id }) => bus.names.log(task_id)));
  return {
    logs: old.toSorted((a, b) => a.ended.getTime() - b.ended.getTime()),
    kept: tasks.length - old.length,
    contents: hasWorkers ? [] : await unusedContents(bus, { removed, now, youngMs, signal }),
    registers: settledRegisters(registers, { now, isOver, ms: settledMs }),
    hasWorkers,
  };
}

/** The last message of a log whose task has ended; hosts may have taken it later, and found that it had ended. */
async function endOf(logs: LogReader, task_id: TaskId): Promise<{ readonly seq: number; readonly at: Date } | undefined> {
  const last = await logs.last(task_id);
  let end: Buffer = Buffer.alloc(0);
  for await (const bytes of logs.lines(task_id)) end = bytes;
  return endsTask(end) ? last : undefined;
}

async function unusedContents(
  bus: Bus,
  {
    removed,
    now,
    youngMs,
    signal,
  }: Required<Pick<RemovalOptions, 'youngMs' | 'signal'>> & { readonly removed: ReadonlySet<string>; readonly now: number },
): Promise<readonly UnusedContent[]> {
  const heads = { headersOnly: true, signal };
  const used = new Set<string>();
  for await (const stored of messagesOf(bus, 'log', bus.names.all('log'), heads)) {
    const object = objectIn(stored);
    if (object && !removed.has(stored.subject)) used.add(object.hash);
  }
  const found = new Map<string, { bytes: number; newest: number; pieces: Piece[] }>();
  for await (const stored of messagesOf(bus, 'object', bus.names.all('object'), heads)) {
    const [hash = '', n] = stored.subject.split('.').slice(-2);
    const { bytes, newest, pieces } = found.get(hash) ?? { bytes: 0, newest: 0, pieces: [] };
    pieces.push({ n: Number(n), seq: stored.seq });
    found.set(hash, { bytes: bytes + sizeOf(stored), newest: Math.max(newest, stored.at.getTime()), pieces });
  }
  return [...found].flatMap(([hash, { bytes, newest, pieces }]) =>
    used.has(hash) || now - newest < youngMs ? [] : { hash, bytes, messages: pieces.toSorted((a, b) => a.n - b.n).map(({ seq }) => seq) },
  );
}

type Piece = { readonly n: number; readonly seq: number };

/** The size of the data, from a header that the server sends in place of it. */
const sizeOf = ({ headers }: Stored): number => Number(headers?.get('Nats-Msg-Size') ?? 0);
