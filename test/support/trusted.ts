/** Makes the person trust a project's file. */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function trusted(cwd: string, data: string): void {
  const file = realpathSync(join(cwd, '.artoo/config.yaml'));
  mkdirSync(data, { recursive: true });
  const entry = { file, hash: hash('sha256', readFileSync(file)), at: '2026-11-16T00:00:00.000Z' };
  writeFileSync(join(data, 'trust.json'), JSON.stringify([entry]));
}
