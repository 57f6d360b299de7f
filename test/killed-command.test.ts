/** However artoo ends, nothing that it started outlives it, and none of its effects become real. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newHome, startArtoo } from './support/command.ts';
import { running } from './support/processes.ts';

test('a command ends with the process that runs it, however that ends', async () => {
  const at = newHome();
  const seconds = '98765';
  const child = startArtoo(['try', '--auto', '--', `touch left; setsid sleep ${seconds} & sleep ${seconds}`], { at });
  await expect.poll(() => running(seconds).length, { timeout: 20_000 }).toBeGreaterThan(1);
  child.process.kill('SIGKILL');
  await expect.poll(() => running(seconds), { timeout: 10_000 }).toEqual([]);
  expect(existsSync(join(at.cwd, 'left'))).toBe(false);
});
