/** Who may send what to whom. Anything that is not in this table is refused. */
import type { Message, MessageOf, MessageType } from './messages.ts';
import type { Party } from './parties.ts';

type Route = readonly [from: Party, to: Party];

export const routes = {
  UserInput: [['User', 'R1']],
  ClarifyQuestion: [['R1', 'User']],
  ClarifyAnswer: [['User', 'R1']],
  TaskSpec: [
    ['R1', 'R2'],
    ['R1', 'R7'],
  ],
  Steer: [
    ['User', 'R2'],
    ['User', 'R3'],
    ['User', 'R4a'],
    ['User', 'R4b'],
    ['User', 'R7'],
  ],
  MemoryQuery: [['R2', 'R5']],
  MemoryRecall: [
    ['R5', 'R2'],
    ['R5', 'R7'],
  ],
  PlanReview: [['R2', 'User']],
  PlanReply: [['User', 'R2']],
  SubTask: [
    ['R2', 'R3'],
    ['R2', 'R4a'],
  ],
  DispatchManifest: [
    ['R2', 'R4a'],
    ['R2', 'R4b'],
    ['R2', 'R7'],
  ],
  ConfirmRequest: [['R3', 'User']],
  ConfirmReply: [['User', 'R3']],
  InterruptedCall: [['R3', 'User']],
  InterruptedReply: [['User', 'R3']],
  ExecutionResult: [['R3', 'R4a']],
  CorrectionSignal: [['R4a', 'R3']],
  SubTaskOutcome: [
    ['R4a', 'R4b'],
    ['R4a', 'R7'],
  ],
  GroupMatched: [['R4b', 'R2']],
  ReplanRequest: [['R4b', 'R7']],
  OutcomeSummary: [['R4b', 'R7']],
  PlanDirective: [['R7', 'R2']],
  HandoffRequest: [['R7', 'R2']],
  Handoff: [['R2', 'R7']],
  Answer: [['R2', 'R7']],
  PlanFailed: [['R2', 'R7']],
  Failure: [
    ['R1', 'R7'],
    ['R2', 'R7'],
    ['R4a', 'R7'],
    ['R4b', 'R7'],
    ['Host', 'R7'],
  ],
  Cancel: [['User', 'R7']],
  Megram: [['R7', 'R5']],
  FinalResult: [['R7', 'User']],
  Remember: [['User', 'R5']],
  Forget: [['User', 'R5']],
  AuditQuery: [['User', 'R6']],
  AuditReport: [['R6', 'User']],
} as const satisfies Record<MessageType, readonly Route[]>;

/** The reply that each ask waits for. A type that is not listed here cannot be asked. */
export const replies = {
  ClarifyQuestion: 'ClarifyAnswer',
  MemoryQuery: 'MemoryRecall',
  PlanReview: 'PlanReply',
  ConfirmRequest: 'ConfirmReply',
  InterruptedCall: 'InterruptedReply',
  HandoffRequest: 'Handoff',
  AuditQuery: 'AuditReport',
} as const satisfies Partial<Record<MessageType, MessageType>>;

export type AskType = keyof typeof replies;
export type ReplyTo<T extends AskType> = (typeof replies)[T];

/** What the person can be asked. */
export type QuestionType = { [T in AskType]: (typeof routes)[T][number][1] extends 'User' ? T : never }[AskType];

/** Whether a message asks the person something. */
export const isQuestion = (message: Message): message is MessageOf<QuestionType> =>
  message.to === 'User' && Object.hasOwn(replies, message.type);

/** Whether `from` may send `type` to `to`. */
export function isRouted(type: MessageType, from: Party, to: Party): boolean {
  const allowed: readonly Route[] = routes[type];
  return allowed.some(([sender, receiver]) => sender === from && receiver === to);
}
