/** Performs one run on a worker: restores the snapshot, runs the command contained, and stores what it would change. */
import { open } from 'node:fs/promises';
import { asArtooError } from '../../contracts/errors.ts';
import type { Redact } from '../../journal/redact.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import type { Change } from '../../tools/changes/change.ts';
import type { ContainedRun, Containment } from '../../tools/containment/containment.ts';
import { inParallel } from '../objects/in-parallel.ts';
import type { Objects } from '../objects/objects.ts';
import type { Span } from '../workers/host-times.ts';
import { maxReported, type RunRequest, type RunResult, type WorkerChange } from '../workers/wire-messages.ts';
import type { Checkouts } from './checkouts.ts';
import { createLiveOutput } from './live-output.ts';

export type Means = {
  readonly containment: Containment;
  readonly checkouts: Checkouts;
  readonly objects: Objects;
  /** Removes the worker's own secrets, and anything that looks like a key. */
  readonly redact: Redact;
};

const filesAtOnce = 16;

/** Never rejects. */
export async function performRun(
  request: RunRequest,
  { containment, checkouts, objects, redact }: Means,
  { signal, onOutput }: { readonly signal: AbortSignal; readonly onOutput: (text: string) => void },
): Promise<RunResult> {
  try {
    if (!containment.restored) return failed('failed', `this worker has no containment: ${containment.detail}`);
    const { command, cwd, home, env, language, timeout_ms: timeoutMs, live } = request;
    if (!request.roots.some(({ path }) => isWithin(path, cwd))) return failed('failed', 'the folder of the command is not in its snapshot');
    await using restored = await checkouts.restore(request.roots, signal);
    const shown = live ? createLiveOutput(redact, onOutput) : undefined;
    const began = Date.now();
    await using run = await containment.restored({
      ...{ command, cwd, home, language, timeoutMs, signal, ...restored },
      ...(env && { env }),
      ...(shown && { onOutput: shown.add }),
    });
    shown?.end();
    return await resultOf(run, { ran: { began, ended: Date.now() }, objects, redact, signal });
  } catch (thrown) {
    const { code, message } = asArtooError(thrown, 'containment_failed');
    return failed(code === 'object_missing' ? 'missing' : 'failed', String(redact(message)));
  }
}

const failed = (why: 'missing' | 'failed', detail: string): RunResult => ({ ok: false, why, detail });

async function resultOf(
  run: ContainedRun,
  { ran, objects, redact, signal }: Pick<Means, 'objects' | 'redact'> & { readonly ran: Span; readonly signal: AbortSignal },
): Promise<RunResult> {
  const { exitCode, killedBy, output, errors, truncated } = run.ended;
  const changes: WorkerChange[] = [];
  const files = run.changes.map((change, at) => ({ change, at }));
  if (killedBy === null)
    await inParallel(files, filesAtOnce, async ({ change, at }) => {
      changes[at] = { path: change.path, after: await sent(change, objects, signal) };
    });
  return {
    ok: true,
    exit_code: exitCode,
    killed_by: killedBy,
    output: String(redact(output)),
    errors: String(redact(errors)),
    truncated,
    changes,
    attempted_network: run.attemptedNetwork,
    attempted_socket: run.attemptedSocket,
    denied_places: run.deniedPlaces.slice(0, maxReported.places),
    hidden_temp_places: run.hiddenTempPlaces.slice(0, maxReported.places),
    left: run.left,
    ran,
    ...(run.whyUnknown !== undefined && { why_unknown: run.whyUnknown }),
  };
}

/** The entry, once its new content is stored. The command has ended, so nothing writes to it any more. */
async function sent({ after, from, before }: Change, objects: Objects, signal: AbortSignal): Promise<Change['after']> {
  if (after?.kind !== 'file' || from === undefined) return after;
  if (before?.kind === 'file' && before.hash === after.hash && objects.isKnown(after.hash)) return after;
  await using file = await open(from);
  await objects.putFile(after.hash, file, after.size, signal);
  return after;
}
