/** `artoo`: what a program needs to read what tasks leave behind. */
export type { FinalResult } from './contracts/control.ts';
export { ArtooError, type ErrorCode } from './contracts/errors.ts';
export type { Message, MessageType } from './contracts/messages.ts';
export type { Entry } from './journal/entry.ts';
export { type JournalText, readJournal } from './journal/reader.ts';
