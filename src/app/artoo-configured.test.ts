/** A program's tasks keep to what the person has configured. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { silentModel } from '../../test/support/silent-model.ts';
import type { Json } from '../contracts/shapes/json.ts';
import { createCassette } from '../effects/cassette.ts';
import { readJournal } from '../journal/reader.ts';
import { readRule } from '../laws/rules/read-rule.ts';
import type { Model } from '../models/model.ts';
import { type ArtooOptions, createArtoo, openDrive } from './artoo.ts';

/** A home with a project, and the content of their settings files. */
function place({ own, project }: { readonly own?: string; readonly project?: string } = {}) {
  const home = scratch();
  const [cwd, data] = [join(home, 'project'), join(home, '.artoo')];
  const say = (folder: string, text: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.yaml'), text);
  };
  mkdirSync(cwd);
  if (own !== undefined) say(data, own);
  if (project !== undefined) say(join(cwd, '.artoo'), project);
  return { home, cwd, data, env: { HOME: home }, say: (text: string) => say(data, text) };
}

const talk = () =>
  createCassette([
    { role: 'R1', answer: { slug: 's', intent: 'i', kind: 'conversation' }, repeat: true },
    { role: 'R2', answer: { answer: 'Hello.' }, repeat: true },
  ]);

async function settingsOf(files: Parameters<typeof place>[0], options: ArtooOptions = {}) {
  const { cwd, env } = place(files);
  await using artoo = createArtoo({ model: talk(), env, cwd, ...options });
  const task = artoo.run('Hello');
  await task.result;
  const [open] = (await readJournal(task.journal)).entries;
  return open?.kind === 'open' ? open.settings : undefined;
}

describe('a cap on money that cannot be kept, because a price is unknown, is an error', () => {
  const models = 'brain: { model: m, base_url: "http://gpu.invalid:8000/v1" }\n';
  const priced = 'prices: { m: { input: 1, output: 2 } }\n';
  const codeOf = async (own: string, caps: ArtooOptions['caps'], ofTask?: number) => {
    const { cwd, env } = place({ own: `${models}${own}` });
    await using drive = openDrive({ env, ...(caps && { caps }) });
    const started = drive.start({ goal: 'Hello', cwd, ...(ofTask !== undefined && { caps: { usd: ofTask } }) });
    return await started.then(
      async (task) => {
        await drive.cancel(task);
        return 'started';
      },
      (error) => error.code,
    );
  };

  test.each([
    ['of the person', 'max_cost: 1\n', undefined, undefined, 'price_unknown'],
    ['of the program', '', { usd: 1 }, undefined, 'price_unknown'],
    ['of one task', '', undefined, 1, 'price_unknown'],
    ['none of the program, instead of that of the person', 'max_cost: 1\n', { usd: null }, undefined, 'started'],
    ['the default', '', undefined, undefined, 'started'],
    ['where the price is configured', `max_cost: 1\n${priced}`, { usd: 1 }, 1, 'started'],
  ] as const)('%s', async (_, own, caps, ofTask, code) => {
    expect(await codeOf(own, caps, ofTask)).toBe(code);
  });
});

