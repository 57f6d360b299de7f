import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { boundless, done, modelAnswer, worldOf } from '../../test/support/parts.ts';
import { plainSurroundings } from '../../test/support/plain-look.ts';
import { scratch } from '../../test/support/scratch.ts';
import { workedMs } from '../../test/support/worked-ms.ts';
import type { EffectKey, TaskId } from '../contracts/ids.ts';
import type { Json } from '../contracts/shapes/json.ts';
import type { Intent } from '../journal/entry.ts';
import { uncapped } from '../laws/caps.ts';
import type { ModelRequest } from '../models/model.ts';
import { promptHash, readCassette } from './cassette.ts';
import type { EffectOutcome } from './effects.ts';
import { createPurse } from './purse.ts';
import { createRecorder, recording } from './record.ts';

const key = '1.1.1/R3/1.0' as EffectKey;
const request: ModelRequest = {
  system: 'Be brief.',
  turns: [{ role: 'user', text: 'Today is 2026-01-01. You are in /home/ada.' }],
  tools: [],
};
const intent = (effect: Intent['effect'] = 'model'): Intent => ({
  kind: 'intent',
  seq: 0,
  ts: '',
  key,
  effect,
  role: 'R3',
  repeatable: true,
  input: request as Json,
  input_hash: '',
});
const owner = { task_id: 't' as TaskId, purse: createPurse(uncapped, { tokens: 0, usd: 0 }) };
const signal = new AbortController().signal;
const failed = (code: 'model_denied' | 'cancelled' | 'budget_spent' | 'interrupted'): EffectOutcome => ({
  ms: 1,
  result: { ok: false, code, detail: 'so', usage: { input_tokens: 7, output_tokens: 0 } },
});

/** Records these outcomes of one step, and returns the file. */
async function recorded(...outcomes: readonly EffectOutcome[]): Promise<string> {
  const path = join(scratch(), 'cassette.jsonl');
  using recorder = createRecorder(path);
  for (const outcome of outcomes)
    await recording(
      worldOf(() => outcome),
      recorder,
    ).perform(intent(), owner, signal);
  return path;
}
const play = async (path: string, asked = request) => {
  const cassette = await readCassette(path);
  const answer = await cassette.step(asked, { task_id: owner.task_id, key, role: 'R3', spending: boundless }, signal);
  return { answer, drifted: cassette.drifted };
};

describe('what was recorded', () => {
  const answer = { ...modelAnswer('Hello.'), calls: [{ call_id: 'call_7', tool: 'glob', input: { pattern: '*' } }] };

  test('plays back as it was: text, calls with their ids, and what it used', async () => {
    expect(await play(await recorded(done(answer)))).toEqual({ answer, drifted: [] });
  });

  test('plays back an answer that was cut off as one', async () => {
    const cut = { ...answer, cut: true };
    expect(await play(await recorded(done(cut)))).toMatchObject({ answer: cut });
  });

  test('plays back a failure as one, with what it used', async () => {
    const path = await recorded(failed('model_denied'));
    await expect(play(path)).rejects.toMatchObject({ code: 'model_denied', message: 'so' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ usage: { input_tokens: 7 } });
  });

  test.each([
    ['on another day', 'Today is 2027-12-31. You are in /home/ada.'],
    ['in another folder', 'Today is 2026-01-01. You are in /srv/work.'],
  ])('has not drifted %s', async (_, text) => {
    expect(await play(await recorded(done(answer)), { ...request, turns: [{ role: 'user', text }] })).toMatchObject({ drifted: [] });
  });

  test.each<[string, Partial<ModelRequest>]>([
    ['system prompt', { system: 'Be long.' }],
    ['turn', { turns: [{ role: 'user', text: 'Today is 2026-01-01. You are at /home/ada.' }] }],
    ['list of tools', { tools: [{ name: 'glob', description: '', input: {} }] }],
  ])('has drifted with another %s', async (_, change) => {
    expect(await play(await recorded(done(answer)), { ...request, ...change })).toMatchObject({ drifted: [key] });
  });
});

