/**
 * The task of the chaos test, scripted by effect key, so that any host can continue it from any place: five sub-tasks whose commands may run on workers, and three
 * that each ring a bell at a server outside, which may never happen twice.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { TaskId } from '../../../src/contracts/ids.ts';
import { type Cassette, type CassetteLine, createCassette } from '../../../src/effects/cassette.ts';
import type { OwnTool } from '../../../src/tools/complete-tool.ts';

export const chaosGoal = 'Count the words of five chapters, and ring three bells.';
export const chaosTask = 'chaos' as TaskId; // a valid name for a file, which is all that a task id must be

const chapters = { one: 9, two: 7, three: 8, four: 6, five: 4 } as const;
const bells = ['north', 'east', 'south'] as const;

/** Takes as long as real work would, so that faults occur while it runs. */
const script = 'sleep 0.3\nmkdir -p counts\nwc -w < chapters/$1.txt > counts/$1.txt\necho "chapter $1 has $(cat counts/$1.txt) words"\n';

const says = (text: string) => ({
  criterion: `the answer says ${text}`,
  mode: 'plausible',
  weight: 1,
  check: { kind: 'output_contains', text },
});
const exists = (path: string) => ({ criterion: `${path} exists`, mode: 'verifiable', weight: 2, check: { kind: 'file_exists', path } });

const subtasks = [
  ...Object.keys(chapters).map((name) => ({
    intent: `Count the words of chapter ${name}`,
    success_criteria: [exists(`counts/${name}.txt`)],
    tools: ['shell', 'read_file'],
    sequence: 1,
  })),
  ...bells.map((bell) => ({
    intent: `Ring the ${bell} bell`,
    success_criteria: [says(`${bell} bell rang`)],
    tools: ['ring'],
    sequence: 1,
  })),
];

const lines: readonly CassetteLine[] = [
  { key: '0.0.0/R1/1.0', answer: { slug: 'count_and_ring', intent: chaosGoal } },
  { key: '1.0.0/R2/1.0', answer: { task_criteria: [exists('counts')], subtasks } as never },
  ...Object.entries(chapters).flatMap(([name, words], at): readonly CassetteLine[] => [
    { key: `1.${at + 1}.1/R3/1.0`, calls: [{ tool: 'shell', input: { command: `sh count.sh ${name}` } }] },
    { key: `1.${at + 1}.1/R3/2.0`, calls: [{ tool: 'read_file', input: { path: `counts/${name}.txt` } }] },
    { key: `1.${at + 1}.1/R3/3.0`, answer: `Chapter ${name} has ${words} words; counts/${name}.txt says so.` },
  ]),
  ...bells.flatMap((bell, at): readonly CassetteLine[] => [
    { key: `1.${at + 6}.1/R3/1.0`, calls: [{ tool: 'ring', input: { bell } }] },
    { key: `1.${at + 6}.1/R3/2.0`, answer: `The ${bell} bell rang.` },
    {
      key: `1.${at + 6}.1/R4a/2.0`,
      answer: { verdicts: [{ criterion: 0, verdict: 'pass', failure_class: null, evidence: `1.${at + 6}.1/R3/1.1` }] },
    },
  ]),
  // if it is unknown whether a bell rang, it is not rung again
  { role: 'R3', repeat: true, answer: 'It is not known whether the bell has been rung, and it must not be rung twice.' },
  { role: 'R4a', repeat: true, answer: { verdicts: [] } },
  { role: 'R2', repeat: true, answer: { partial_result: 'The chapters are counted.', next_moves: ['Ask whether the bell was heard.'] } },
];

/** Every line is repeatable: a host may lose the task in the middle of a step, and get it again later. */
export const chaosModel = (): Cassette => createCassette(lines.map((line) => ({ ...line, repeat: true })));

/** Puts the chapters and the script that counts them into a folder. */
export function placeChapters(folder: string): void {
  mkdirSync(join(folder, 'chapters'), { recursive: true });
  for (const [name, words] of Object.entries(chapters)) writeFileSync(join(folder, `chapters/${name}.txt`), `${'word '.repeat(words)}\n`);
  writeFileSync(join(folder, 'count.sh'), script);
}

/** The expected counts, and the actual ones. */
export const rightCounts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(chapters).map(([name, words]) => [`${name}.txt`, `${words}\n`]),
);
export const countsIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(join(folder, 'counts')).map((name) => [name, readFileSync(join(folder, 'counts', name), 'utf8')]));

/** Rings a bell at a server: a tool without a look-up. Whether a call without an outcome happened is therefore unknown. */
export function ringTool(url: string): OwnTool<{ readonly bell: string }> {
  return {
    name: 'ring',
    description: 'rings a bell, which every process hears',
    input: z.object({ bell: z.string() }),
    async run({ bell }) {
      const { ok } = await fetch(`${url}/${bell}`, { method: 'POST' });
      if (!ok) throw new Error('the bell is stuck');
      return `the ${bell} bell rang`;
    },
  };
}

/** The answer of a person about a call that was under way when its host died: they look at its effects, and never let a bell ring twice. */
export async function whatBecameOf(action: string, { cwd, bells: url }: { readonly cwd: string; readonly bells: string }) {
  const bell = bells.find((each) => action.includes(each));
  if (bell !== undefined) return (await (await fetch(`${url}/${bell}`)).text()) === '0' ? 'stop' : 'done';
  const chapter = Object.keys(chapters).find((each) => action.includes(each)) ?? '';
  return existsSync(join(cwd, `counts/${chapter}.txt`)) ? 'done' : 'again';
}

export type Bells = Disposable & { readonly url: string; readonly rung: ReadonlyMap<string, number> };

/** The bells, and how often each was rung. Answering a ring takes a moment. */
export async function startBells(): Promise<Bells> {
  const rung = new Map<string, number>(bells.map((bell) => [bell, 0]));
  const server = createServer(async ({ url = '', method }, response) => {
    const bell = url.slice(1);
    if (method === 'POST') {
      rung.set(bell, (rung.get(bell) ?? 0) + 1);
      await delay(100);
    }
    response.end(String(rung.get(bell)));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    rung,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
