/** Watches one task for a part of the page. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDrive } from './drive-context.ts';
import { type TaskWatch, type Watched, watchTask } from './task-watch.ts';

export type FollowedTask = Watched & { readonly again: () => void };

/** Undefined until watching has begun. */
export function useTask(task: string): FollowedTask | undefined {
  const drive = useDrive();
  const [watch, setWatch] = useState<TaskWatch>();
  useEffect(() => {
    const opened = watchTask(drive, task);
    setWatch(opened);
    return () => opened.close();
  }, [drive, task]);
  const watched = useSyncExternalStore(watch?.subscribe ?? noChanges, () => watch?.watched);
  return watch && watched && { ...watched, again: watch.again };
}

const noChanges = () => () => {};
