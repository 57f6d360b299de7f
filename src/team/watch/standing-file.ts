/** The alerts in effect, `.liza/alerts.json`: so that another process, or the next one, does not raise them again. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../board/replace-file.ts';
import type { Standing } from './standing.ts';

const StandingAlerts = z.array(
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
export function readStanding(root: string): readonly Standing[] {
  try {
    return existsSync(pathOf(root)) ? StandingAlerts.parse(JSON.parse(readFileSync(pathOf(root), 'utf8'))) : [];
  } catch {
    return [];
  }
}

export const writeStanding = (root: string, standing: readonly Standing[]): void =>
  replaceFile(pathOf(root), `${JSON.stringify(standing, undefined, 1)}\n`);
