import { Json } from '../../contracts/shapes/json.ts';
import { explain } from '../../contracts/text/explain.ts';
import { clip, headAndTail } from '../../contracts/text/shorten.ts';
import type { ReadingGate } from '../files/reading-gate.ts';
import { type SteadyFolders, whyMoved } from '../steady-folders.ts';
import type { CallId } from '../tool.ts';
import { at } from './json-pointer.ts';
import { type CheckRequest, nothing, type Observation } from './observation.ts';
import { contentsOf } from './observe-contents.ts';
import { excerpt } from './observe-excerpt.ts';
import { lookAt, type Reading, readText } from './observe-file.ts';
import { passageWith } from './observe-quote.ts';
import { readPattern } from './pattern.ts';

/**
 * For a check in a task, whose commands may use the task's background runs. Failure contract: rejects only if the signal fires or because of a
 * defect; if something cannot be seen, this is an observation of `nothing` with the reason.
 */
export type Observe = (request: CheckRequest, signal: AbortSignal, call?: CallId) => Promise<Observation>;

/** How a command ended, or why it was not run. */
type Ended = { readonly exit_code: number | null; readonly output: string } | { readonly unseen: string };

export type ObserverOptions = {
  /** Runs a shell line and discards its effects; the exit code is null if the line was stopped. If absent, no command is run. */
  readonly run?: (
    line: string,
    where: Pick<CheckRequest, 'cwd' | 'places'> & { readonly call?: CallId | undefined },
    signal: AbortSignal,
  ) => Promise<Ended>;
  /** Decides what may be read. */
  readonly gate: ReadingGate;
  /** The folder in which tasks put the files that they create. */
  readonly workspace?: string | undefined;
  /** The folder that must contain the folders of tasks: a file in another place proves nothing about a task. */
  readonly folders?: Pick<SteadyFolders, 'realCwdOf'> | undefined;
};

const mebibyte = 1024 * 1024;
const max = { textBytes: 16 * mebibyte, patternBytes: 4 * mebibyte, jsonBytes: 4 * mebibyte, quoteBytes: 4 * mebibyte };
const maxValueBytes = 16 * 1024;
const maxOutputLength = 2_000;

/** An observer only looks: it changes nothing. */
export function createObserver({ run, gate: gates, workspace, folders }: ObserverOptions): Observe {
  return async function observe({ look, cwd, places }, signal, call) {
    signal.throwIfAborted();
    const realCwd = call && folders?.realCwdOf(call.task_id, cwd);
    const moved = realCwd === undefined ? undefined : whyMoved(cwd, realCwd);
    if (moved !== undefined) return nothing(moved);
    const gate = gates.for({ cwd, workspace, places });
    const upTo = (maxBytes: number): Reading => ({ maxBytes, gate, signal });
    switch (look.kind) {
      case 'file_exists':
      case 'file_absent':
        return lookAt(gates.pathOf(cwd, look.path), gate);
      case 'file_contains':
        return inText(gates.pathOf(cwd, look.path), upTo(max.textBytes), (text, path) => contains(text, path, look.text));
      case 'file_matches':
        return inText(gates.pathOf(cwd, look.path), upTo(max.patternBytes), (text, path) => matches(text, path, look.pattern));
      case 'json_equals':
        return inText(gates.pathOf(cwd, look.path), upTo(max.jsonBytes), (text, path) => pointed(text, path, look.pointer));
      case 'command':
        if (!run) return nothing('no command can be run here');
        return ended(await run(look.run, { cwd, places, call }, signal));
      case 'quote':
        return quoted(
          look.paths.map((path) => gates.pathOf(cwd, path)),
          look.text,
          upTo(max.quoteBytes),
        );
      case 'contents':
        return contentsOf(
          look.paths.map((path) => gates.pathOf(cwd, path)),
          { gate, signal },
        );
    }
  };
}

/** What is seen in the text of a file, or what is at the path instead of a file. */
async function inText(path: string, reading: Reading, see: (text: string, path: string) => Observation): Promise<Observation> {
  const read = await readText(path, reading);
  return read.of === 'contents' ? see(read.text, path) : read;
}

function contains(text: string, path: string, wanted: string): Observation {
  const start = text.indexOf(wanted);
  return { of: 'text', path, excerpt: start === -1 ? null : excerpt(text, { start, end: start + wanted.length }) };
}

function matches(text: string, path: string, wanted: string): Observation {
  const pattern = readPattern(wanted);
  if (!pattern.ok) return nothing(clip(`the pattern cannot be used: ${pattern.error}`, 200));
  const span = pattern.find(text);
  if (span === 'too_long') return nothing(`${path} is too long for this pattern`);
  return { of: 'text', path, excerpt: span ? excerpt(text, span) : null };
}

function pointed(text: string, path: string, pointer: string): Observation {
  const document = parsed(text);
  if (!document.ok) return { of: 'json', path, found: false, why: `${path} is not JSON: ${document.error}` };
  const place = at(document.value, pointer);
  if (!place.found) return { of: 'json', path, found: false, why: `in ${path}, ${place.why}` };
  const seen: Observation = { of: 'json', path, found: true, value: place.value };
  const plain = Json.safeParse(seen); // the whole observation is checked, since it adds a level of nesting
  if (!plain.success) return nothing(`the value in ${path} cannot be recorded: ${explain(plain.error)}`);
  if (Buffer.byteLength(JSON.stringify(place.value)) > maxValueBytes) return nothing(`the value in ${path} is too large to be kept`);
  return seen;
}

/** Uses nothing but `JSON.parse`: infinite numbers and excessive depth are rejected later. */
function parsed(text: string): { ok: true; value: Json } | { ok: false; error: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, error: clip(String(error), 200) };
  }
}

function ended(end: Ended): Observation {
  if ('unseen' in end) return nothing(end.unseen);
  const { exit_code, output } = end;
  if (exit_code === null) return nothing('the command did not end by itself');
  return { of: 'command', exit_code, output: headAndTail(output, maxOutputLength) };
}

/** Finds the first file that contains the quote. */
async function quoted(paths: readonly string[], quote: string, reading: Reading): Promise<Observation> {
  const unread: string[] = [];
  for (const path of paths) {
    const read = await readText(path, reading);
    if (read.of !== 'contents') {
      unread.push(path);
      continue;
    }
    const passage = passageWith(quote, read.text);
    if (passage !== undefined) return { of: 'text', path, excerpt: passage };
  }
  const but = unread.length === 0 ? '' : `, ${unread.length} of which cannot be read as text: ${unread.join(', ')}`;
  return nothing(clip(`the quote is in none of ${paths.length} files${but}`, 500));
}