describe('a task of a program is started with', () => {
  test.each<[string, Parameters<typeof place>[0], ArtooOptions, object]>([
    ['the defaults where nothing is configured', {}, {}, { parallel: 8, steps: 20, review: false, memory: true }],
    ['what the person has configured', { own: 'parallel: 3\nsteps: 7\nmemory: false\n' }, {}, { parallel: 3, steps: 7, memory: false }],
    ['caps that are configured', { own: 'max_tokens: 5k\nmax_cost: 1\n' }, {}, { caps: { active_ms: 1_800_000, tokens: 5_000, usd: 1 } }],
    ['a budget that is configured, which does not grow', { own: 'budget: 2m\n' }, {}, { caps: { active_ms: 120_000 }, grows: [] }],
    ['constants that are configured', { own: 'control: { epsilon: 0.05 }\n' }, {}, { control: { epsilon: 0.05, delta: 0.3 } }],
    [
      'what options say in place of it',
      { own: 'parallel: 3\nmax_tokens: 5k\n' },
      { parallel: 5, caps: { tokens: null } },
      { parallel: 5, caps: { tokens: null } },
    ],
    [
      'one constant from each',
      { own: 'control: { epsilon: 0.05 }\n' },
      { control: { delta: 0.2 } },
      { control: { epsilon: 0.05, delta: 0.2 } },
    ],
    ['memory where an option says so', { own: 'memory: false\n' }, { memory: true }, { memory: true }],
    ['a cap that its project lowers', { own: 'max_tokens: 5k\n', project: 'max_tokens: 4k\n' }, {}, { caps: { tokens: 4_000 } }],
    ['no cap that its project raises', { own: 'max_tokens: 5k\n', project: 'max_tokens: 9k\n' }, {}, { caps: { tokens: 5_000 } }],
    ['no plan to review where the program shows none', { own: 'plan: true\n' }, {}, { review: false }],
    [
      'plans to review where the program shows them',
      { own: 'plan: true\n' },
      { answers: { review: () => ({ approved: true }) } },
      { review: true },
    ],
    [
      'nothing to review where an option says so',
      { own: 'plan: true\n' },
      { answers: { review: () => ({ approved: true }) }, review: false },
      { review: false },
    ],
  ])('%s', async (_, files, options, settings) => {
    expect(await settingsOf(files, options)).toMatchObject(settings);
  });

  test('the workspace that is configured', async () => {
    const { home, cwd, env } = place({ own: 'workspace: ~/elsewhere\n' });
    await using artoo = createArtoo({ model: talk(), env, cwd });
    const task = artoo.run('Hello');
    await task.result;
    expect((await readJournal(task.journal)).entries[0]).toMatchObject({ settings: { cwd, workspace: join(home, 'elsewhere') } });
  });

  test('the configuration at its start: a changed file is read again', async () => {
    const { cwd, env, say } = place();
    await using artoo = createArtoo({ model: talk(), env, cwd });
    const parallel = async () => {
      const task = artoo.run('Hello');
      await task.result;
      const [open] = (await readJournal(task.journal)).entries;
      return open?.kind === 'open' ? open.settings.parallel : undefined;
    };
    expect(await parallel()).toBe(8);
    say('parallel: 2\n');
    expect([await parallel(), await parallel()]).toEqual([2, 2]);
    say('parallel: 64\n');
    expect(await parallel()).toBe(64);
  });
});

/** Writes one file in its only step. */
const writing = (path: string): Model => calling('write_file', { path, content: 'new\n' }, path);

/** Makes one call in its only step. */
const calling = (tool: string, input: Json, path: string): Model => ({
  async step(request, origin, signal) {
    const [{ turns }, { role }] = [request, origin];
    const answer = (text: object) => ({ text: JSON.stringify(text), calls: [], usage: { input_tokens: 1, output_tokens: 1 } });
    const criteria = [{ criterion: 'it is there', check: { kind: 'file_exists', path } }];
    if (role === 'R1') return answer({ slug: 's', intent: 'Write it.' });
    if (role === 'R2')
      return answer({
        task_criteria: criteria,
        subtasks: [{ intent: 'Write it.', success_criteria: criteria, tools: [tool], sequence: 1 }],
      });
    if (turns.length > 1) return silentModel.step(request, origin, signal);
    return { ...answer({}), text: '', calls: [{ call_id: 'c', tool, input }] };
  },
});

/** The result of the one call: applied, asked about and refused, or forbidden, with the rule. */
async function written(at: ReturnType<typeof place>, options: ArtooOptions = {}): Promise<string> {
  await using artoo = createArtoo({ model: writing('notes.txt'), env: at.env, cwd: at.cwd, workspace: join(at.home, 'ws'), ...options });
  const task = artoo.run('Write it.');
  let came = 'nothing';
  for await (const seen of task.entries()) {
    if (!('entry' in seen) || seen.entry.kind !== 'outcome' || !seen.entry.result.ok) continue;
    const { ok, harm } = seen.entry.result.value as { readonly ok?: boolean; readonly harm?: { readonly denied?: string } };
    if (ok === undefined) continue;
    came = harm ? (harm.denied ?? 'asked') : ok ? 'applied' : 'failed';
    task.cancel();
  }
  await task.result;
  return came;
}

