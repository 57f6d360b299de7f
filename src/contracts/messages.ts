/** Every message type. A type that is not listed here cannot be sent, stored or replayed. */
import { z } from 'zod';
import { AuditQuery, AuditReport } from './audit.ts';
import { Cancel, Failure, FinalResult, HandoffRequest, OutcomeSummary, PlanDirective, ReplanRequest } from './control.ts';
import { CorrectionSignal, ExecutionResult, SubTaskOutcome } from './execution.ts';
import { MessageId, TaskId } from './ids.ts';
import { ClarifyAnswer, ClarifyQuestion, Steer, TaskSpec, UserInput } from './intent.ts';
import { Forget, Megram, MemoryQuery, MemoryRecall, Remember } from './memory.ts';
import { Party } from './parties.ts';
import { Answer, DispatchManifest, GroupMatched, Handoff, PlanFailed, PlanReply, PlanReview, SubTask } from './plan.ts';
import { ConfirmReply, ConfirmRequest } from './questions/confirmation.ts';
import { InterruptedCall, InterruptedReply } from './questions/interruption.ts';
import { count, IsoTime } from './shapes/shape.ts';

/** The payload of each type, in the order in which a task uses them. */
export const payloads = {
  UserInput,
  ClarifyQuestion,
  ClarifyAnswer,
  TaskSpec,
  Steer,
  MemoryQuery,
  MemoryRecall,
  PlanReview,
  PlanReply,
  SubTask,
  DispatchManifest,
  ConfirmRequest,
  ConfirmReply,
  InterruptedCall,
  InterruptedReply,
  ExecutionResult,
  CorrectionSignal,
  SubTaskOutcome,
  GroupMatched,
  ReplanRequest,
  OutcomeSummary,
  PlanDirective,
  HandoffRequest,
  Handoff,
  Answer,
  PlanFailed,
  Failure,
  Cancel,
  Megram,
  FinalResult,
  Remember,
  Forget,
  AuditQuery,
  AuditReport,
} as const;

export type MessageType = keyof typeof payloads;
export type PayloadOf<T extends MessageType> = z.infer<(typeof payloads)[T]>;

export const messageTypes = Object.keys(payloads) as [MessageType, ...MessageType[]]; // the keys of an object literal that is not empty

/** The fields that every message has apart from its payload. */
export const envelope = {
  id: MessageId,
  seq: count,
  ts: IsoTime,
  task_id: TaskId,
  from: Party,
  to: Party,
  reply_to: MessageId.optional(),
} as const;

export type MessageOf<T extends MessageType> = T extends MessageType
  ? Readonly<z.infer<z.ZodObject<typeof envelope>> & { type: T; payload: PayloadOf<T> }>
  : never;
export type Message = MessageOf<MessageType>;

const variants = messageTypes.map((type) => z.object({ ...envelope, type: z.literal(type), payload: payloads[type] }));

/** A message of any type, as read from disk or the wire; unknown keys are dropped. */
export const Message = z.discriminatedUnion('type', variants as [(typeof variants)[number]]) as unknown as z.ZodType<Message>; // each variant pairs a type with its payload, which the return type of `map` does not show
