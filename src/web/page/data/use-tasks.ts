/** The list of tasks, kept up to date while the page is visible. */
import { useEffect } from 'react';
import type { Tasks } from '../../../history/tasks/task-index.ts';
import { useDrive } from './drive-context.ts';
import { type Called, useCall } from './use-call.ts';

/** As many as a person scrolls through; a search finds the others. */
const limit = 200;
const lookMs = 2_000;

export function useTasks(text: string): readonly [Called<Tasks>, again: () => void] {
  const drive = useDrive();
  const [called, again] = useCall(`tasks ${text}`, () => drive.list({ limit, checked: false, ...(text.trim() === '' ? {} : { text }) }));
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && again();
    const timer = setInterval(look, lookMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [again]);
  return [called, again];
}
