/**
 * A task works in the folder that its path led to at the beginning: if another task puts a link there and the path leads elsewhere, no tool runs in
 * it.
 */
import { realpathSync } from 'node:fs';
import { failed } from './tool.ts';
import type { Toolbox } from './toolbox.ts';

export type SteadyFolders = {
  /** Notes where the task's folder really is. */
  begin(task_id: string, cwd: string): void;
  end(task_id: string): void;
  /** The same tools, but they refuse tasks whose folder has moved. */
  guard(toolbox: Toolbox): Toolbox;
};

export function createSteadyFolders(): SteadyFolders {
  const places = new Map<string, { readonly cwd: string; readonly real: string }>();
  return {
    begin: (task_id, cwd) => void places.set(task_id, { cwd, real: realOf(cwd) }),
    end: (task_id) => void places.delete(task_id),
    guard: (toolbox) => ({
      ...toolbox,
      async run(request, call, signal, onOutput) {
        const place = places.get(call.task_id);
        if (place === undefined || request.cwd !== place.cwd || realOf(place.cwd) === place.real)
          return toolbox.run(request, call, signal, onOutput);
        return failed('failed', `not done: ${place.cwd} was ${place.real} when this task began, and leads elsewhere now`);
      },
    }),
  };
}

/** A missing folder counts as being where its path says. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
