/** Containment without a view: everything is read-only, so a command can be tried without harm, but one that fails may only have needed to write. */
import { realpath } from 'node:fs/promises';
import type { ProcessResult } from '../running/process.ts';
import type { ContainedRequest, ContainedRun, Containment } from './containment.ts';
import { type Parts, runInside } from './run-inside.ts';

export function createReadOnly(parts: Parts): Containment {
  async function run(request: ContainedRequest): Promise<ContainedRun> {
    const cwd = await realpath(request.cwd);
    const shown = [cwd]; // it may be in a hidden folder
    const ran = await runInside(parts, { views: [], shown, cwd, lowers: shown, folder: parts.staging.root }, request);
    return { ...ran, changes: [], whyUnknown: failedUnwritten(ran.ended), [Symbol.asyncDispose]: async () => {} };
  }

  return { kind: 'read-only', detail: parts.detail, run };
}

/** Why the effects of a command are unknown that ran where nothing can be written: it failed. */
export const failedUnwritten = ({ exitCode }: ProcessResult): string | undefined =>
  exitCode === 0 ? undefined : 'it failed where nothing can be written, so what it would change is unknown';
