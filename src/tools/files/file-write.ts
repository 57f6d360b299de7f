/** Gives a file its new content through the one door to the disk: judged first, whole or not at all, and with a receipt. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileEffect } from '../../contracts/control.ts';
import type { Json } from '../../contracts/json.ts';
import { effectOf, type FileWrite, harmOf, type Law, whereOf } from '../asking/file-harm.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { failed, type LookUp, needsYes, type ToolContext, ToolResult } from '../tool.ts';
import { plannedWrite } from './planned-write.ts';

/** A write waits until no command runs that it would surprise, and a command may take ten minutes. */
export const longestWriteMs = 660_000;

export type FileWriting = Law & { readonly changes: ChangeStore };

/** `done`: what the call answers once it is done. Throws system errors, and the signal's reason. */
export async function writeUnderLaw(
  write: FileWrite,
  done: (effect: FileEffect) => ToolResult,
  context: ToolContext,
  law: FileWriting,
): Promise<ToolResult> {
  const { call, approved, signal } = context;
  const { place, before, content, hash, tool } = write;
  await mayWrite(write);
  await using draft = await law.changes.draft(content, signal);
  const changes = plannedWrite({ place, before, hash, from: draft.path });
  const harm = await harmOf(write, changes, context, law);
  if (harm && (harm.denied !== undefined || harm.hash !== approved)) return needsYes(harm);
  signal.throwIfAborted();
  const result = done(effectOf(write));
  const applying = { call, title: `${tool} ${whereOf(write)}`, changes, result: result as Json }; // a result is made of JSON alone
  const applied = await law.changes.apply(applying, signal);
  if (applied.applied) return result;
  const isMade = before === undefined && applied.moved.includes(place.real);
  return failed(
    isMade ? 'exists' : 'failed',
    `${place.asked} was ${isMade ? 'made' : 'changed'} meanwhile by somebody else and left as it is`,
  );
}

/** What came of a call whose outcome nobody knows: its receipt says it. */
export async function lookUpReceipt({ call }: ToolContext, { changes }: FileWriting): Promise<LookUp> {
  const receipt = await changes.receiptOf(call);
  return receipt ? ToolResult.parse(receipt.result) : 'not_done';
}

/** A rename would pass over a file that may not be written to, and a locked folder of ours could be opened: neither is for us to decide. */
async function mayWrite({ place: { real, missing }, before }: FileWrite): Promise<void> {
  await access(dirname(missing[0] ?? real), constants.W_OK | constants.X_OK);
  if (before) await access(real, constants.W_OK);
}
