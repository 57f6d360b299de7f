/**
 * How fast a journal is replayed, against reading its lines as bare JSON; and how long `artoo resume` takes until its first request on the wire,
 * against a bare Node.
 */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wire } from '../src/app/wiring/wire.ts';
import { defaultSettings } from '../src/config/settings.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import { createHost } from '../src/engine/host.ts';
import { createJournal, journalPath } from '../src/journal/files.ts';
import { openTape } from '../src/journal/tape-file.ts';
import type { Model } from '../src/models/model.ts';
import { artoo, toFirstRequest } from './first-request.ts';
import { compare, seconds, whole } from './measure.ts';
import { pipeline } from './pipeline.ts';
import { report } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));

/** A journal of some 100,000 entries: models, tools and messages. */
async function measureAgain(): Promise<void> {
  const value = {
    model: { text: 'done '.repeat(40), calls: [], usage: { input_tokens: 200, output_tokens: 40 } },
    tool: { ok: true, output: 'name,weight,price\n'.repeat(10), truncated: false },
  };
  const perform = async ({ effect }: { effect: string }) => ({
    ms: 1,
    result: { ok: true as const, value: effect === 'model' ? value.model : value.tool },
  });
  const host = createHost({
    roles: pipeline(8, 1_380, { withEffects: true }),
    world: { repeatable: () => true, perform, recover: perform },
    openJournal: (id) => createJournal(folder, id),
    version: 'bench',
    settings: defaultSettings({ data: folder, workspace: folder }).task,
    limits: { derived: Number.POSITIVE_INFINITY },
  });
  await host.start({ text: 'bench', session: [], cwd: '/' }, 'long').result;
  const path = journalPath(folder, 'long' as TaskId);
  let size = 0;
  const { subject, ratio } = await compare(5, async () => {
    const took = await seconds(async () => {
      using tape = await openTape(path);
      ({ size } = await host.replay(tape));
    });
    return { subject: size / took, baseline: size / (await seconds(() => parseLines(path))) };
  });
  report({
    name: `a journal of ${whole(size)} entries (${whole(statSync(path).size / 1e6)} MB) run again from its file`,
    figure: subject,
    unit: 'entries a second',
    ratio,
    against: '`JSON.parse` of its lines',
    aim: 'more than 50,000',
  });
}

function parseLines(path: string): void {
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) JSON.parse(line);
}

const check = (text: string) => ({
  criterion: `the answer says ${text}`,
  mode: 'verifiable',
  weight: 1,
  check: { kind: 'output_contains', text },
});

/** Twenty sub-tasks of the real roles, up to the merge, which never comes. */
function untilMerge(onMerge: () => void): Model {
  const usage = { input_tokens: 100, output_tokens: 20 };
  const say = (answer: unknown) => ({ text: typeof answer === 'string' ? answer : JSON.stringify(answer), calls: [], usage });
  return {
    async step(_, { key, role }, signal) {
      if (role === 'R1') return say({ slug: 'read_notes', intent: 'Read the notes.' });
      if (role === 'R2') {
        const subtasks = Array.from({ length: 20 }, (_each, at) => ({
          intent: `Read note number ${at + 1}`,
          success_criteria: [check('Note')],
          tools: ['read_file', 'glob'],
          sequence: 1,
        }));
        return say({ task_criteria: [check('Note')], subtasks });
      }
      if (role === 'R4b') {
        onMerge();
        await once(signal, 'abort');
        throw new Error('stopped');
      }
      const step = Number(/\/R3\/(\d+)/.exec(key)?.[1]);
      const input =
        step % 2 === 1
          ? { tool: 'read_file', input: { path: 'note.md', from_line: step } }
          : { tool: 'glob', input: { pattern: `*${'*'.repeat(step)}.md` } };
      return step > 4 ? say('It says: Note.') : { text: '', calls: [{ call_id: key, ...input }], usage };
    },
  };
}

/** A home with a task that stopped before its merge. */
async function stoppedTask(home: string): Promise<{ readonly data: string; readonly entries: number }> {
  mkdirSync(join(home, 'project'), { recursive: true });
  writeFileSync(join(home, 'project', 'note.md'), '# Note\n'.repeat(9));
  const data = join(home, '.artoo');
  const merging = Promise.withResolvers<void>();
  const host = wire({ settings: defaultSettings({ data, workspace: join(home, 'project') }), model: untilMerge(merging.resolve), env: {} });
  host.start({ text: 'Read the notes.', session: [], cwd: join(home, 'project') }, 'stopped');
  await merging.promise;
  await host.close();
  return {
    data,
    entries: readFileSync(journalPath(data, 'stopped' as TaskId), 'utf8')
      .trimEnd()
      .split('\n').length,
  };
}

async function measureResume(): Promise<void> {
  const home = join(folder, 'home');
  const { data, entries } = await stoppedTask(home);
  const kept = join(folder, 'kept');
  cpSync(data, kept, { recursive: true });
  const env = { HOME: home, PATH: process.env.PATH };
  spawnSync(process.execPath, [artoo, 'resume', '--brain', 'm@http://127.0.0.1:9'], { cwd: join(home, 'project'), env, stdio: 'ignore' }); // one that ends: now compiled code is kept
  const { subject, baseline, ratio } = await compare(15, async () => {
    rmSync(data, { recursive: true });
    cpSync(kept, data, { recursive: true });
    const node = await seconds(() => spawnSync(process.execPath, ['-e', '0']));
    const { took } = await toFirstRequest(home, join(home, 'project'), (brain) => ['resume', '--brain', brain]);
    return { subject: took, baseline: node };
  });
  report({
    name: `\`artoo resume\` of a task of ${entries} entries to its first request on the wire`,
    figure: subject * 1000,
    unit: 'ms',
    ratio,
    against: `\`node -e 0\` (${(baseline * 1000).toFixed(0)} ms)`,
    aim: 'under 300 ms',
  });
}

await measureAgain();
await measureResume();
rmSync(folder, { recursive: true });
