import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { perceived } from '../../../test/support/scripted.ts';
import { settingsFor } from '../../../test/support/settings.ts';
import { openDrive } from '../../app/drive/in-process.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { noPerson } from '../../engine/person.ts';
import type { Model } from '../../models/model.ts';
import { createReadingGate } from '../../tools/files/reading-gate.ts';
import { textOf } from '../../view/style/line.ts';
import { createShell } from './shell.ts';
import type { ShellDisplay } from './shell-display.ts';
import type { ShellSettings } from './shell-settings.ts';

/** A model that only talks: it records what it is asked, and each answer waits until it is released. */
function talker() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const model: Model = {
    async step({ turns }, { role }, signal) {
      const usage = { input_tokens: 1, output_tokens: 1 };
      if (role === 'R1') {
        asked.push(turns.map(({ text }) => text).join('\n'));
        return { text: JSON.stringify({ ...perceived, kind: 'conversation' }), calls: [], usage };
      }
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      return { text: JSON.stringify({ answer: `answer ${asked.length}` }), calls: [], usage };
    },
  };
  return { model, asked, isWaiting: () => waiting.length > 0, go: () => waiting.shift()?.() };
}

function newShell(model: Model, hasDraft = () => false) {
  const home = scratch();
  const [cwd, data, workspace] = [join(home, 'project'), join(home, '.artoo'), join(home, 'workspace')];
  mkdirSync(cwd);
  const shown: string[] = [];
  const returned: string[] = [];
  const commands: string[] = [];
  const display: ShellDisplay = {
    show: (lines) => void shown.push(...lines.map(textOf)),
    columns: 80,
    isLive: true,
    changed() {},
    person: async () => noPerson,
    giveBack: (text) => {
      if (!hasDraft()) returned.push(text);
      return !hasDraft();
    },
    outside: async () => {
      throw new Error('nothing here needs the terminal');
    },
  };
  const site = { settings: settingsFor({ data, workspace }), model, secrets: () => [] };
  const settings = { flags: {} } as ShellSettings; // the shell itself reads only the flags
  const gate = createReadingGate({ home, data }).for({ cwd });
  const shell = createShell({
    ...{ display, settings, cwd, home, data, gate: async () => gate },
    drive: async () => openDrive({ data, siteOf: () => site, env: {}, onNotice: () => {} }),
    serve: async () => ({ newLines: () => [], async close() {} }),
    command: async (text) => void commands.push(text),
    skill: async (name) => (name === 'haiku' ? 'usable' : name === 'sonnet' ? { why: 'it is not trusted' } : undefined),
  });
  onTestFinished(async () => void (await shell.close()));
  return { shell, shown, returned, commands };
}

test('a goal is shown as it was sent, and then its answer; a follow-up knows of both', async () => {
  const { model, asked, isWaiting, go } = talker();
  const { shell, shown } = newShell(model);
  await shell.send('the first');
  expect(shell.isRunning).toBe(true);
  await expect.poll(isWaiting).toBe(true);
  go();
  await shell.idle();
  await shell.send('the second');
  await expect.poll(isWaiting).toBe(true);
  go();
  await shell.idle();
  expect(shown.filter((text) => /^> |^answer/.test(text))).toEqual(['> the first', 'answer 1', '> the second', 'answer 2']);
  expect(asked[1]).toContain('answer 1');
  expect(shell.isRunning).toBe(false);
});

test('what follows a fresh start knows nothing of what was before', async () => {
  const { model, asked, isWaiting, go } = talker();
  const { shell } = newShell(model);
  for (const goal of ['the first', 'the second']) {
    shell.startAfresh();
    await shell.send(goal);
    await expect.poll(isWaiting).toBe(true);
    go();
    await shell.idle();
  }
  expect(asked[1]).toContain('the second');
  expect(asked[1]).not.toMatch(/the first|answer 1/);
});

