/** `artoo`: runs tasks from your own program, and reads their journals. */
export { type ArtooOptions, createArtoo } from './app/artoo.ts';
export type { Artoo, ForkOptions, RunningTask, RunOptions } from './app/tasks.ts';
export type { FinalResult } from './contracts/control.ts';
export { ArtooError, type ErrorCode } from './contracts/errors.ts';
export type { Message, MessageType } from './contracts/messages.ts';
export { type Cassette, readCassette } from './effects/cassette.ts';
export type { Clock } from './engine/clock.ts';
export type { Observers as Bus } from './engine/observers.ts';
export type { Answers } from './engine/person.ts';
export type { Entry } from './journal/entry.ts';
export { type JournalText, readJournal } from './journal/reader.ts';
export type { Caps } from './laws/caps.ts';
export { type Rule, readRule } from './laws/rules/read-rule.ts';
export type { RuleSet } from './laws/rules/rules.ts';
export type { Endpoint } from './models/endpoints/endpoint.ts';
export { createProviderModel } from './models/http/provider.ts';
export type { Model, ModelAnswer, ModelRequest, StepOrigin } from './models/model.ts';
export { failed, succeeded, type Tool, type ToolResult } from './tools/tool.ts';
