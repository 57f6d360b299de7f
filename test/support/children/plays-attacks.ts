/**
 * For each line of JSON on its input, plays a turn that tries the attacks of that line, and prints the results: for tests that need another user than
 * their own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { playAttacks } from '../played-attacks.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const place = mkdtempSync('/var/tmp/artoo-attacks-');
  const told = await playAttacks(place, JSON.parse(line)).catch((error: unknown) => ({ error: String(error) }));
  rmSync(place, { recursive: true, force: true });
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
