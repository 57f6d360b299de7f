/**
 * The page and the processes behind it: a server that is killed and started again, and a task that a shell and two browsers share. All of it runs
 * only in a proof.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Home, newHome, startArtoo } from '../support/command.ts';
import { isProof } from '../support/sample.ts';
import { fileThere, perceived, plan, subtask, write } from '../support/scripted.ts';
import { inTmux } from '../support/tmux.ts';
import { allow, openBrowser, openPage, openSite, sayYes, standing, start } from './open-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** What the models say in a task that asks before it changes `notes.txt`; enough for two of them. */
const lines = [0, 1].flatMap(() => [
  { key: '0.0.0/R1/1.0', answer: { ...perceived, slug: 'notes', intent: 'Bring the notes up to date.', kind: 'task' } },
  {
    key: '1.0.0/R2/1.0',
    answer: plan(
      [subtask({ intent: 'Write notes.txt', success_criteria: [fileThere('notes.txt')], tools: ['write_file'] })],
      [fileThere('notes.txt')],
    ),
  },
  { key: '1.1.1/R3/1.0', calls: [write('notes.txt', 'new\n')] },
  { key: '1.1.1/R3/2.0', answer: 'The notes are up to date.' },
]);
const goal = 'Bring the notes up to date.';

function homeWithNotes(): Home {
  const home = newHome();
  writeFileSync(join(home.cwd, 'notes.txt'), 'old\n');
  writeFileSync(join(home.cwd, 'cassette.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return home;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens
  server.close();
  await once(server, 'close');
  return port;
}

/** The built command, once it has printed its URL. */
async function serving(home: Home, port: number) {
  const { process: child } = startArtoo(['serve', '--port', String(port), '--replay', 'cassette.jsonl'], { at: home });
  let printed = '';
  child.stdout?.on('data', (text) => (printed += text));
  await expect.poll(() => printed).toContain('#token=');
  return { url: printed.trim(), kill: () => child.kill('SIGKILL') };
}

const journalRows = (page: Page) => page.getByRole('option').count();

test.skipIf(!isProof)(
  'a server that is killed and started again loses nothing, and the page continues at the same place with its new address',
  async () => {
    const home = homeWithNotes();
    const port = await freePort();
    const first = await serving(home, port);
    const origin = new URL(first.url).origin;
    const { page } = await openPage(browser, { origin, newUrl: () => first.url });
    await start(page, goal, home.cwd);
    await allow(page).waitFor();
    const task = page.url();
    await page.getByRole('link', { name: 'Journal', exact: true }).click();
    await page.getByRole('option').first().waitFor();
    const [place, rows] = [page.url(), await journalRows(page)];

    first.kill();
    await page.getByText('The server does not answer.').waitFor();
    expect(await journalRows(page)).toBe(rows); // what was read is kept

    const second = await serving(home, port);
    await page.getByRole('heading', { name: 'The server was restarted' }).waitFor();
    await page.getByLabel('The new address').fill(second.url);
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor();
    expect(page.url()).toBe(place);
    expect(await journalRows(page)).toBe(rows);

    await page.goto(task);
    await standing(page, 'Stopped').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await sayYes(page);
    await standing(page, 'Done').waitFor();
    expect(readFileSync(join(home.cwd, 'notes.txt'), 'utf8')).toBe('new\n');
  },
);

test.skipIf(!isProof)('a shell and two browsers share a task: the first answer counts, and the others are told', async () => {
  const home = homeWithNotes();
  const shell = inTmux(['--replay', 'cassette.jsonl'], home, { columns: 160, rows: 50 });
  shell.send('artoo\r');
  await shell.shows('/ commands');
  const printed = (): readonly string[] =>
    shell
      .all()
      .join('\n')
      .match(/http:\S+#token=\S+/g) ?? [];
  async function pageOfShell(): Promise<Page> {
    const before = printed().length;
    shell.send('/serve\r');
    await shell.until(() => printed().length > before);
    const url = printed().at(-1) ?? '';
    const { page } = await openPage(browser, { origin: new URL(url).origin, newUrl: () => url });
    await page.getByRole('heading', { level: 1 }).waitFor(); // the browser has entered before the next URL replaces this one
    return page;
  }
  const [one, other] = [await pageOfShell(), await pageOfShell()];

  shell.send(`${goal}\r`);
  await shell.shows('needs your yes');
  for (const page of [one, other]) {
    await page.locator('.sidebar section[aria-label="Needs you"] .item').click();
    await allow(page).waitFor();
  }
  await sayYes(one);
  for (const page of [one, other]) await standing(page, 'Done').waitFor();
  expect(await other.locator('.question').count()).toBe(0);
  await other.getByText('Another client answered the question first.').waitFor();
  expect(await one.getByText('Another client answered').count()).toBe(0);
  await shell.until((all) => all.includes('answered elsewhere') && all.includes('The notes are up to date.'));

  writeFileSync(join(home.cwd, 'notes.txt'), 'old\n');
  shell.send(`${goal}\r`);
  for (const page of [one, other]) {
    await page.locator('.sidebar section[aria-label="Needs you"] .item').click();
    await allow(page).waitFor();
  }
  await shell.until((all) => all.split('Allow this once?').length > 2);
  shell.send('y\r');
  for (const page of [one, other]) {
    await standing(page, 'Done').waitFor();
    expect(await page.locator('.question').count()).toBe(0);
  }
});

test.skipIf(!isProof)(
  'the board of a team is followed while `artoo team demo` works on it',
  async () => {
    const home = newHome();
    const repository = join(home.home, 'team');
    const { ended } = startArtoo(['team', 'demo', '--fast', '--keep', repository], { at: home });
    const site = await openSite();
    const { page } = await openPage(browser, site);
    await page.getByRole('link', { name: 'Team' }).click();
    const told: string[] = [];
    await expect
      .poll(async () => {
        await page.getByLabel('The team of the folder').fill(repository);
        await page.getByRole('button', { name: 'Show' }).click();
        await page.locator('article.team .board, article.team .empty, article.team .failed').first().waitFor();
        return page.locator('.board').count();
      })
      .toBe(1);
    await expect
      .poll(
        async () => {
          const text = await page.locator('article.team').innerText();
          if (text !== told.at(-1)) told.push(text);
          return text;
        },
        { interval: 20, timeout: 150_000 }, // a whole sprint, on a busy machine
      )
      .toContain('3 of 3 tasks done');
    expect(told.length).toBeGreaterThan(3); // the progress changed while it was read
    await page.getByRole('heading', { name: 'Needs you' }).waitFor();
    expect(await page.getByRole('region', { name: 'Done' }).locator('.card').count()).toBe(3);
    expect((await ended).code).toBe(0);
  },
  200_000,
);

test.skipIf(!isProof)('a connection that breaks off is opened again, and entries continue where they were', async () => {
  const sockets = new Set<Socket>();
  const keep = (told: unknown) => sockets.add((told as { socket: Socket }).socket); // as Node says
  subscribe('net.server.socket', keep);
  onTestFinished(() => void unsubscribe('net.server.socket', keep));
  const site = await openSite();
  const { page } = await openPage(browser, site);
  const asked: number[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/stream')) return;
    const { add } = request.postDataJSON() as { add: readonly { kind: string; asks: { from?: number } }[] }; // as the client sends it
    asked.push(...add.filter(({ kind }) => kind === 'entries').map(({ asks }) => asks.from ?? -1));
  });
  await start(page, 'Look at every file. [slow]', site.cwd);
  await page.locator('.meanwhile', { hasText: 'one after another' }).waitFor();
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => asked.length).toBe(1); // earlier watches were added to an open stream
  const [task] = (await site.drive.list()).tasks;
  await site.drive.steer(task?.task_id ?? '', 'Only the files about sales.');
  await page.locator('.course', { hasText: 'Only the files about sales.' }).waitFor();
  expect(await page.locator('.banner').count()).toBe(0);
  expect(asked.at(-1)).toBeGreaterThan(10); // the page did not read the journal from the start again
  expect(await page.locator('.course li', { hasText: 'Only the files about sales.' }).count()).toBe(1);
});
