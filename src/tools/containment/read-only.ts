/** Containment without a view: everything is read-only, so a command can be tried without harm, but one that fails may only have needed to write. */
import { realpath } from 'node:fs/promises';
import type { ContainedRequest, ContainedRun, Containment } from './containment.ts';
import { type Parts, runInside } from './run-inside.ts';

export function createReadOnly(parts: Parts): Containment {
  async function run(request: ContainedRequest): Promise<ContainedRun> {
    const cwd = await realpath(request.cwd);
    const shown = [cwd]; // it may be in a hidden folder
    const ran = await runInside(parts, { views: [], shown, cwd, lowers: shown, folder: parts.staging.root }, request);
    const failed = 'it failed where nothing can be written, so what it would change is unknown';
    return {
      ...ran,
      changes: [],
      moved: [],
      whyUnknown: ran.ended.exitCode === 0 ? undefined : failed,
      [Symbol.asyncDispose]: async () => {},
    };
  }

  return { kind: 'read-only', detail: parts.detail, run };
}
