/** The alerts in effect, `.liza/alerts.json`: so that another process, or the next one, does not raise them again. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../board/replace-file.ts';
import type { ActiveAlert } from './compare-alerts.ts';

const ActiveAlerts = z.array(
  z.object({
    level: z.enum(['WARNING', 'CRITICAL']),
    title: z.string(),
    about: z.string(),
    text: z.string(),
    escalates: z.boolean(),
    since: z.string(),
  }),
);

const pathOf = (root: string): string => join(root, '.liza', 'alerts.json');

/** The alerts in effect. If the file cannot be read, they are raised again. */
export function readActiveAlerts(root: string): readonly ActiveAlert[] {
  try {
    return existsSync(pathOf(root)) ? ActiveAlerts.parse(JSON.parse(readFileSync(pathOf(root), 'utf8'))) : [];
  } catch {
    return [];
  }
}

export const writeActiveAlerts = (root: string, active: readonly ActiveAlert[]): void =>
  replaceFile(pathOf(root), `${JSON.stringify(active, undefined, 1)}\n`);
