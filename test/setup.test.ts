/** The first minute: `artoo setup` and a first goal at a real terminal, with the built command. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Home, newHome } from './support/command.ts';
import { startGreeting } from './support/greeting.ts';
import { artoosOf } from './support/processes.ts';
import type { Asked, ProviderServer, Reply } from './support/provider-server.ts';
import { runArtoo } from './support/run-artoo.ts';
import { isProof } from './support/sample.ts';
import { atTerminal } from './support/terminal.ts';

/** A model that calls the tool that it is told to call, and finds the word in a long prompt. */
function probed({ tools, turns }: Asked): Reply | undefined {
  if (tools.some(({ name }) => name === 'ping')) return { calls: [{ tool: 'ping', input: { word: 'artoo' } }] };
  const [word] = /maple-\d+/.exec(turns.map(({ text }) => text).join('')) ?? [];
  return word === undefined ? undefined : { text: word };
}

async function serving(answer: (asked: Asked) => Reply | undefined | Promise<Reply | undefined> = probed): Promise<ProviderServer> {
  const server = await startGreeting(answer);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

const configOf = ({ data }: Home): string => readFileSync(join(data, 'config.yaml'), 'utf8');
const which = 'Which should artoo use?';
/** The end of what is said before the first question of all, and the question; its echo repeats only the question. */
const asked = 'not now.\r\nWhich? ';
const key = 'sk-proj-0123456789abcdefghij';

describe('artoo setup', () => {
  test('saves an address that works, beside what is in the file, and can be run again', async () => {
    const server = await serving();
    const home = newHome('# mine\nbudget: 10m # long\n');
    const terminal = atTerminal(['setup'], home);
    await terminal.shows(which);
    terminal.type(`${server.url}\r`);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toMatch(/ok +tool call.*ok +long prompt.*Saved in/s);
    expect(configOf(home)).toBe(`# mine\nbrain: { model: good-model, base_url: ${server.url} }\nbudget: 10m # long\n`);
    expect(statSync(join(home.data, 'config.yaml')).mode & 0o777).toBe(0o600);
    const again = atTerminal(['setup'], home);
    await again.shows('(Enter: leave it)');
    expect(again.screen()).toContain('artoo now uses good-model');
    again.type('\r');
    expect(await again.ended).toBe(0);
    expect(again.screen()).toContain('Nothing was changed.');
  });

  test('a key is asked for where the server wants one, and is shown nowhere', async () => {
    const server = await serving((asked) =>
      asked.headers.authorization === `Bearer ${key}`
        ? probed(asked)
        : { fault: 'status', status: 401, body: { error: { message: 'no key' } } },
    );
    const home = newHome();
    const terminal = atTerminal(['setup'], home);
    await terminal.shows(which);
    terminal.type(`good-model@${server.url}\r`);
    await terminal.shows('Key: ');
    terminal.type(`${key}\r`);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).not.toContain('0123456789');
    expect(configOf(home)).toContain(`api_key: ${key}`);
  });

  test('a key that is pasted at the first question is not shown, and one with a line break is refused', async () => {
    const terminal = atTerminal(['setup'], newHome());
    await terminal.shows(which);
    terminal.type(`${key}\nklmnopqrst\r`);
    await terminal.shows('The key holds a line break.');
    await terminal.shows(which, 2);
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(130);
    expect(terminal.screen()).not.toMatch(/0123456789|klmnopqrst/);
  });

  test('a key that is pasted while a server is tried is not shown, and answers nothing', async () => {
    const typed = Promise.withResolvers<void>();
    const server = await serving(async (asked) => {
      await typed.promise;
      return probed(asked);
    });
    const terminal = atTerminal(['setup'], newHome());
    await terminal.shows(which);
    const asked = server.nextRequest();
    terminal.type(`good-model@${server.url}\r`);
    await asked;
    terminal.type(`${key}\r`);
    await expect.poll(terminal.screen).toMatch(/, [1-9]\d* s/); // the typed text has already arrived
    typed.resolve();
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).not.toContain('0123456789');
  });

  test('a context that is too small is reported with its remedy, and the question is asked again', async () => {
    const server = await serving((asked) => {
      const reply = probed(asked);
      return reply && 'text' in reply ? { text: 'I see no code word.', usage: { input: 4_096, output: 5 } } : reply;
    });
    const home = newHome();
    const terminal = atTerminal(['setup'], home);
    await terminal.shows(which);
    terminal.type(`ollama:good-model@${server.url}\r`);
    await terminal.shows('OLLAMA_CONTEXT_LENGTH=65536 ollama serve');
    await terminal.shows(which, 2);
    terminal.type('\u0004');
    expect(await terminal.ended).toBe(1);
    expect(existsSync(join(home.data, 'config.yaml'))).toBe(false);
  });

  const moments = [
    ['while a server that never answers is tried', 'slow'],
    ['at the question', ''],
  ] as const;

  test.each(isProof ? moments : moments.slice(0, 1))('Ctrl+C %s leaves everything as it was', async (_, when) => {
    const server = await serving(() => ({ fault: 'silence' }));
    const home = newHome('brain: other@http://127.0.0.1:1/v1\n');
    const terminal = atTerminal(['setup'], home);
    await terminal.shows(which);
    if (when === 'slow') {
      const asked = server.nextRequest();
      terminal.type(`good-model@${server.url}\r`);
      await asked;
    }
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(130);
    expect(configOf(home)).toBe('brain: other@http://127.0.0.1:1/v1\n');
  });

  test('a terminal that closes in the middle ends it, and leaves everything as it was', async () => {
    const home = newHome('quiet: true\n');
    const terminal = atTerminal(['setup', '--data', home.data], home);
    await terminal.shows(which);
    expect(artoosOf(home.home)).not.toEqual([]);
    terminal.hangUp();
    await expect.poll(() => artoosOf(home.home), { timeout: 10_000 }).toEqual([]);
    expect(configOf(home)).toBe('quiet: true\n');
  });

  test.runIf(isProof)('a file with a mistake is left alone, and the mistake is said with its line and column', async () => {
    const home = newHome('quiet: true\nbrain: [\n');
    const terminal = atTerminal(['setup'], home);
    expect(await terminal.ended).toBe(64);
    expect(terminal.screen()).toMatch(/config\.yaml:\d+:\d+: /);
    expect(configOf(home)).toBe('quiet: true\nbrain: [\n');
  });

  test.runIf(isProof)('where nothing can be written, it says so, and what to do', async () => {
    const server = await serving();
    const home = newHome();
    const terminal = atTerminal(['setup'], home, { ARTOO_DATA_DIR: '/proc/artoo' });
    await terminal.shows(which);
    terminal.type(`${server.url}\r`);
    expect(await terminal.ended).toBe(70);
    expect(terminal.screen()).toContain('nothing was saved');
    expect(terminal.screen()).toContain('Set ARTOO_DATA_DIR');
  });

  test('without a terminal it asks nothing', async () => {
    const { code, err } = await runArtoo(['setup'], { at: newHome() });
    expect(code).toBe(64);
    expect(err).toContain('setup asks questions');
  });
});

