/**
 * Runs command lines in a containment, one for each line of JSON on its input, and prints the result of each: for tests that need another user than
 * their own.
 * With a `view`, the line looks at the host.
 */
import { createInterface } from 'node:readline';
import { chooseContainment } from '../../../src/tools/containment/choose.ts';
import type { Containment } from '../../../src/tools/containment/containment.ts';
import type { Door } from '../../../src/tools/containment/walls/doors.ts';
import { scrubbed } from '../../../src/tools/running/environment.ts';

const { signal } = new AbortController();
const chosen = new Map<string, Promise<Containment>>();

async function answer(line: string): Promise<unknown> {
  const { from, home, data, secrets, stagings, path = process.env.PATH, variables = {}, answers = {}, ...request } = JSON.parse(line);
  const key = JSON.stringify([from, home, stagings, path, secrets, variables]);
  const surroundings = { home, data, env: scrubbed({ ...process.env, ...variables, HOME: home, PATH: path }), secrets, stagings };
  const containment = await (chosen.get(key) ?? chooseContainment({ surroundings, signal, from }));
  chosen.set(key, Promise.resolve(containment));
  const { kind, detail } = containment;
  if (request.view !== undefined) return containment.look({ ...request, signal });
  await using run = await containment.run({ ...request, doors: doorsThatAnswer(answers), signal });
  return { ...run, kind, detail, whyUnknown: run.whyUnknown ?? null };
}

/** A door for each port: it sends its text, then what it received, and closes. */
const doorsThatAnswer = (answers: Readonly<Record<string, string>>): readonly Door[] =>
  Object.entries(answers).map(([port, text]) => ({
    port: Number(port),
    onConnection: (socket) => void socket.once('data', (told) => socket.end(`${text}${told}`)).on('error', () => {}),
  }));

for await (const line of createInterface({ input: process.stdin })) {
  const told = await answer(line).catch((error: unknown) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