describe('rules that are configured bind a program', () => {
  const ruleOf = (text: string, at: { readonly cwd: string; readonly home: string }) => {
    const rule = readRule(text, at);
    if ('wrong' in rule) throw new Error(rule.wrong);
    return rule;
  };
  const rule = 'write(./notes.txt)';

  test('what is forbidden is not done, whatever the program allows and answers', async () => {
    const at = place({ own: `deny: ["${rule}"]\n` });
    const rules = { allow: [ruleOf(rule, at)], ask: [], deny: [] };
    expect(await written(at, { rules, answers: { confirm: () => true } })).toBe(rule);
    expect(existsSync(join(at.cwd, 'notes.txt'))).toBe(false);
  });

  test.each<[string, Parameters<typeof place>[0], readonly ('allow' | 'ask' | 'deny')[], string]>([
    ['without rules a new file is written', {}, [], 'applied'],
    ['what the person wants to be asked about is asked', { own: `ask: ["${rule}"]\n` }, [], 'asked'],
    ['what the project forbids is forbidden', { project: `deny: ["${rule}"]\n` }, [], rule],
    ['what the project allows is not', { own: `ask: ["${rule}"]\n`, project: `allow: ["${rule}"]\n` }, [], 'asked'],
    ['what the program asks about is asked, though the person allows it', { own: `allow: ["${rule}"]\n` }, ['ask'], 'asked'],
    ['what the program forbids is forbidden, though the person allows it', { own: `allow: ["${rule}"]\n` }, ['deny'], rule],
  ])('%s', async (_, files, lists, came) => {
    const at = place(files);
    const rules = Object.fromEntries(lists.map((list) => [list, [ruleOf(rule, at)]]));
    expect(await written(at, { rules })).toBe(came);
  });

  test('a list of the program replaces the configured one', async () => {
    const at = place({ own: `ask: ["${rule}"]\n` });
    expect(await written(at, { rules: { ask: [] } })).toBe('applied');
  });

  test('what a folder forbids to read is closed to commands there, though tasks ran in another folder before', async () => {
    const home = mkdtempSync('/var/tmp/artoo-rules-'); // not below /tmp, which walls do not show
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const [free, bound, secret] = [join(home, 'free'), join(home, 'bound'), join(home, 'private')];
    for (const folder of [free, join(bound, '.artoo'), secret]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(secret, 'x'), 'what is private');
    writeFileSync(join(bound, '.artoo/config.yaml'), 'deny: ["read(~/private/**)"]\n');
    const model = calling('shell', { command: `cat ${secret}/x; echo end` }, 'x');
    const env = { HOME: home, PATH: process.env.PATH };
    await using artoo = createArtoo({ model, env, workspace: join(home, 'ws'), data: join(home, 'data') });
    const printed = async (cwd: string): Promise<string> => {
      const task = artoo.run('Print it.', { cwd });
      let output = '';
      for await (const seen of task.entries()) {
        if (!('entry' in seen) || seen.entry.kind !== 'outcome' || !seen.entry.result.ok) continue;
        const value = seen.entry.result.value as { readonly exit_code?: number; readonly output?: string };
        if (value.exit_code === undefined) continue;
        output = value.output ?? '';
        task.cancel();
      }
      await task.result;
      return output;
    };
    expect(await printed(free)).toContain('what is private');
    const closed = await printed(bound);
    expect(closed).toContain('end');
    expect(closed).not.toContain('what is private');
  });

  test('a task that is resumed keeps to what is forbidden now', async () => {
    const at = place();
    const silent = { env: at.env, cwd: at.cwd, workspace: join(at.home, 'ws') };
    const first = createArtoo({ ...silent, model: silentModel });
    const { id, result } = first.run('Write it.');
    await first.close();
    await expect(result).rejects.toMatchObject({ code: 'stopped' });
    at.say(`deny: ["${rule}"]\n`);
    await using artoo = createArtoo({ ...silent, model: writing('notes.txt') });
    const task = artoo.resume(id);
    for await (const seen of task.entries())
      if ('entry' in seen && seen.entry.kind === 'outcome' && JSON.stringify(seen.entry.result).includes('"denied"')) task.cancel('seen');
    expect(await task.result).toMatchObject({ reason: 'cancelled', summary: expect.stringContaining('seen') });
    expect(existsSync(join(at.cwd, 'notes.txt'))).toBe(false);
  });
});

