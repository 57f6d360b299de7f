/** Small real parts for tests of the host: a world that answers by function, roles written inline, payloads with only the required fields. */
import type { TaskId } from '../../src/contracts/ids.ts';
import type { TaskSpec } from '../../src/contracts/intent.ts';
import type { MessageOf } from '../../src/contracts/messages.ts';
import type { RoleId } from '../../src/contracts/parties.ts';
import type { Json } from '../../src/contracts/shapes/json.ts';
import type { EffectOutcome, Owner, World } from '../../src/effects/effects.ts';
import { createHost, type HostOptions } from '../../src/engine/host.ts';
import type { Entry, Intent } from '../../src/journal/entry.ts';
import { createJournal, journalPath } from '../../src/journal/files.ts';
import { readJournal } from '../../src/journal/reader.ts';
import type { ModelAnswer } from '../../src/models/model.ts';
import type { Spending } from '../../src/models/spending/spending.ts';
import type { Context, Draft, Drafted, Role, RoleFactory } from '../../src/roles/role.ts';
import { settingsFor } from './settings.ts';

export const modelAnswer = (text: string): ModelAnswer => ({ text, calls: [], usage: { input_tokens: 1, output_tokens: 1 } });

/** A purse that covers every call, whatever it costs. */
export const boundless: Spending = { reserve: async ({ output_tokens }) => ({ output_tokens, settle: () => {} }) };

export const done = (value: unknown): EffectOutcome => ({ ms: 1, result: { ok: true, value: value as Json } });

/** A world that answers every intent by `answer`, and counts the intents. */
export function worldOf(
  answer: (intent: Intent, signal: AbortSignal) => Promise<EffectOutcome> | EffectOutcome,
): World & { performed: string[] } {
  const performed: string[] = [];
  const perform = async (intent: Intent, _owner: Owner, signal: AbortSignal) => {
    performed.push(intent.key);
    return answer(intent, signal);
  };
  return { performed, repeatable: () => true, perform, recover: perform };
}

const idleWorld = worldOf(() => done(modelAnswer('')));

export const role =
  (id: RoleId, on: Role['on']): RoleFactory =>
  () => ({ id, on });

export const step = (effects: Context['effects'], place: Parameters<Context['effects']['model']>[0], text = ''): Promise<ModelAnswer> =>
  effects.model(place, { system: text, turns: [], tools: [] });

export const final = (task_id: TaskId, more: Partial<Drafted<'FinalResult'>> = {}): Draft => ({
  to: 'User',
  type: 'FinalResult',
  payload: {
    task_id,
    summary: 'done',
    output: null,
    unmet: [],
    ungrounded: [],
    loss: { D: 0, P: 0.5, Omega: 0, L: 0.15 },
    grad_l: 0,
    replans: 0,
    prev_directive: 'init',
    directive: 'accept',
    reason: 'met',
    next_moves: [],
    refused: false,
    failure: null,
    ...more,
  },
});

/** An R7 that ends the task on the first Failure or Cancel, and names it. */
const endsOnTrouble: Role['on'] = {
  async *Failure(message: MessageOf<'Failure'>) {
    yield final(message.task_id, {
      directive: 'abandon',
      reason: 'infrastructure',
      summary: `${message.payload.code} in ${message.payload.role}`,
    });
  },
  async *Cancel(message: MessageOf<'Cancel'>) {
    yield final(message.task_id, { directive: 'abandon', reason: 'cancelled', summary: message.payload.why });
  },
};

export const hostIn = (data: string, roles: readonly RoleFactory[], more: Partial<HostOptions> = {}) =>
  createHost({
    roles,
    world: idleWorld,
    openJournal: (task_id) => createJournal(data, task_id),
    version: 'test',
    settings: settingsFor({ data, workspace: data }).task,
    ...more,
  });

export const goal = (text = 'do it') => ({ text, session: [], cwd: '/' });

export const spec = ({ task_id, payload }: MessageOf<'UserInput'>): TaskSpec => ({
  task_id,
  slug: 's',
  intent: 'i',
  constraints: { scope: null, deadline: null },
  raw_input: payload.text,
  clarifications: [],
  kind: 'task',
  cwd: '/',
});

/** R1 passes the goal on to R7. */
export const perceives = role('R1', {
  async *UserInput(message) {
    yield { to: 'R7', type: 'TaskSpec', payload: spec(message) };
  },
});

/** R7 ends the task as soon as it gets it. */
export const endsAtOnce = role('R7', {
  ...endsOnTrouble,
  async *TaskSpec(message) {
    yield final(message.task_id, { summary: message.payload.raw_input });
  },
});

export const endsOnlyOnTrouble = role('R7', endsOnTrouble);

/** The settings of a task whose place does not matter. */
export const settings = {
  ...settingsFor({ data: '/', workspace: '/' }).task,
  cwd: '/',
  memory: false,
  looks: false,
} as const;

export const journalOf = async (data: string, id: TaskId): Promise<readonly Entry[]> => (await readJournal(journalPath(data, id))).entries;
export const told = (entries: readonly Entry[]) => entries.map((entry) => (entry.kind === 'message' ? entry.type : entry.kind));
