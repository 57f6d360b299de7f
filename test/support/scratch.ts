/** A folder for one test, removed afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), removalMs);
  return folder;
}

/** A long proof leaves tens of thousands of files, and the disk may be busy. */
const removalMs = 120_000;
