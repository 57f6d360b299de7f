/** Delivers messages to one role, without a host, with a model and a world that answer from a script. */
import type { MessageId } from '../../src/contracts/ids.ts';
import type { MemoryQuery, MemoryRecall } from '../../src/contracts/memory.ts';
import type { MessageType, PayloadOf } from '../../src/contracts/messages.ts';
import type { LookRequest, Surroundings } from '../../src/contracts/surroundings.ts';
import { effectKey, type Place } from '../../src/effects/effects.ts';
import type { ModelRequest } from '../../src/models/model.ts';
import type { Context, Draft, Role } from '../../src/roles/role.ts';
import type { CheckRequest, Observation } from '../../src/tools/observing/observation.ts';
import { task_id } from './work.ts';

/** Everything that the role drafts in answer to one message. */
export async function handled<T extends MessageType>(
  role: Role,
  type: T,
  payload: PayloadOf<T>,
  context: Context,
): Promise<readonly Draft[]> {
  const message = { id: 't-1' as MessageId, seq: 1, ts: '2025-01-31T12:00:00.000Z', task_id, from: 'Host', to: role.id, type, payload };
  const handler = role.on[type];
  if (!handler) throw new Error(`${role.id} does not listen to ${type}`);
  const drafts: Draft[] = [];
  for await (const draft of handler(message as never, context)) drafts.push(draft); // type and payload belong together by the signature above
  return drafts;
}

export type Scripted = {
  /** The answers of the model, step by step; it gives no others. */
  readonly model?: readonly unknown[];
  /** The answer of memory; if undefined, memory must not be asked. */
  readonly recall?: (query: MemoryQuery) => MemoryRecall;
  /** The surroundings of the task; if undefined, no look may be taken. */
  readonly look?: (request: LookRequest) => Surroundings;
  /** The results of checks of the world. */
  readonly see?: (request: CheckRequest) => Observation;
};

export function scripted(role: Role, script: Scripted = {}) {
  const { model = [], recall, see = () => ({ of: 'nothing', why: 'dark' }) } = script;
  const look = script.look ?? (() => Promise.reject(new Error(`${role.id} does not look around`)));
  const answers = [...model];
  /** The key of every effect, in order. */
  const keys: string[] = [];
  const prompts: string[] = [];
  /** The prompts of the model, in order. */
  const requests: ModelRequest[] = [];
  const note = (place: Place) => void keys.push(effectKey(role.id, place));
  const context: Context = {
    effects: {
      async model(place, request) {
        note(place);
        requests.push(request);
        prompts.push(request.turns.map(({ text }) => text).join('\n'));
        const answer = answers.shift();
        if (answer === undefined) throw new Error('the model is asked more often than its script says');
        return {
          text: typeof answer === 'string' ? answer : JSON.stringify(answer),
          calls: [],
          usage: { input_tokens: 0, output_tokens: 0 },
        };
      },
      async check(place, request) {
        note(place);
        return see(request);
      },
      async look(place, request) {
        note(place);
        return look(request);
      },
      tool: () => Promise.reject(new Error(`${role.id} calls no tools`)),
    },
    async ask({ type, payload }) {
      if (type !== 'MemoryQuery' || !recall) throw new Error(`${role.id} asks nobody`);
      return recall(payload) as never; // the reply that belongs to the question
    },
    activeMs: () => 7,
    callMs: () => 0,
    signal: new AbortController().signal,
  };
  return {
    keys,
    prompts,
    requests,
    context,
    tell: <T extends MessageType>(type: T, payload: PayloadOf<T>) => handled(role, type, payload, context),
  };
}
