/** A place where tasks run and are audited: all roles as they are wired except one that may misbehave, real files, real journals, the real record. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { wire } from '../../src/app/wiring/wire.ts';
import { type Auditor, type AuditorOptions, createAuditor } from '../../src/audit/auditor.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { AuditEvent } from '../../src/contracts/audit.ts';
import type { FinalResult } from '../../src/contracts/control.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import type { Message, MessageType } from '../../src/contracts/messages.ts';
import type { RoleId } from '../../src/contracts/parties.ts';
import type { Host } from '../../src/engine/host.ts';
import type { Task } from '../../src/engine/tasks-under-way.ts';
import { findTasks } from '../../src/history/tasks/task-list.ts';
import { journalPath } from '../../src/journal/files.ts';
import type { Context, Draft, RoleFactory } from '../../src/roles/role.ts';
import { plainLook } from './plain-look.ts';
import { scratch } from './scratch.ts';
import { settingsFor } from './settings.ts';
import type { WholeTask } from './whole-task.ts';

export type AuditedTask = Pick<WholeTask, 'model' | 'goal' | 'files' | 'control' | 'caps' | 'person' | 'memory' | 'limits'> & {
  readonly around?: (make: RoleFactory) => RoleFactory;
  readonly audited?: boolean;
  /** The time at which it begins; by default noon of the first of November 2026. Its clock does not advance. */
  readonly at?: number;
  /** Called when the task is under way. */
  readonly meanwhile?: (task: Task, host: Host) => void;
};

export type AuditedPlace = {
  readonly data: string;
  readonly home: string;
  run(task: AuditedTask): Promise<{ readonly id: TaskId; readonly result: FinalResult; readonly path: string }>;
  /** An auditor of this place that has not yet read anything in this process; by default, all windows are over. */
  auditor(options?: Partial<AuditorOptions>): Auditor;
};

export const noon = Date.parse('2026-11-01T12:00:00.000Z');

export function auditedPlace(): AuditedPlace {
  const folder = scratch();
  const [data, home] = [join(folder, 'data'), join(folder, 'home')];
  mkdirSync(home);
  return {
    data,
    home,
    async run({ model, goal = 'Say hello.', files = {}, at = noon, audited = true, around, meanwhile, ...given }) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(home, name)), { recursive: true });
        writeFileSync(join(home, name), content);
      }
      const { control, caps, person, memory, limits } = given;
      const { task, ...rest } = settingsFor({ data, workspace: home }, { ...(control && { control }), ...(caps && { caps }) });
      const settings: Settings = { ...rest, task: { ...task, audited } };
      await using host = wire({
        ...{ settings, model, env: {}, look: plainLook, clock: { now: () => at, monotonic: () => performance.now() } },
        ...(around && { around }),
        ...(person && { person }),
        ...(memory && { memory }),
        ...(limits && { limits }),
      });
      const started = host.start({ text: goal, session: [], cwd: home });
      meanwhile?.(started, host);
      return { id: started.id, result: await started.result, path: journalPath(data, started.id) };
    },
    auditor: (options) => createAuditor({ data, journals: () => findTasks(data), now: () => noon + 365 * 86_400_000, ...options }),
  };
}

/** The findings in one task, in order. */
export async function foundIn(task: AuditedTask): Promise<readonly AuditEvent[]> {
  const place = auditedPlace();
  await place.run(task);
  return (await place.auditor().pass()).found;
}

type Handler = (message: Message, context: Context) => AsyncIterable<Draft>;

/** Changes how one role handles one type of message. */
export const changing =
  (id: RoleId, type: MessageType, change: (handler: Handler) => Handler) =>
  (make: RoleFactory): RoleFactory =>
  (settings) => {
    const role = make(settings);
    const handler = role.on[type] as Handler | undefined; // a handler of that type takes its message
    return role.id === id && handler ? { ...role, on: { ...role.on, [type]: change(handler) } } : role;
  };

/** The role tries to send this first, is refused, and continues. */
export const trying = (id: RoleId, type: MessageType, draft: (message: Message) => object) =>
  changing(
    id,
    type,
    (handler) =>
      async function* (message, context) {
        try {
          yield draft(message) as Draft; // it may be invalid, and the host then refuses it
        } catch {
          // the draft was refused, as it should be
        }
        yield* handler(message, context);
      },
  );

/** A journal with changed lines, whose numbers are corrected. */
export function rewriteJournal(path: string, change: (lines: readonly string[]) => readonly string[]): void {
  const lines = change(readFileSync(path, 'utf8').trimEnd().split('\n'));
  writeFileSync(path, lines.map((line, seq) => `${line.replace(/"seq":\d+/, `"seq":${seq}`)}\n`).join(''));
}
