/** Replaces one piece of a text file and leaves every other byte as it is, or explains why not. Harm needs a yes first. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { constants, open } from 'node:fs/promises';
import { normalize, resolve } from 'node:path';
import { z } from 'zod';
import { failedBy } from './failed-by.ts';
import { type FileWriting, lookUpReceipt, maxWriteMs, writeUnderLaw } from './files/file-write.ts';
import { type NoPlace, type Place, placeOf } from './files/place.ts';
import { isSecretFile, refusedAsSecret, secretsOf } from './files/secret-file.ts';
import { edited, lineAt, occurrences, whyNot } from './files/text-edit.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const maxBytes = 16 * 1024 * 1024;
const maxShown = 1_000;

/** A lone surrogate would be written as another character, and a file with a null byte is no longer a text file. */
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
  const asked = resolve(context.cwd, input.path);
  try {
    const file = await readText(asked, secretsOf(writing.places), context.signal);
    if ('failure' in file) return file.failure;
    const { place, stats, text } = file;
    const found = occurrences(text, input.old);
    const [at = 0] = found.first;
    const reason = whyNot(text, input, found);
    if (reason !== undefined) return failed('invalid_input', `${asked} was not changed: ${reason}`);
    const content = edited(text, at, input);
    if (Buffer.byteLength(content) > maxBytes) return tooLarge(asked).failure;
    const what = `line ${lineAt(text, at)}: ${quoted(input.old)} → ${quoted(input.new)}`;
    const before = { hash: hash('sha256', text), stats, content: text };
    return await writeUnderLaw(
      { tool: name, place, what, content, hash: hash('sha256', content), before },
      (effect) =>
        succeeded(`Changed ${effect.path} ${shown(content, at, input)}`, { changed: [effect], truncated: input.new.length > maxShown }),
      context,
      writing,
    );
  } catch (error) {
    return failedBy(error, `cannot edit ${asked}`);
  }
}

type TextFile = { readonly place: Place; readonly stats: BigIntStats; readonly text: string };

/** The text of a file, if it encodes back to the same bytes. */
async function readText(asked: string, secrets: readonly string[], signal: AbortSignal): Promise<TextFile | NoPlace> {
  const place = await placeOf(asked);
  if ('failure' in place) return place;
  if (isSecretFile(place.real, secrets)) return { failure: refusedAsSecret(asked) };
  if (place.holds === 'nothing') return { failure: failed('not_found', `there is no file ${asked}; write_file makes one`) };
  await using file = await open(place.real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = await file.stat({ bigint: true }); // before it is read: later writes show
  if (stats.size > maxBytes) return tooLarge(asked);
  const bytes = await file.readFile({ signal });
  if (bytes.includes(0) || !isUtf8(bytes)) return { failure: failed('invalid_input', `${asked} is not a text file in UTF-8`) };
  return { place, stats, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
}

const tooLarge = (asked: string): NoPlace => ({ failure: failed('invalid_input', `${asked} has more than 16 MiB, or would have`) });

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Where the new text is and how it reads there. */
function shown(content: string, at: number, { new: put }: EditFileInput): string {
  const end = at + put.length;
  const above = content
    .slice(Math.max(0, at - maxShown), at)
    .split('\n')
    .slice(-3);
  const below = content.slice(end, end + maxShown).split('\n', 3);
  const within = put.length > maxShown ? `${put.slice(0, maxShown)}…` : put;
  const now = `${above.join('\n')}${within}${below.join('\n')}`.toWellFormed(); // the cut may have split a character
  return `at line ${lineAt(content, at)}, where it now reads:\n${now}`;
}
