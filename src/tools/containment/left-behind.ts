/** What a command left behind, from what the script around it says. Pure. */
import type { ContainedRun } from './containment.ts';

export function leftBehind(report: string): ContainedRun['left'] {
  const count = (what: string) => Math.max(0, Number(new RegExp(`^left ${what} (\\d+)$`, 'm').exec(report)?.[1] ?? 0));
  return { files: count('files'), processes: count('processes') };
}