describe('while a task runs', () => {
  test('what is sent waits, and is carried out in turn', async () => {
    const { model, isWaiting, go } = talker();
    const { shell, shown } = newShell(model);
    await shell.send('the first');
    for (const text of ['the second', 'the third']) await shell.send(text);
    expect(shell.queue).toEqual(['the second', 'the third']);
    for (let left = 3; left > 0; left -= 1) {
      await expect.poll(isWaiting).toBe(true);
      go();
    }
    await shell.idle();
    expect(shown.filter((text) => text.startsWith('> '))).toEqual(['> the first', '> the second', '> the third']);
    expect(shell.queue).toEqual([]);
  });

  test('the last that waits can be taken back', async () => {
    const { shell } = newShell(talker().model);
    await shell.send('the first');
    for (const text of ['the second', 'the third']) await shell.send(text);
    expect(shell.pull()).toBe('the third');
    expect(shell.queue).toEqual(['the second']);
  });

  test('a command is run at once', async () => {
    const { shell, commands } = newShell(talker().model);
    await shell.send('the first');
    await shell.send('/cost');
    expect(commands).toEqual(['/cost']);
    expect(shell.queue).toEqual([]);
  });

  test('an interruption ends it, and what waited is given back rather than carried out', async () => {
    const { model, isWaiting } = talker();
    const { shell, shown, returned } = newShell(model);
    await shell.send('the first');
    await shell.send('the second');
    await expect.poll(isWaiting).toBe(true);
    shell.interrupt();
    shell.interrupt();
    await shell.idle();
    expect(returned).toEqual(['the second']);
    expect(shown.join('\n')).toContain('Not done');
    expect(shown.join('\n')).toContain('/resume');
  });

  test('an interruption before it has started ends it, too', async () => {
    const { shell, shown } = newShell(talker().model);
    const sending = shell.send('the first');
    shell.interrupt();
    await sending;
    await shell.idle();
    expect(shown.join('\n')).toContain('Not done');
  });

  test('a first wish to leave is not followed, a second is', async () => {
    const { shell } = newShell(talker().model);
    expect(shell.mayLeave()).toBe(true);
    await shell.send('the first');
    expect([shell.mayLeave(), shell.mayLeave()]).toEqual([false, true]);
  });

  test('a close stops it, and says which task can be resumed', async () => {
    const { model, isWaiting } = talker();
    const { shell, shown } = newShell(model);
    await shell.send('the first');
    await expect.poll(isWaiting).toBe(true);
    expect(await shell.close()).toMatch(/^\d{8}-\d{9}-[0-9a-v]{8}$/);
    expect(shown.filter((text) => text.includes('Not done'))).toEqual([]);
  });
});

test('what is said to a task that is over is sent, and nothing of it waits', async () => {
  const { shell, shown } = newShell(talker().model);
  await shell.steer('be brief');
  expect([shell.isRunning, shell.queue.length]).toEqual([true, 0]);
  expect(shown.join('\n')).toContain('be brief');
});

test.each([
  ['doctor', 'artoo doctor'],
  ['cost', '/cost'],
])('%j is a command and no goal: the shell says how to type it, and gives the line back', async (text, typed) => {
  const { shell, shown, returned } = newShell(talker().model);
  await shell.send(text);
  expect([shell.isRunning, returned]).toEqual([false, [text]]);
  expect(shown.at(-1)).toContain(`"${text}" is a command: type ${typed}.`);
  await shell.send(`"${text}"`);
  expect(shell.isRunning).toBe(true);
});

test.each(['n', 'y ', 'A'])('%j is the key of an answer, and no goal', async (key) => {
  const { model } = talker();
  const { shell, shown } = newShell(model);
  await shell.send(key);
  expect(shell.isRunning).toBe(false);
  expect(shown.at(-1)).toContain(`"${key.trim()}" answers a question, but no question is open`);
});

test('blank lines are ignored', async () => {
  const { shell } = newShell(talker().model);
  await shell.steer('  ');
  expect([shell.isRunning, shell.queue.length]).toEqual([false, 0]);
});

