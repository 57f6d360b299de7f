import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startGreeting } from '../../test/support/greeting.ts';
import { scratch } from '../../test/support/scratch.ts';
import { silentModel } from '../../test/support/silent-model.ts';
import { defaultCaps } from '../config/settings.ts';
import { createCassette } from '../effects/cassette.ts';
import { readJournal } from '../journal/reader.ts';
import { type ArtooOptions, createArtoo } from './artoo.ts';

const talk = () =>
  createCassette([
    { role: 'R1', answer: { slug: 's', intent: 'i', kind: 'conversation' } },
    { role: 'R2', answer: { answer: 'Hello.' } },
  ]);

/** One conversation, and the settings in its journal. */
async function settingsWith(options: ArtooOptions) {
  await using artoo = createArtoo({ model: talk(), data: scratch(), env: { HOME: '/home/ada' }, ...options });
  const task = artoo.run('Hello', { cwd: '/' });
  expect(await task.result).toMatchObject({ directive: 'accept', output: 'Hello.' });
  const [open] = (await readJournal(task.journal)).entries;
  return open?.kind === 'open' ? open.settings : undefined;
}

describe('a task', () => {
  test.each<[ArtooOptions, string]>([
    [{ workspace: '/w' }, '/w'],
    [{ workspace: 'w' }, join(process.cwd(), 'w')],
    [{ workspace: '' }, '/home/ada/artoo_workspace'],
    [{}, '/home/ada/artoo_workspace'],
    [{ workspace: '~/w' }, '/home/ada/w'],
    [{ env: { ARTOO_WORKSPACE: '/elsewhere' } }, '/elsewhere'],
    [{ env: {} }, join(userInfo().homedir, 'artoo_workspace')],
    [{ env: { HOME: '' } }, join(userInfo().homedir, 'artoo_workspace')],
    [{ env: { HOME: 'here' } }, join(userInfo().homedir, 'artoo_workspace')],
  ])('has a full path as its workspace: %j', async (options, workspace) => {
    expect(await settingsWith(options)).toMatchObject({ workspace });
  });

  test('has time limits that are extended for slow models, unless they were set', async () => {
    expect(await settingsWith({})).toMatchObject({ grows: ['time_budget', 'active_ms'] });
    expect(await settingsWith({ control: { timeBudgetMs: 5_000 } })).toMatchObject({ grows: ['active_ms'] });
    expect(await settingsWith({ control: { delta: 0.2 }, caps: { active_ms: 5_000 } })).toMatchObject({ grows: ['time_budget'] });
  });

  test('has the usual caps, each of which can be another', async () => {
    expect(await settingsWith({})).toMatchObject({ caps: defaultCaps });
    expect(await settingsWith({ caps: { tokens: 5_000, usd: null } })).toMatchObject({
      caps: { ...defaultCaps, tokens: 5_000, usd: null },
    });
  });

  test('can be watched from its first entry, and cancelled', async () => {
    await using artoo = createArtoo({ model: silentModel, data: scratch(), env: {} });
    const task = artoo.run('Hello', { cwd: '/' });
    const kinds: string[] = [];
    for await (const seen of task.entries()) {
      if ('entry' in seen) kinds.push(seen.entry.kind);
      if (kinds.includes('intent')) task.cancel('enough');
    }
    expect(kinds.slice(0, 3)).toEqual(['open', 'message', 'intent']);
    expect(await task.result).toMatchObject({ reason: 'cancelled', summary: expect.stringContaining('enough') });
  });

  test('that is over has nothing more to watch', async () => {
    await using artoo = createArtoo({ model: talk(), data: scratch(), env: {} });
    const task = artoo.run('Hello', { cwd: '/' });
    await task.result;
    for await (const seen of task.entries()) expect(seen).toBeUndefined();
  });

  test('that cannot be started throws', () => {
    expect(() => createArtoo({ model: talk(), data: scratch() }).run(' ')).toThrow(expect.objectContaining({ code: 'goal_empty' }));
    const nowhere = createArtoo({ model: talk(), data: '/dev/null/x' });
    expect(() => nowhere.run('Hello')).toThrow(expect.objectContaining({ code: 'data_unwritable' }));
  });
});

describe('without a model of its own', () => {
  test('the one that the environment names is asked, and its key reaches no journal', async () => {
    const perception = { slug: 's', intent: 'Use key-of-mine-123.', kind: 'conversation' };
    await using server = await startGreeting(({ role }) => ({
      text: JSON.stringify(role === 'R1' ? perception : { answer: 'It is key-of-mine-123.' }),
    }));
    const env = { OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'good-model', OPENAI_API_KEY: 'key-of-mine-123', HOME: scratch() };
    await using artoo = createArtoo({ data: scratch(), env });
    const task = artoo.run('Hello', { cwd: '/' });
    expect(await task.result).toMatchObject({ directive: 'accept', output: expect.not.stringContaining('key-of-mine-123') });
    expect(JSON.stringify(await readJournal(task.journal))).not.toContain('key-of-mine-123');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer key-of-mine-123');
  });

  test('keys of a configuration that is mended later, and secrets of the program, reach no journal', async () => {
    await using server = await startGreeting(({ role }) => ({
      text: JSON.stringify(
        role === 'R1' ? { slug: 's', intent: 'i', kind: 'conversation' } : { answer: 'late-key-of-mine and own-secret-1' },
      ),
    }));
    const data = scratch();
    await using artoo = createArtoo({ data, env: { HOME: scratch() }, secrets: () => [{ name: 'own', value: 'own-secret-1' }] });
    expect(await artoo.run('Hello', { cwd: '/' }).result).toMatchObject({ failure: 'model_unset' });
    writeFileSync(join(data, 'config.yaml'), `brain: { base_url: "${server.url}", model: m, api_key: late-key-of-mine }\n`);
    expect((await artoo.run('Hello', { cwd: '/' }).result).output).toBe('[redacted key_of_R1] and [redacted own]');
  });

  test('and none configured, the task ends and says so', async () => {
    await using artoo = createArtoo({ data: scratch(), env: { HOME: scratch() } });
    expect(await artoo.run('Hello', { cwd: '/' }).result).toMatchObject({ reason: 'infrastructure', failure: 'model_unset' });
  });
});