describe('a configuration that cannot be used', () => {
  test.each([
    ["the person's own", { own: 'paralell: 3\n' }, 'did you mean parallel?'],
    ["the project's", { project: 'deny: [shell(' }, './.artoo/config.yaml:1'],
    ['one with a rule that is none', { own: 'deny: ["rm everything"]\n' }, 'it must look like'],
  ])('keeps tasks from starting, and says where it is wrong: %s', async (_, files, message) => {
    const { cwd, env, data } = place(files);
    await using artoo = createArtoo({ model: talk(), env, cwd });
    const task = artoo.run('Hello');
    const seen: unknown[] = [];
    for await (const each of task.entries()) seen.push(each);
    await expect(task.result).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining(message),
      hint: expect.stringContaining('docs/'),
    });
    expect([seen, existsSync(join(data, 'tasks'))]).toEqual([[], false]);
  });

  test('is reported by the result, too, where a variable is wrong', async () => {
    const { cwd, env } = place();
    await using artoo = createArtoo({ model: talk(), env: { ...env, BRAIN_MODEL: '@@@' }, cwd });
    await expect(artoo.run('Hello').result).rejects.toMatchObject({ code: 'config_invalid' });
  });

  test('can be mended', async () => {
    const { cwd, env, say } = place({ own: 'paralell: 3\n' });
    await using artoo = createArtoo({ model: talk(), env, cwd });
    await expect(artoo.run('Hello').result).rejects.toMatchObject({ code: 'config_invalid' });
    say('parallel: 3\n');
    expect(await artoo.run('Hello').result).toMatchObject({ directive: 'accept' });
  });
});

describe('while the configuration is read', () => {
  test('a task can be watched from its first entry, and cancelled', async () => {
    const { cwd, env } = place({ own: 'parallel: 3\n' });
    await using artoo = createArtoo({ model: silentModel, env, cwd });
    const task = artoo.run('Hello');
    task.cancel('at once');
    const kinds: string[] = [];
    for await (const seen of task.entries()) if ('entry' in seen) kinds.push(seen.entry.kind);
    expect(kinds[0]).toBe('open');
    expect(await task.result).toMatchObject({ reason: 'cancelled', summary: expect.stringContaining('at once') });
  });

  test('artoo can be closed, and the task does not begin', async () => {
    const { cwd, env, data } = place({ own: 'parallel: 3\n' });
    const artoo = createArtoo({ model: talk(), env, cwd });
    const { result } = artoo.run('Hello');
    await artoo.close();
    await expect(result).rejects.toMatchObject({ code: 'cancelled' });
    expect(existsSync(join(data, 'tasks'))).toBe(false);
  });
});

test('a task that is not resumed can be resumed later: its journal is released', async () => {
  const at = place();
  const first = createArtoo({ env: at.env, cwd: at.cwd, model: silentModel });
  const { id } = first.run('Hello');
  await first.close();
  await using artoo = createArtoo({ env: at.env, cwd: at.cwd, model: talk() });
  at.say('paralell: 3\n');
  await expect(artoo.resume(id).result).rejects.toMatchObject({ code: 'config_invalid' });
  at.say('parallel: 3\n');
  expect(await artoo.resume(id).result).toMatchObject({ directive: 'accept', output: 'Hello.' });
});
