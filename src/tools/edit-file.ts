/** Replaces one piece of a text file and leaves every other byte as it is, or explains why not. What could harm is not done without a yes. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { constants, open } from 'node:fs/promises';
import { normalize, resolve } from 'node:path';
import { z } from 'zod';
import { removeDraft } from './draft.ts';
import { errnoOf, failedBy } from './errno.ts';
import { boundsOf, effectOf, type FileChange, harmHash, harmOf, isReplaceable, ownAt } from './harm.ts';
import { type NoPlace, type Place, placeOf } from './place.ts';
import { replaceFile } from './replace-file.ts';
import { edited, lineAt, occurrences, type Past, pastsOf, type TextEdit, whyNot } from './text-edit.ts';
import { failed, type LookUp, needsYes, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const mostBytes = 16 * 1024 * 1024;
const mostShown = 1_000;

/** A lone surrogate would be written as another character, and a file with a null byte is no text file any more. */
const Text = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be valid Unicode without null bytes');

const EditFileInput = z
  .object({
    path: z.string().min(1).describe('Absolute, or relative to the current folder.'),
    old: Text.min(1).describe('The text to replace, exactly as it is in the file. It must occur exactly once.'),
    new: Text.describe('The text to put in its place; empty to remove it.'),
  })
  .refine((edit) => edit.old !== edit.new, { error: 'must differ from `old`', path: ['new'] });
type EditFileInput = z.infer<typeof EditFileInput>;

const name = 'edit_file';

export const editFile: Tool<EditFileInput> = {
  name,
  description: 'Replace one piece of a text file. The piece must occur exactly once: include enough of what surrounds it.',
  input: EditFileInput,
  target: ({ path }) => normalize(path),
  timeoutMs: 60_000,
  changes: () => true,
  repeatable: () => false,
  run,
  lookUp,
};

async function run(input: EditFileInput, context: ToolContext): Promise<ToolResult> {
  const { cwd, approved, signal } = context;
  const asked = resolve(cwd, input.path);
  try {
    const file = await readText(asked, signal);
    if ('failure' in file) return file.failure;
    const { place, text } = file;
    const found = occurrences(text, input.old);
    const [at = 0] = found.first;
    const reason = whyNot(text, input, found);
    if (reason !== undefined) return failed('invalid_input', `${asked} was not changed: ${reason}`);
    const edit = editOf(place, { text, at }, input);
    if (Buffer.byteLength(edit.content) > mostBytes) return tooLarge(asked).failure;
    const harm = harmOf(edit.change, await boundsOf(context), cwd);
    if (harm && harm.hash !== approved) return needsYes(harm);
    signal.throwIfAborted();
    const { before, content } = edit;
    const end = await replaceFile({ path: place.real, before, content, call: callOf(input), signal });
    if (end === 'changed meanwhile') return failed('failed', `${asked} was changed meanwhile by somebody else and left as it is`);
    return done(edit, input);
  } catch (error) {
    return failedBy(error, `cannot edit ${asked}`);
  }
}

type TextFile = { readonly place: Place; readonly text: string };

/** The text of a file from which the same bytes can be made again. */
async function readText(asked: string, signal: AbortSignal): Promise<TextFile | NoPlace> {
  const place = await placeOf(asked);
  if ('failure' in place) return place;
  if (place.holds === 'nothing') return { failure: failed('not_found', `there is no file ${asked}; write_file makes one`) };
  await using file = await open(place.real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await file.stat()).size > mostBytes) return tooLarge(asked);
  const bytes = await file.readFile({ signal });
  if (bytes.includes(0) || !isUtf8(bytes)) return { failure: failed('invalid_input', `${asked} is not a text file in UTF-8`) };
  return { place, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
}

const tooLarge = (asked: string): NoPlace => ({ failure: failed('invalid_input', `${asked} has more than 16 MiB, or would have`) });

/** One edit at one place of one file. */
type Edit = { readonly change: FileChange; readonly before: string; readonly content: string; readonly at: number };

function editOf(place: Place, { text, at }: Past, input: TextEdit): Edit {
  const content = edited(text, at, input);
  const before = hash('sha256', text);
  const what = `line ${lineAt(text, at)}: ${quoted(input.old)} → ${quoted(input.new)}`;
  return { change: { tool: name, place, what, before, after: hash('sha256', content) }, before, content, at };
}

const callOf = ({ old, new: put }: TextEdit): string => `${name}\0${old}\0${put}`;

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

function done({ change, content, at }: Edit, { new: put }: TextEdit): ToolResult {
  const effect = effectOf(change);
  const shown = put.length > mostShown ? `${put.slice(0, mostShown)}…` : put;
  const above = content
    .slice(Math.max(0, at - mostShown), at)
    .split('\n')
    .slice(-3)
    .join('\n');
  const below = content
    .slice(at + put.length, at + put.length + mostShown)
    .split('\n')
    .slice(0, 3)
    .join('\n');
  const now = `${above}${shown}${below}`.toWellFormed(); // a cut may have gone through a character
  return succeeded(`Changed ${effect.path} at line ${lineAt(content, at)}, where it now reads:\n${now}`, {
    changed: [effect],
    truncated: put.length > mostShown,
  });
}

/**
 * What the file shows of a call. Where its earlier content is known by hash, from the task's own writes or from what was said yes to, that decides.
 * Elsewhere a file without `old` and with `new` once is taken for the outcome, as it is for write_file; what can be the file before as well as after
 * (`new` contains `old`, or is empty) stays unknown.
 */
async function lookUp(input: EditFileInput, context: ToolContext): Promise<LookUp> {
  const { cwd, approved, signal } = context;
  try {
    const file = await readText(resolve(cwd, input.path), signal);
    if ('failure' in file) return 'not_done'; // made again, it fails the same way
    const { place, text } = file;
    await removeDraft(place.real, callOf(input));
    const owned = ownAt(place, context.own).map(({ hash }) => hash);
    const wasFound = ({ change, before }: Edit) => owned.includes(before) || approved === harmHash(change, cwd);
    const { count, first } = occurrences(text, input.old);
    if (wasFound(editOf(place, { text, at: first[0] ?? 0 }, input))) return 'not_done';
    const pasts = pastsOf(text, input)?.map((past) => editOf(place, past, input));
    if (pasts?.length === 0) return 'not_done';
    const past = pasts?.find(wasFound);
    if (past) return done(past, input);
    if (owned.length > 0 || approved !== undefined) return 'unknown'; // somebody else was there since
    if (!isReplaceable(place, await boundsOf(context))) return 'not_done'; // it could only ask
    const [only, ...others] = pasts ?? [];
    return only && others.length === 0 && count === 0 ? done(only, input) : 'unknown';
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return 'not_done';
  }
}