describe('a first goal without a model', () => {
  test('offers to set one up, and then continues with the goal', async () => {
    const server = await serving();
    const home = newHome();
    const terminal = atTerminal(['write a greeting'], home, { HOME: '', ARTOO_DATA_DIR: home.data, CODEX_HOME: home.home });
    await terminal.shows('none is configured');
    await terminal.shows('Which? ');
    terminal.type('s\r');
    await terminal.shows(which);
    terminal.type(`${server.url}\r`);
    expect(await terminal.ended).toBe(0);
    expect(existsSync(join(home.cwd, 'hello.txt'))).toBe(true);
  });

  test('that the person does not want ends with 69, as it does without a terminal', async () => {
    const terminal = atTerminal(['write a greeting'], newHome());
    await terminal.shows('Which? ');
    terminal.type('what?\r');
    await terminal.shows('"what?" is neither s nor d.');
    await terminal.shows(asked, 2);
    terminal.type('sk-proj-0123456789\r');
    await terminal.shows('That looks like a key');
    await terminal.shows(asked, 3);
    terminal.type('write a poem instead\r');
    await terminal.shows('artoo already has yours');
    await terminal.shows(asked, 4);
    expect(terminal.screen()).not.toContain('sk-proj');
    terminal.type('\r');
    expect(await terminal.ended).toBe(69);
    expect(terminal.screen()).toContain('artoo setup');
    const { code, err } = await runArtoo(['write a greeting'], { at: newHome() });
    expect(code).toBe(69);
    expect(err).toContain('no model is configured');
  });
});

