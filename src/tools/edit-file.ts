/** Replaces one piece of a text file and leaves every other byte as it is, or explains why it cannot. A harmful edit needs approval first. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { normalize } from 'node:path';
import { z } from 'zod';
import { hiddenValue, type WithoutValues, withoutValues } from '../laws/places/env-file.ts';
import { failedBy } from './failed-by.ts';
import { type FileWriting, lookUpReceipt, maxWriteMs, writeUnderLaw } from './files/file-write.ts';
import { openFile } from './files/open-file.ts';
import { type NoPlace, type Place, placeOf } from './files/place.ts';
import { refusedToRead, type TaskGate } from './files/reading-gate.ts';
import { edited, lineAt, occurrences, type Span, whyNot } from './files/text-edit.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const maxBytes = 16 * 1024 * 1024;
const maxShown = 1_000;

/** A lone surrogate would be written as a different character, and a file with a null byte is no longer a text file. */
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

export const createEditFile = (writing: FileWriting): Tool<EditFileInput> => ({
  name,
  description: 'Replace one piece of a text file. The piece must occur exactly once: include enough of what surrounds it.',
  input: EditFileInput,
  target: ({ path }) => normalize(path),
  timeoutMs: maxWriteMs,
  changes: () => true,
  repeatable: () => false,
  evidence: { kind: 'writes', path: 'path', text: 'new', isWhole: false },
  run: (input, context) => run(input, context, writing),
  lookUp: (_, context) => lookUpReceipt(context, writing),
});

async function run(input: EditFileInput, context: ToolContext, writing: FileWriting): Promise<ToolResult> {
  const asked = writing.gate.pathOf(context.cwd, input.path);
  try {
    const file = await readText(asked, writing.gate.for(context), context.signal);
    if ('failure' in file) return file.failure;
    const { place, stats, text, names } = file;
    const view = names?.text ?? text; // a model can only search for text that it can see
    const found = occurrences(view, input.old);
    const span = spanOf(input.old, found.first[0] ?? 0, names);
    const reason = whyNot(view, input, found) ?? (names && whyNotByNames(input, span));
    if (reason !== undefined || span === undefined) return failed('invalid_input', `${asked} was not changed: ${reason}`);
    const at = span.from;
    const content = edited(text, span, input.new);
    if (Buffer.byteLength(content) > maxBytes) return tooLarge(asked).failure;
    const what = `line ${lineAt(text, at)}: ${quoted(input.old)} → ${quoted(input.new)}`;
    const before = { hash: hash('sha256', text), stats, content: text };
    return await writeUnderLaw(
      { tool: name, place, what, content, hash: hash('sha256', content), before },
      (effect) =>
        names
          ? succeeded(`Changed ${effect.path} at line ${lineAt(content, at)}.`, { changed: [effect] })
          : succeeded(`Changed ${effect.path} ${shown(content, at, input)}`, { changed: [effect], truncated: input.new.length > maxShown }),
      context,
      writing,
    );
  } catch (error) {
    return failedBy(error, `cannot edit ${asked}`);
  }
}

/** Where in the file the old text is; undefined if it begins or ends inside a hidden value. */
function spanOf(old: string, at: number, names: WithoutValues | undefined): Span | undefined {
  const from = names ? names.real(at) : at;
  const to = names ? names.real(at + old.length) : at + old.length;
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** In a .env file, a value can be replaced only as a whole, because it is hidden. */
function whyNotByNames(input: EditFileInput, span: Span | undefined): string | undefined {
  if (input.new.includes(hiddenValue)) return `the new text contains ${hiddenValue}, which stands for a value: replace individual lines`;
  return span ? undefined : `${hiddenValue} stands for a value, which can only be replaced whole`;
}

/** `names`: the text as it is shown to a model if values are hidden. */
type TextFile = { readonly place: Place; readonly stats: BigIntStats; readonly text: string; readonly names: WithoutValues | undefined };

/** The text of a file; undefined if encoding it again does not give the same bytes. */
async function readText(asked: string, gate: TaskGate, signal: AbortSignal): Promise<TextFile | NoPlace> {
  const place = await placeOf(asked);
  if ('failure' in place) return place;
  const verdict = gate(place.real, { asked });
  if (verdict.read === 'no') return { failure: refusedToRead(asked, verdict.why) };
  if (place.holds === 'nothing') return { failure: failed('not_found', `there is no file ${asked}; write_file creates one`) };
  const opened = await openFile(place.real, gate);
  if ('read' in opened) return { failure: refusedToRead(asked, opened.why) };
  await using _ = opened;
  const { file, stats, isNames } = opened; // the stats are taken before the file is read, so that later writes are noticed
  if (stats.size > maxBytes) return tooLarge(asked);
  const bytes = await file.readFile({ signal });
  if (bytes.includes(0) || !isUtf8(bytes)) return { failure: failed('invalid_input', `${asked} is not a text file in UTF-8`) };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { place, stats, text, names: isNames ? withoutValues(text) : undefined };
}

const tooLarge = (asked: string): NoPlace => ({ failure: failed('invalid_input', `${asked} is larger than 16 MiB, or would be`) });

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** The line number of the new text, and the text around it. */
function shown(content: string, at: number, { new: put }: EditFileInput): string {
  const end = at + put.length;
  const above = content
    .slice(Math.max(0, at - maxShown), at)
    .split('\n')
    .slice(-3);
  const below = content.slice(end, end + maxShown).split('\n', 3);
  const within = put.length > maxShown ? `${put.slice(0, maxShown)}…` : put;
  const now = `${above.join('\n')}${within}${below.join('\n')}`.toWellFormed(); // the cut may have split a character in two
  return `at line ${lineAt(content, at)}, where it now reads:\n${now}`;
}
