/** Plays a turn of the fake program for each line of JSON on its input, and prints the result: for tests that need another user than their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { playTurn } from '../played-turn.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const place = mkdtempSync('/var/tmp/artoo-turn-');
  const told = await playTurn(place, JSON.parse(line)).catch((error: unknown) => ({ error: String(error) }));
  rmSync(place, { recursive: true, force: true });
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