describe('a shell without a model', () => {
  test('keeps a goal that is typed too early, at its first question or in the set-up, and has it at the prompt', async () => {
    const server = await serving();
    const home = newHome();
    const terminal = atTerminal([], home);
    await terminal.shows('Which? ');
    terminal.type('write a greeting\r');
    await terminal.shows('That reads like a goal. artoo keeps it');
    await terminal.shows(asked, 2);
    terminal.type('s\r');
    await terminal.shows(which);
    terminal.type(`${server.url}\r`);
    await terminal.shows('> write a greeting');
    terminal.type('\r');
    await terminal.shows('✓ Done');
    expect(existsSync(join(home.cwd, 'hello.txt'))).toBe(true);
    terminal.type('\u0004');
    expect(await terminal.ended).toBe(0);
  });

  test.each(isProof ? ['/setup', 'artoo setup'] : ['artoo setup'])('has one after %s', async (typed) => {
    const server = await serving();
    const home = newHome();
    const terminal = atTerminal([], home);
    await terminal.shows('Which? ');
    terminal.type('\r');
    await terminal.shows('`/setup` finds a model');
    await terminal.shows('/ commands');
    terminal.type(`${typed}\r`);
    await terminal.shows(which);
    const prompts = terminal.screen().split('/ commands').length - 1;
    terminal.type(`${server.url}\r`);
    await terminal.shows('To begin, type one of these:');
    await terminal.shows('/ commands', prompts + 1); // what is typed before the prompt is back becomes a draft, and is not sent
    terminal.type('write a greeting\r');
    await terminal.shows('✓ Done');
    expect(existsSync(join(home.cwd, 'hello.txt'))).toBe(true);
    terminal.type('\u0004');
    expect(await terminal.ended).toBe(0);
  });
});

describe("a project's own settings", () => {
  function project(settings: string): Home {
    const home = newHome();
    mkdirSync(join(home.cwd, '.artoo'));
    writeFileSync(join(home.cwd, '.artoo/config.yaml'), settings);
    return home;
  }

  const answers: readonly (readonly [string, number])[] = [
    ['y', 0],
    ['n', 1],
  ];

  test.each(isProof ? answers : answers.slice(0, 1))('are asked about at the first goal, and then no more: %s', async (answer, shown) => {
    const server = await serving();
    const home = project('quiet: true\n');
    const goal = ['--model', `good-model@${server.url}`, 'write a greeting'];
    const first = atTerminal(goal, home);
    await first.shows('Trust it? [y/N]');
    expect(first.screen()).toContain('quiet: true');
    first.type(`${answer}\r`);
    expect(await first.ended).toBe(0);
    const second = atTerminal(goal, home);
    expect(await second.ended).toBe(0);
    expect(second.screen()).not.toMatch(/Trust it\?|is not trusted/);
    expect(second.screen().split('✓ Done').length - 1).toBe(shown); // not with --quiet
  });

  test('that only make artoo stricter are not asked about', async () => {
    const server = await serving();
    const home = project('deny: [shell(rm*)]\nmax_cost: 1\n');
    const terminal = atTerminal(['--model', `good-model@${server.url}`, 'write a greeting'], home);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).not.toContain('Trust it?');
    expect(terminal.screen().replaceAll(/\s+/g, ' ')).toContain('so a cap on money (./.artoo/config.yaml:2) has no effect');
  });
});
