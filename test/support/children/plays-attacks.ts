/** Plays a turn that tries the attacks of each line of JSON that it is given, and prints what came of them: for tests that need another user than their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { playAttacks } from '../played-attacks.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const place = mkdtempSync('/var/tmp/artoo-attacks-');
  const told = await playAttacks(place, JSON.parse(line)).catch((error: unknown) => ({ error: String(error) }));
  rmSync(place, { recursive: true, force: true });
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
