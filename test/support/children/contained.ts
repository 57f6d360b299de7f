/** Runs command lines in a containment, one for each line of JSON that it is given, and prints what came of each: for tests that need another user than their own. */
import { createInterface } from 'node:readline';
import { chooseContainment } from '../../../src/tools/containment/choose.ts';
import type { Containment } from '../../../src/tools/containment/containment.ts';
import { scrubbed } from '../../../src/tools/running/environment.ts';

const { signal } = new AbortController();
const chosen = new Map<string, Promise<Containment>>();

async function answer(line: string): Promise<unknown> {
  const { from, home, data, secrets, stagings, path = process.env.PATH, ...request } = JSON.parse(line);
  const key = `${from} ${home} ${stagings} ${path} ${secrets}`;
  const surroundings = { home, data, env: scrubbed({ ...process.env, HOME: home, PATH: path }), secrets, stagings };
  const containment = await (chosen.get(key) ?? chooseContainment({ surroundings, signal, from }));
  chosen.set(key, Promise.resolve(containment));
  const { kind, detail } = containment;
  await using run = await containment.run({ ...request, signal });
  return { ...run, kind, detail, whyUnknown: run.whyUnknown ?? null };
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = await answer(line).catch((error: unknown) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
