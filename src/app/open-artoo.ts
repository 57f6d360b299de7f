/** Runs, resumes and forks tasks, each with the settings of the folder that it works in. */
import { resolve } from 'node:path';
import { homeIn } from '../config/folders.ts';
import { type Settings, withOptions, withTighterCaps } from '../config/settings.ts';
import { ArtooError } from '../contracts/errors.ts';
import { newTaskId, parseTaskId, type TaskId } from '../contracts/ids.ts';
import type { Host } from '../engine/host.ts';
import type { Task } from '../engine/tasks-under-way.ts';
import { type ForkPlace, forkPlaceIn, refuseForgotten } from '../history/replay/fork-place.ts';
import { resumePlaceIn } from '../history/replay/resume-place.ts';
import { findTask } from '../history/tasks/find-task.ts';
import type { TaskFile } from '../history/tasks/task-list.ts';
import { createTaskNotes } from '../history/tasks/task-notes.ts';
import type { Origin, TaskSettings } from '../journal/entry.ts';
import { completeJournal, type DraftJournal, draftJournal, journalPath, type Reopened, reopenJournal } from '../journal/files.ts';
import { settingsIn, type Tape, tapeBefore } from '../journal/tape.ts';
import { openTape } from '../journal/tape-file.ts';
import { BackgroundRuns } from '../tools/background/background-runs.ts';
import { openJobFiles } from '../tools/background/job-files.ts';
import { openChanges } from '../tools/changes/change-store.ts';
import { createSteadyFolders, realNow } from '../tools/steady-folders.ts';
import type { ArtooParts } from './artoo-parts.ts';
import { AuditSchedule } from './audit/audit-schedule.ts';
import { TraceSchedule } from './audit/trace-schedule.ts';
import { onBusIn, type TaskOnBus } from './bus/on-bus.ts';
import { carryData } from './carry-data.ts';
import { claimingEnded } from './claim-ended.ts';
import { createTaskMemories } from './memory/task-memories.ts';
import { orRejected } from './or-rejected.ts';
import { applyRule } from './rules/apply-rule.ts';
import { rulesOnTape } from './rules/rules-on-tape.ts';
import { showing } from './show-task.ts';
import { tapeIn } from './tape-in.ts';
import type { Artoo, ForkOptions, ResumeOptions, RunningTask, RunOptions } from './tasks.ts';
import { refuseUsedId } from './used-id.ts';
import { createBuses, type Release, releasing } from './wiring/buses.ts';
import { oncePriced } from './wiring/once-priced.ts';
import { createRooms, type Room, type Site } from './wiring/rooms.ts';
import { lateWork, sharedPorts } from './wiring/wire.ts';
import { createWorkers } from './wiring/workers.ts';

/** How a task is started. */
type Start = {
  /** What must be done before the task starts, if anything; `release` is called when the task is over, or if it did not start. */
  readonly prepare?: (site: Site) => Promise<Release | undefined> | undefined;
  readonly startWith: (room: Room, settings: Settings) => Task;
  /** Called if the task does not start. */
  readonly onRefused?: () => void;
};

