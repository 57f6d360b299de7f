/** Writes a file through the change store: under Law 1, completely or not at all, and with a receipt. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileEffect } from '../../contracts/control.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { mayApply } from '../../laws/law1-harm.ts';
import { type FactSources, gatherFacts } from '../asking/effect-facts.ts';
import { effectOf, type FileWrite, fileHarm, whereOf, writeHash } from '../asking/file-harm.ts';
import type { Change } from '../changes/change.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { hashIfReadable } from '../changes/disk/hash-of.ts';
import { statsAt } from '../changes/disk/stamp.ts';
import { failed, type Harm, type LookUp, needsYes, succeeded, type ToolContext, ToolResult } from '../tool.ts';
import { plannedWrite } from './planned-write.ts';
import type { ReadingGate } from './reading-gate.ts';

/** A write waits until the changes of other calls have been applied, which may be many files. */
export const maxWriteMs = 120_000;

export type FileWriting = FactSources & { readonly changes: ChangeStore; readonly gate: ReadingGate };

/** `done`: the result once the file is written. Throws system errors, and the signal's reason. */
export async function writeUnderLaw(
  write: FileWrite,
  done: (effect: FileEffect) => ToolResult,
  context: ToolContext,
  writing: FileWriting,
): Promise<ToolResult> {
  const { call, signal } = context;
  const { place, before, content, hash, tool } = write;
  await mayWrite(write);
  await using draft = await writing.changes.draft(content, signal);
  const isSecret = writing.gate.for(context)(place.real, { asked: place.asked }).read !== 'whole';
  const known = before && isSecret ? { ...before, hash: '' } : before; // reporting that nothing would change would confirm a guess
  const changes = plannedWrite({ place, before: known, hash, from: draft.path });
  const harm = await harmOf({ ...write, isSecret }, changes, context, writing);
  if (harm) return needsYes(harm);
  signal.throwIfAborted();
  const result = done(effectOf(write));
  const applying = { call, title: `${tool} ${whereOf(write)}`, changes, result: result as Json }; // a result is plain JSON
  const applied = await writing.changes.apply(applying, signal);
  if (applied.applied) return result;
  if (await holdsAlready(write, signal)) return alreadyWritten(place.asked);
  const isCreated = before === undefined && applied.moved.includes(place.real);
  return failed(
    isCreated ? 'exists' : 'failed',
    `${place.asked} was ${isCreated ? 'created' : 'changed'} by another program in the meantime, and was left as it is`,
  );
}

export const alreadyWritten = (asked: string): ToolResult => succeeded(`${asked} has exactly this content already. Nothing was changed.`);

/** Whether another call has written the same content in the meantime. */
const holdsAlready = async ({ place, hash }: FileWrite, signal: AbortSignal): Promise<boolean> =>
  statsAt(place.real)?.isFile() === true && (await hashIfReadable(place.real, signal)) === hash;

/** The result, taken from the receipt, of a call whose outcome is unknown. */
export async function lookUpReceipt({ call }: ToolContext, { changes }: FileWriting): Promise<LookUp> {
  const receipt = await changes.receiptOf(call);
  return receipt ? ToolResult.parse(receipt.result) : 'not_done';
}

/** A rename could replace a read-only file, and artoo could make its own read-only folder writable: in both cases, the task has no permission. */
async function mayWrite({ place: { real, missing }, before }: FileWrite): Promise<void> {
  await access(dirname(missing[0] ?? real), constants.W_OK | constants.X_OK);
  if (before) await access(real, constants.W_OK);
}

/** The question or refusal by Law 1; undefined if the changes may be made. */
async function harmOf(
  write: FileWrite & { readonly isSecret: boolean },
  planned: readonly Change[],
  context: ToolContext,
  sources: FileWriting,
): Promise<Harm | undefined> {
  const { asked, real, holds } = write.place;
  const { cwd } = context;
  const known = await gatherFacts(planned, context, sources, { given: { path: asked, real, isLink: holds === 'link' } });
  const verdict = mayApply({ ...known, hash: writeHash(write, cwd) });
  if (verdict.verdict === 'apply') return undefined;
  const rule = sources.permissions.narrow({ tool: 'write', path: real });
  return fileHarm(write, verdict, { cwd, rule, isSecret: write.isSecret });
}
