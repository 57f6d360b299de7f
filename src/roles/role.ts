/** The port that every role implements. A role answers messages with drafts; it never calls another role. */
import type { Decision } from '../contracts/decisions.ts';
import type { MessageId } from '../contracts/ids.ts';
import type { MessageOf, MessageType, PayloadOf } from '../contracts/messages.ts';
import type { Party, RoleId } from '../contracts/parties.ts';
import type { AskType, ReplyTo } from '../contracts/routes.ts';
import type { Effects } from '../effects/effects.ts';
import type { TaskSettings } from '../journal/entry.ts';

/** A payload as a role drafts it: the host fills in what can only be taken from the journal. */
export type Drafted<T extends MessageType> = T extends 'FinalResult' ? Omit<PayloadOf<T>, 'cost' | 'changed'> : PayloadOf<T>;

export type MessageDraft<T extends MessageType = MessageType> = T extends MessageType
  ? { readonly to: Party; readonly type: T; readonly payload: Drafted<T>; readonly reply_to?: MessageId }
  : never;

/** A decision, which is recorded with all its inputs but is not a message. */
type DecisionDraft<D extends Decision = Decision> = D extends Decision
  ? { readonly decision: D['name']; readonly inputs: D['inputs']; readonly result: D['result'] }
  : never;

export type Draft = MessageDraft | DecisionDraft;

/** Sends a request and resolves with the payload of its reply. */
type Ask = <T extends AskType>(request: MessageDraft<T>) => Promise<PayloadOf<ReplyTo<T>>>;

export type Context = {
  readonly effects: Effects;
  readonly ask: Ask;
  /** The task's active time when this handler was last started or resumed, from the journal. */
  readonly activeMs: () => number;
  /** The highest mean duration of the task's model calls up to that time. */
  readonly callMs: () => number;
  /** Fires when a Cancel has been delivered. */
  readonly signal: AbortSignal;
};

/**
 * Failure contract: a handler may throw anything; it becomes a Failure to R7. Between two awaits of effects or asks it only computes: anything that does not
 * follow from the message, the effects and the asks would differ in a replay.
 */
export type Role = {
  readonly id: RoleId;
  readonly on: { readonly [T in MessageType]?: (message: MessageOf<T>, context: Context) => AsyncIterable<Draft> };
};

/** Roles hold the state of one task, so each task gets its own, made from the settings in its journal. */
export type RoleFactory = (settings: TaskSettings) => Role;