export function openArtoo(parts: ArtooParts): Artoo {
  const { data, env, tools, keeps, recorder, onText, onWait, onOutput, onNotice, answers, person, work = lateWork() } = parts;
  const { clock, observers } = sharedPorts(parts);
  const shown = showing(data, observers);
  const notes = createTaskNotes(data);
  const audits = new AuditSchedule({ data, onNotice, now: () => clock.now() });
  const traces = new TraceSchedule({ data, env, onNotice });
  const memories = createTaskMemories({ ...parts, clock: () => new Date(clock.now()), onDue: parts.onRulesDue });
  const buses = createBuses({ data, recover: () => openChanges(data).recover(), onNotice, pace: parts.pace });
  const workers = createWorkers(buses, parts.pace);
  /** The hosts to stop on close, by task or by the draft of a fork. */
  const running = new Map<object, Host>();
  const folders = createSteadyFolders();
  const starting = new Set<Promise<unknown>>();
  const { background = new BackgroundRuns({ jobs: openJobFiles(data) }) } = parts;
  const rooms = createRooms({
    ...{ data, env, tools, keeps, background, folders, work, recorder, onText, onWait, onOutput },
    ...{ answers, person, clock, observers, buses, workers },
    memoryOf: (bus) => parts.memory ?? memories.of(bus),
    onEntry: notes.see,
  });
  let isClosed = false;

  function run(goal: string, options: RunOptions = {}): RunningTask {
    const { cwd = process.cwd(), session = [], data: attached, plan, task_id, review, places, caps = {} } = options;
    refuseClosed();
    if (goal.trim() === '') throw new ArtooError('goal_empty', 'the goal is empty');
    const id = parseTaskId(task_id ?? newTaskId(new Date(clock.now())));
    const input = { text: goal, session, cwd: resolve(cwd), ...(attached ? { data: attached } : {}), ...(plan ? { plan } : {}) };
    const real_cwd = realNow(input.cwd);
    const changed = { ...(review !== undefined && { review }), ...(places && { places }), ...(real_cwd !== input.cwd && { real_cwd }) };
    return start(
      id,
      { cwd: input.cwd, real_cwd },
      {
        prepare: (site) => oncePriced(site, caps, ({ bus, task: { workspace } }) => buses.begin(bus, id, { cwd: input.cwd, workspace })),
        startWith: ({ host }, { task }) => host.start(input, id, { ...changed, ...withTighterCaps(task, caps) }),
      },
    );
  }

  function resume(task_id: string, { copy, dead }: ResumeOptions = {}): RunningTask {
    refuseClosed();
    const id = parseTaskId(task_id);
    const onBus = onBusIn(copy ?? journalPath(data, id));
    if (onBus) return resumeOnBus(id, onBus, dead);
    const { tape, writer } = reopenJournal(data, id);
    const settings = settingsIn(tape) ?? { cwd: process.cwd() }; // the host reports what is wrong with a tape without settings
    return start(id, settings, {
      startWith: (room) => room.host.resume(withRules(tape, id, settings.cwd, room), writer),
      onRefused: () => void writer.close(),
    });
  }

  /** The journal in this data folder is a copy, which is completed once this host owns the task. */
  function resumeOnBus(id: TaskId, { settings, bus }: TaskOnBus, dead: ResumeOptions['dead']): RunningTask {
    let reopened: Reopened | undefined;
    return start(id, settings, {
      async prepare(site) {
        const { complete, release } = await buses.take(site.settings.bus, id, { ...bus, places: { ...settings, dead } });
        reopened = await completeJournal(data, id, complete).catch(async (error) => {
          await release();
          throw error;
        });
        return release;
      },
      startWith(room) {
        if (!reopened) throw new ArtooError('bus_needed', `${id} cannot be continued here`);
        return room.host.resume(withRules(reopened.tape, id, settings.cwd, room), reopened.writer);
      },
      onRefused: () => void reopened?.writer.close(),
    });
  }

  /** What the person allowed for a task is also allowed in the task that continues it. */
  const withRules = (tape: Tape, task_id: TaskId, cwd: string, { permissions }: Room): Tape =>
    rulesOnTape(tape, (said) => applyRule(said, permissions, { cwd, home: homeIn(env), task_id }));

  async function fork(task_id: string, { at, task_id: given, signal, copy, ...changed }: ForkOptions): Promise<RunningTask> {
    refuseClosed();
    const origin = copy === undefined ? await findTask(data, parseTaskId(task_id)) : { task_id: parseTaskId(task_id), path: copy };
    const place = await forkPlaceIn(origin, at, signal);
    const more = copy !== undefined || changed.cwd !== undefined ? ({ elsewhere: true } as const) : {};
    return branch(origin, { ...place, at }, parseTaskId(given ?? newTaskId(new Date(clock.now()))), changed, more);
  }

  async function continueTask(task_id: string, signal?: AbortSignal): Promise<RunningTask> {
    refuseClosed();
    const origin = await findTask(data, parseTaskId(task_id));
    const place = await resumePlaceIn(origin, signal);
    if (!place) throw new ArtooError('task_over', `${origin.task_id} ended by itself`);
    const id = newTaskId(new Date(clock.now()));
    const more = { resumed: true, ...(place.failed && { failed: place.failed }) } as const;
    return claimingEnded(data, origin, id, () => branch(origin, place, id, {}, more));
  }

  /** A new task that shares another's log up to an entry. */
  async function branch(
    origin: TaskFile,
    place: ForkPlace & { readonly at: number },
    id: TaskId,
    { cwd: moved, ...changed }: Omit<ForkOptions, 'at' | 'task_id' | 'signal' | 'copy'>,
    more: Pick<Origin, 'resumed' | 'failed' | 'elsewhere'> = {},
  ): Promise<RunningTask> {
    const { at } = place;
    using recorded = await openTape(origin.path);
    const site = await parts.siteOf(moved ?? settingsIn(recorded)?.cwd ?? process.cwd());
    const { workspace } = site.settings.task;
    const tape = tapeIn(moved, recorded, { workspace });
    const was = settingsIn(tape);
    const { cwd, real_cwd = cwd } = was ?? { cwd: process.cwd() };
    const room = rooms.of(site);
    await refuseForgotten(origin, place, (await room.assembled.load()).changes);
    if (more.elsewhere) await carryData(origin.path, (each) => tapeIn(moved, each, { workspace }));
    refuseUsedId(data, id);
    const release = await buses.begin(site.settings.bus, id, { cwd, workspace: was?.workspace ?? workspace });
    let leave = (): void => void release?.();
    let draft: DraftJournal | undefined;
    try {
      refuseClosed();
      draft = draftJournal(data, id, buses.writeTo(id));
      const watch = observers.watch({ task_id: id }); // before the task starts
      running.set(draft, room.host);
      leave = releasing(folders.begin(id, cwd, real_cwd), release);
      const shared = { task_id: origin.task_id, seq: at, at: new Date(clock.now()).toISOString(), cost: place.cost, ...more };
      const settings = was ? withOptions(was, changed) : {};
      const made = { task_id: id, origin: shared, settings, journal: draft.writer, onShared: draft.place };
      const before = tapeBefore(at, tape);
      const followed = more.resumed ? withRules(before, id, cwd, room) : before; // a fork for any other reason is another task
      return shown(id, track(await room.host.fork(followed, made), room, site, leave), watch);
    } catch (error) {
      leave();
      await draft?.discard();
      throw error;
    } finally {
      if (draft) running.delete(draft);
    }
  }

  function refuseClosed(): void {
    if (isClosed) throw new ArtooError('usage', 'this artoo is closed and starts no more tasks; create another');
  }

  /** Runs at once if the folder's settings are known, later if they have to be read first. `onRefused` is called if the task does not start. */
  function start(
    id: TaskId,
    { cwd, real_cwd = cwd }: Pick<TaskSettings, 'cwd' | 'real_cwd'>,
    { prepare = () => undefined, startWith, onRefused = () => {} }: Start,
  ): RunningTask {
    let leave = (): void => {};
    /** A folder's settings, once the task may start in it. */
    const prepared = (read: Site | Promise<Site>): Site | Promise<Site> => {
      if (read instanceof Promise) return read.then(prepared);
      return (
        prepare(read)?.then((release) => {
          leave = releasing(leave, release);
          return read;
        }) ?? read
      );
    };
    const startIn = (site: Site, room = rooms.of(site)): Task => track(startWith(room, site.settings), room, site, leave);
    const refuse = (error: unknown): never => {
      leave();
      onRefused();
      throw error;
    };
    const site = orRejected(() => {
      leave = folders.begin(id, cwd, real_cwd);
      return prepared(parts.siteOf(cwd));
    }); // bad configuration rejects the result of the task, and so does a folder whose path now leads to another
    if (!(site instanceof Promise)) {
      try {
        return shown(id, startIn(site));
      } catch (error) {
        return refuse(error);
      }
    }
    const task = site
      .then((read) => {
        if (isClosed) throw new ArtooError('cancelled', 'artoo was closed before the task started');
        return startIn(read);
      })
      .catch(refuse);
    const settled: Promise<unknown> = task.catch(() => observers.end(id)).finally(() => starting.delete(settled));
    starting.add(settled);
    const result = task.then((started) => started.result);
    result.catch(() => {}); // the caller gets the error; an unhandled rejection would end the process
    const cancel = (why?: string) => void task.then((started) => started.cancel(why)).catch(() => {});
    return shown(id, { result, cancel, steer: async (text) => (await task).steer(text) });
  }

  /** Starts everything that accompanies the task while it runs. */
  function track(task: Task, { host, brain }: Room, { settings }: Site, leave: () => void): Task {
    const dreaming = { model: brain, caps: settings.task.caps };
    const endDreams = parts.memory ? () => {} : memories.begin(settings.bus, dreaming);
    if (settings.task.audited !== false) audits.begin();
    traces.begin();
    running.set(task, host);
    void background.taskBegins();
    notes.begin(task.id);
    const end = () => {
      running.delete(task);
      leave();
      endDreams();
      notes.end(task.id);
      if (settings.task.audited !== false) audits.end(task.id);
      traces.end(task.id);
    };
    task.result.then(end, end);
    return { ...task, result: endingWith(task) };
  }

  /** The task's result, once its background runs have ended. */
  function endingWith({ id, result }: Task): Task['result'] {
    const ended = result.finally(() => {
      for (const { drop } of rooms.tools) drop({ task_id: id });
      return background.taskEnded(id);
    });
    ended.catch(() => {}); // a task that is not awaited must not crash the process
    return ended;
  }

  async function close(): Promise<void> {
    isClosed = true;
    buses.stop();
    await Promise.all(starting);
    await Promise.all([...new Set(running.values())].map((host) => host.close()));
    for (const { close: closeTools } of rooms.tools) closeTools();
    await background[Symbol.asyncDispose]();
    observers.close();
    await notes.write();
    await Promise.all([audits.close(), traces.close()]);
    await memories.close();
    await workers.close();
    await buses.close();
  }

  return {
    run,
    resume,
    fork,
    continueTask,
    makeRules: (making) => memories.makeRules(making),
    audit: (task_id) => audits.audit(parseTaskId(task_id)),
    close,
    [Symbol.asyncDispose]: close,
  };
}
