/** The demo: whole tasks with scripted models and real tools in a scratch folder, with a memory of its own. */
import type { HostWorkers } from '../../cluster/workers/host-workers.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { FinalResult } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { there } from '../../contracts/late.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import { readCassette } from '../../effects/cassette.ts';
import type { Clock } from '../../engine/clock.ts';
import type { Host } from '../../engine/host.ts';
import { answering } from '../../engine/person.ts';
import type { Task } from '../../engine/tasks-under-way.ts';
import { journalPath, reopenJournal } from '../../journal/files.ts';
import { uncapped } from '../../laws/caps.ts';
import type { Model } from '../../models/model.ts';
import { demoCassette } from '../demo-files.ts';
import { sharedPorts, wire } from '../wiring/wire.ts';
import { demoLook } from './demo-look.ts';
import type { DemoPlace } from './demo-place.ts';
import type { Scenario } from './scenarios.ts';

export type DemoOptions = {
  /** Wraps the scripted model, to slow it down or to watch it. */
  readonly around?: (model: Model) => Model;
  /** What the person of a scenario is asked, before they say yes. */
  readonly onQuestion?: (asked: PayloadOf<'ConfirmRequest'>) => Promise<void>;
  readonly clock?: Clock;
  /** The workers that run its commands. */
  readonly workers?: HostWorkers;
};

export type Demo = AsyncDisposable & {
  readonly host: Host;
  /** Runs the goal once more. */
  start(): DemoTask;
  /** Continues a task that another process began; `answered`: how many of its model steps were answered in that process. */
  resume(task_id: TaskId, answered: number): DemoTask;
  /** Returns what did not go as scripted. */
  readonly surprises: (results: readonly FinalResult[]) => readonly string[];
};

export type DemoTask = { readonly task: Task; readonly journal: string };

export async function openDemo(scenario: Scenario, place: DemoPlace, options: DemoOptions = {}): Promise<Demo> {
  const { around = (model) => model, onQuestion = async () => {}, clock: given, workers } = options;
  const { cwd, data, workspace } = place;
  const model = await readCassette(demoCassette(scenario.name));
  const { memory, clock } = sharedPorts({ data: place.ownData, clock: given, onNotice: () => {}, maxWriteMs: 30_000 }); // what is learnt in a demo stays in the demo, and no other process holds it
  const settings = defaultSettings({ data, workspace });
  const remembers = (scenario.runs ?? 1) > 1 && !scenario.isAudited; // a single run has nothing to remember, and the scene about the auditor is not about memory
  const task = { ...settings.task, caps: uncapped, grows: ['time_budget'] as const, memory: remembers };
  const person = scenario.hasPerson && answering({ confirm: async (asked) => onQuestion(asked).then(() => true) });
  const parts = {
    model: around(model),
    clock,
    look: demoLook(scenario, clock),
    memory,
    ...(person && { person }),
    ...(workers && { workers: there(workers) }),
  };
  const host = wire({ settings: { ...settings, task }, ...parts, limits: patient });
  let answeredBefore = 0;
  const shown = (started: Task): DemoTask => ({ task: started, journal: journalPath(data, started.id) });
  return {
    host,
    start: () => shown(host.start({ text: scenario.goal, session: [], cwd })),
    resume(task_id, answered) {
      const { tape, writer } = reopenJournal(data, task_id);
      answeredBefore = answered;
      return shown(host.resume(tape, writer));
    },
    surprises: (results) => [...results.flatMap((result) => surprise(scenario, result)), ...leftOver(model.unused.length - answeredBefore)],
    async [Symbol.asyncDispose]() {
      await host.close();
      await memory.close();
    },
  };
}

/** How long memory may take: plenty, because what a demo shows must not depend on how busy the machine is. */
const patient = { recallMs: 30_000, graceMs: 30_000 };

const surprise = ({ ends }: Scenario, { directive, reason }: FinalResult): readonly string[] =>
  directive === ends.directive && reason === ends.reason ? [] : [`it ended with ${directive} (${reason})`];

const leftOver = (unused: number): readonly string[] => (unused === 0 ? [] : [`${unused} scripted answers were never used`]);