describe('what waits when a task ends before its time', () => {
  const away: Model = { step: () => Promise.reject(new ArtooError('model_unreachable', 'connection refused')) };

  test('is held after an error of the model: the oldest goal comes back, the others wait, and a newly sent goal goes first', async () => {
    const { shell, shown, returned } = newShell(away);
    for (const text of ['the first', 'the second', 'the third']) await shell.send(text);
    await shell.idle();
    expect(goals(shown)).toEqual(['> the first']);
    expect([returned, shell.queue]).toEqual([['the second'], ['the third']]);
    await shell.send('the second');
    await shell.idle();
    expect(goals(shown)).toEqual(['> the first', '> the second']);
    expect([returned, shell.queue]).toEqual([['the second', 'the third'], []]);
  });

  test('is gone with the shell, which says what can be resumed', async () => {
    const { shell } = newShell(away);
    await shell.send('the first');
    await shell.idle();
    expect(await shell.close()).toMatch(/^\d{8}-\d{9}-[0-9a-v]{8}$/);
  });

  test('comes after what is sent while the task is being stopped', async () => {
    const { model, isWaiting, go } = talker();
    const { shell, shown, returned } = newShell(model);
    for (const text of ['the first', 'the second']) await shell.send(text);
    await expect.poll(isWaiting).toBe(true);
    shell.interrupt();
    go(); // although the shell no longer waits for it
    for (const text of ['the correction', 'and another']) await shell.send(text);
    expect(shell.queue).toEqual(['the correction', 'and another', 'the second']);
    for (let left = 3; left > 0; left -= 1) {
      await expect.poll(() => isWaiting() && goals(shown).length === 5 - left).toBe(true);
      go();
    }
    await shell.idle();
    expect(goals(shown)).toEqual(['> the first', '> the correction', '> and another', '> the second']);
    expect(returned).toEqual([]);
  });

  test('waits as it is beside a draft, which comes before it', async () => {
    const { model, isWaiting, go } = talker();
    const { shell, shown, returned } = newShell(model, () => true);
    for (const text of ['the first', 'the second', 'the third']) await shell.send(text);
    await expect.poll(isWaiting).toBe(true);
    shell.interrupt();
    await shell.idle();
    go();
    expect([returned, shell.queue]).toEqual([[], ['the second', 'the third']]);
    await shell.send('the draft');
    for (let left = 3; left > 0; left -= 1) {
      await expect.poll(isWaiting).toBe(true);
      go();
    }
    await shell.idle();
    expect(goals(shown)).toEqual(['> the first', '> the draft', '> the second', '> the third']);
  });
});

const goals = (shown: readonly string[]): readonly string[] => shown.filter((text) => text.startsWith('> '));

test('what goes wrong is said with what to do, and the shell continues', async () => {
  const failing: Model = { step: () => Promise.reject(new Error('no such model')) };
  const { shell, shown } = newShell(failing);
  await shell.send('the first');
  await shell.idle();
  expect(shown.length).toBeGreaterThan(2);
  expect(shell.isRunning).toBe(false);
});

test('of a long text, the beginning is shown', async () => {
  const { shell, shown } = newShell(talker().model);
  await shell.send(Array.from({ length: 10_000 }, (_, at) => `line ${at}`).join('\n'));
  expect(shown.slice(0, 13)).toEqual(['', '> line 0', ...Array.from({ length: 9 }, (_, at) => `  line ${at + 1}`), '  … 9,990 more lines']);
});

test('a skill is called with a goal: what begins with its name is a task, and anything else that begins so a command', async () => {
  const { model, asked, isWaiting, go } = talker();
  const { shell, shown, commands } = newShell(model);
  await shell.send('/haiku about rain');
  await expect.poll(isWaiting).toBe(true);
  go();
  await shell.idle();
  expect(shown).toContain('> /haiku about rain');
  expect(JSON.stringify(asked)).toContain('/haiku about rain');
  for (const text of ['/sonnet about rain', '/none', '/log']) await shell.send(text);
  expect(commands).toEqual(['/sonnet about rain', '/none', '/log']);
});
