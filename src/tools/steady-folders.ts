/** A task works in the place that its folder was when it began: once the path leads elsewhere, because another task put a link there, no tool runs in it. */
import { realpathSync } from 'node:fs';
import { failed } from './tool.ts';
import type { Toolbox } from './toolbox.ts';

export type SteadyFolders = {
  /** Notes where the folder of a task is now. */
  begin(task_id: string, cwd: string): void;
  end(task_id: string): void;
  /** The same tools, for tasks whose folder is still where it was. */
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

/** A folder that is not there is where its path says. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