test('what the person, the caps or the process did to a step is not recorded', async () => {
  expect(readFileSync(await recorded(failed('cancelled'), failed('budget_spent'), failed('interrupted')), 'utf8')).toBe('');
});

test('tool calls are not recorded, and recovered steps are', async () => {
  const path = join(scratch(), 'cassette.jsonl');
  using recorder = createRecorder(path);
  const world = recording(
    worldOf(() => done(modelAnswer('x'))),
    recorder,
  );
  await world.perform(intent('tool'), owner, signal);
  await world.recover(intent(), owner, signal, 1);
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1);
});

test('a file that is there is never written over', () => {
  const path = join(scratch(), 'mine.jsonl');
  writeFileSync(path, 'mine');
  expect(() => createRecorder(path)).toThrow(expect.objectContaining({ code: 'record_unwritable' }));
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test('no other user may read what is recorded', async () => {
  expect(statSync(await recorded(done(modelAnswer('x')))).mode & 0o077).toBe(0);
});

test('a step whose line cannot be written fails, and says so', async () => {
  const broken = recording(
    worldOf(() => done(modelAnswer('x'))),
    {
      write() {
        throw new Error('disk full');
      },
      [Symbol.dispose]() {},
    },
  );
  expect(await broken.perform(intent(), owner, signal)).toMatchObject({ result: { ok: false, code: 'record_unwritable' } });
});

test('the hash of a prompt does not take a pattern or a fraction for a path', () => {
  const hash = (text: string) => promptHash({ ...request, system: text });
  expect(hash('src/**/*.ts')).not.toBe(hash('lib/**/*.ts'));
  expect(hash('1/2')).not.toBe(hash('1/3'));
  expect(hash('in /a/b.')).toBe(hash('in /c/d.'));
});

test('a look around is recorded and played back, one that failed is not', async () => {
  const look = plainSurroundings({ cwd: '/home', workspace: '/work' });
  const path = join(scratch(), 'cassette.jsonl');
  using recorder = createRecorder(path);
  for (const outcome of [failed('interrupted'), done(look)])
    await recording(
      worldOf(() => outcome),
      recorder,
    ).perform(intent('look'), owner, signal);
  expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify({ key, look })}\n`);
  expect((await readCassette(path)).seen(key)).toEqual(look);
});

test('what is around a task does not count as another prompt', () => {
  const asked = (here: string, goal: string): ModelRequest => ({
    ...request,
    turns: [{ role: 'user', text: `<surroundings>\n${here}\n</surroundings>\n<instructions>\n${here}\n</instructions>\n${goal}` }],
  });
  expect(promptHash(asked('a.txt, Linux', 'go'))).toBe(promptHash(asked('b.txt "x"\n7 files', 'go')));
  expect(promptHash(asked('a.txt', 'go'))).not.toBe(promptHash(asked('a.txt', 'stop')));
});

test('marks that are never closed are hashed quickly', () => {
  const began = workedMs();
  promptHash({ ...request, system: '<surroundings>'.repeat(200_000) });
  expect(workedMs() - began).toBeLessThan(2_000);
});

test.each([
  ['a plan', 'Goal.', 'Goal.\n\nFrom memory, which says what happened:\n<memory>\n- MUST NOT: x\n</memory>'],
  [
    'a context',
    '<context>\nSay hello.\n</context>\n\nDone when',
    '<context>\nSay hello.\n\nFrom memory:\n<memory>\n- x\n</memory>\n</context>\n\nDone when',
  ],
  ['an empty context', 'Sub-task\n\nDone when', 'Sub-task\n\n<context>\nFrom memory:\n<memory>\n- x\n</memory>\n</context>\n\nDone when'],
])('the hash of a prompt does not change with what memory says in %s', (_, without, remembering) => {
  const hash = (text: string) => promptHash({ ...request, turns: [{ role: 'user', text }] });
  expect(hash(remembering)).toBe(hash(without));
  expect(hash('Goal. Other.')).not.toBe(hash('Goal.'));
});
