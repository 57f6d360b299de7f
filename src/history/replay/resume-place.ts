/** How, and from where, to continue a task that was ended by a cancel, or by a model call that failed or whose answer could not be read. */
import { z } from 'zod';
import type { FinalResult } from '../../contracts/control.ts';
import { ArtooError, type ErrorCode, isModelFailure } from '../../contracts/errors.ts';
import type { RoleId } from '../../contracts/parties.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { Usage } from '../../contracts/usage.ts';
import type { Entry, Origin } from '../../journal/entry.ts';
import { isHeld } from '../../journal/locked.ts';
import { streamJournal } from '../../journal/stream.ts';
import type { TaskFile } from '../tasks/task-list.ts';
import { createShared, type ForkPlace, forkPlaceIn } from './fork-place.ts';

/** The place, and which command continues from it. A fork repeats steps that ran in parallel with the failed call. */
export type Continuation = { readonly by: 'resume' | 'fork'; readonly at: number };

type ResumePlace = ForkPlace & { readonly at: number } & Pick<Origin, 'failed'>;

/**
 * Where an ended task can be continued: at the entry of its cancel, or at the model call that ended it, because it failed or its answer could not be
 * read. Undefined for any other end; throws `task_over` if parallel steps would be repeated. Unlike a fork, whose origin may go on, a resumed task may
 * also reach an end that was already decided, and use an approval that the ended task can no longer use.
 */
export async function resumePlaceIn(task: TaskFile, signal?: AbortSignal): Promise<ResumePlace | undefined> {
  const { task_id, path } = task;
  if (isHeld(path)) throw new ArtooError('journal_locked', `${task_id} is running`);
  const way = await continuationFrom(task, signal);
  if (way === undefined) return undefined;
  const { by, at } = way;
  if (by === 'fork') {
    const fork = `artoo fork ${shortId(task_id)} --at ${at}`;
    throw new ArtooError(
      'task_over',
      `other steps ran after the task's model had failed, and would run twice; to continue anyway: ${fork}`,
    );
  }
  const shared = createShared();
  const steps = createTakenSteps();
  for await (const line of streamJournal(path)) {
    signal?.throwIfAborted();
    if ('torn' in line) break;
    if (line.entry.seq === at) return { at, ...shared.place(), ...steps.failedBy(line.entry) };
    shared.add(line.entry);
    steps.add(line.entry);
  }
  return { at, ...shared.place() };
}

/** How often each step has been taken: once, plus once for each process that resumed the task while the step had no outcome. */
function createTakenSteps(): { add(entry: Entry): void; failedBy(entry: Entry): Pick<Origin, 'failed'> } {
  const before = new Map<string, number>();
  let resumes = 0;
  return {
    add(entry) {
      if (entry.kind === 'pause' && entry.resumed) resumes += 1;
      if (entry.kind === 'intent') before.set(entry.key, resumes);
    },
    failedBy(entry) {
      if (entry.kind !== 'outcome') return {};
      const usage = entry.result.ok ? Answered.safeParse(entry.result.value).data?.usage : entry.result.usage;
      const taken = 1 + resumes - (before.get(entry.key) ?? resumes);
      return { failed: { key: entry.key, taken, ...(usage && { usage }) } };
    },
  };
}

const Answered = z.object({ usage: Usage });

/** How a task can be continued, for the advice at its end; undefined if no way is known. */
export async function continuationAfter({ directive }: Pick<FinalResult, 'directive'>, task: TaskFile): Promise<Continuation | undefined> {
  return directive === 'abandon' ? continuationFrom(task).catch(() => undefined) : undefined;
}

/** Undefined if the only way is to run the goal again. */
async function continuationFrom(task: TaskFile, signal?: AbortSignal): Promise<Continuation | undefined> {
  const way = await stoppedAt(task, signal);
  if (way?.by !== 'fork') return way;
  const isPossible = await forkPlaceIn(task, way.at, signal).then(
    () => true,
    () => false, // for example, an approval from before this place would count twice
  );
  return isPossible ? way : undefined;
}

async function stoppedAt({ path }: TaskFile, signal: AbortSignal | undefined): Promise<Continuation | undefined> {
  const failed = createFailedCall();
  let cancel: number | undefined;
  for await (const line of streamJournal(path)) {
    signal?.throwIfAborted();
    if ('torn' in line) return undefined;
    const { entry } = line;
    failed.add(entry);
    if (entry.kind !== 'message') continue;
    if (entry.type === 'Cancel') cancel ??= entry.seq;
    if (entry.type !== 'FinalResult') continue;
    const { reason, failure } = entry.payload;
    if (reason === 'cancelled') return cancel === undefined ? undefined : { by: 'resume', at: cancel };
    if (failed.at === undefined || !(isModelFailure(failure) || failure === unreadable)) return undefined;
    return { by: failed.isLast ? 'resume' : 'fork', at: failed.at };
  }
  return undefined;
}

const unreadable = 'answer_unreadable' satisfies ErrorCode;

/**
 * The model call that ended a task: the last thing that its handler did. Only the newest answer to a role can be one that could not be read.
 * `isLast`: it was not followed by a call that must not be made twice.
 */
function createFailedCall(): { add(entry: Entry): void; readonly at: number | undefined; readonly isLast: boolean } {
  const asked = new Map<string, RoleId>();
  const failed = new Map<string, { readonly at: number; readonly role: RoleId; readonly code: ErrorCode }>();
  let at: number | undefined;
  let made = -1;
  return {
    add(entry) {
      if (entry.kind === 'intent') {
        if (entry.effect === 'model') asked.set(entry.key, entry.role);
        failed.delete(handlerOf(entry.key));
        if (!entry.repeatable) made = entry.seq;
      } else if (entry.kind === 'outcome') {
        const role = asked.get(entry.key);
        const code = entry.result.ok ? unreadable : entry.result.code;
        if (role !== undefined) failed.set(handlerOf(entry.key), { at: entry.seq, role, code });
      } else if (entry.kind === 'message' && entry.type === 'Failure') {
        const { role, code } = entry.payload;
        const calls = [...failed.values()].filter((call) => call.role === role && call.code === code);
        at ??= calls.at(code === unreadable ? -1 : 0)?.at;
      }
    },
    get at() {
      return at;
    },
    get isLast() {
      return at !== undefined && made < at;
    },
  };
}

/** `1.2.0/R3/4.1` is a call of `1.2.0/R3`. */
const handlerOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));
