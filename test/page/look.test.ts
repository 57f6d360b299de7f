/**
 * What a person meets besides the course of a task: use by keyboard only, both colour schemes and a phone in every view, motion, notifications, and a
 * hostile task in a real browser.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newText } from '../../src/team/board/text/read-text.ts';
import { isProof } from '../support/sample.ts';
import { aBoard, idleCoder, idleReviewer, inState } from '../team/boards.ts';
import { repositoryWithTask } from '../team/team-repository.ts';
import { allow, isTooWide, openBrowser, openPage, openSite, sayYes, standing, start, violations } from './open-page.ts';
import { hostile } from './scripts.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A task in every state, and agents. */
function fullBoard() {
  const states = [
    'DRAFT',
    'UNCLAIMED',
    'CLAIMED',
    'READY_FOR_REVIEW',
    'REJECTED',
    'APPROVED',
    'MERGED',
    'BLOCKED',
    'SUPERSEDED',
    'ABANDONED',
    'INTEGRATION_FAILED',
  ] as const;
  const tasks = states.map((state, at) => {
    const task = inState(state, { id: `t${at + 1}`, description: `Say hello in a language that is ${at} times longer` });
    return task.worktree ? { ...task, assigned_to: `coder-${at}`, worktree: `.worktrees/${task.id}` } : task;
  });
  return aBoard(tasks, { 'coder-1': idleCoder(), 'code-reviewer-1': idleReviewer() });
}

const report = 'Sum up the sales by region in report.md. [report]';
const slow = 'Look at every file. [slow]';
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

describe.skipIf(!isProof)('in every view,', () => {
  /** How each view is reached, and what shows that it is open. */
  const parts = [
    ['#/', 'h1'],
    ['#/memory', '.tags li'],
    ['#/audit', '.figures'],
    ['#/team', '.empty'],
    ['', '.answer'],
    ['/journal/5', '.journal pre'],
    ['/replay/30', '.replay'],
    ['/memory', '.told-lines p'],
    ['#/tasks/nothere1', '.failed'],
  ] as const;

  test('light and dark, at a desk, also a full board, a page that was not let in and one whose server is away', async () => {
    const site = await openSite();
    const repository = repositoryWithTask();
    const board = fullBoard();
    for (const { worktree } of board.tasks) if (worktree) mkdirSync(join(repository, worktree), { recursive: true });
    writeFileSync(join(repository, '.liza/state.yaml'), newText(board));
    await site.drive.team.board(repository);
    const { page } = await openPage(browser, site);
    await page.goto(`${site.origin}/#/team`);
    await page.getByLabel('The team of the folder').fill(join(site.cwd, 'nowhere'));
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('.empty', { hasText: 'There is no /' }).waitFor();
    await everyLook(page, 'the team of no folder');
    await page.getByLabel('The team of the folder').fill(repository);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('.board').waitFor();
    expect(await page.locator('.board .card').count()).toBeGreaterThan(8);
    await everyLook(page, 'a full board');
    const { page: closed } = await openPage(browser, { origin: site.origin, newUrl: () => site.origin });
    await closed.locator('.closed').waitFor();
    await everyLook(closed, 'a page that was not let in');
    await site.close();
    await page.getByText('The server does not answer.').waitFor();
    await everyLook(page, 'a page whose server is away');
  }, 240_000);

  test('light and dark, at a desk and on a phone, axe finds nothing, and nothing is scrolled sideways', async () => {
    const site = await openSite();
    const { page } = await openPage(browser, site);
    await start(page, report, site.cwd);
    await allow(page).waitFor();
    await everyLook(page, 'a question');
    await sayYes(page);
    await standing(page, 'Done').waitFor();
    const task = new URL(page.url()).hash;
    for (const [address, there] of parts) {
      await page.goto(`${site.origin}/${address.startsWith('#') ? address : `${task}${address}`}`);
      await page.locator(there).first().waitFor();
      await everyLook(page, address);
    }
    await start(page, slow, site.cwd);
    await page.locator('.meanwhile', { hasText: 'one after another' }).waitFor();
    await everyLook(page, 'a running task');
  }, 240_000);

  async function everyLook(page: Page, where: string): Promise<void> {
    for (const viewport of [desk, phone])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${where}, ${colorScheme}, ${viewport.width}`).toEqual([]);
        expect(await isTooWide(page), `${where}, ${viewport.width}`).toBe(false);
      }
    await page.setViewportSize(desk);
  }
});

test.skipIf(!isProof)('a whole task by keys alone: the goal, the question, the yes, the answer, and the undo', async () => {
  const site = await openSite();
  const before = readFileSync(join(site.cwd, 'report.md'), 'utf8');
  const { page, trouble } = await openPage(browser, site);
  await page.getByLabel('The goal, in plain words').waitFor();
  await page.keyboard.type(report);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(site.cwd);
  await page.keyboard.press('Enter');
  await allow(page).waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press('y');
      await page.keyboard.press('Enter');
      return page.locator('.question').count();
    })
    .toBe(0);
  await standing(page, 'Done').waitFor();
  expect(readFileSync(join(site.cwd, 'report.md'), 'utf8')).not.toBe(before);
  await page.keyboard.press('u');
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo it' });
  await undo.waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return page.evaluate('document.activeElement.textContent');
    })
    .toBe('Undo it');
  await page.keyboard.press('Enter');
  await page.getByText('What it changed has been undone.').waitFor();
  expect(readFileSync(join(site.cwd, 'report.md'), 'utf8')).toBe(before);
  expect(trouble).toEqual([]);
});

test.skipIf(!isProof)('nothing jumps while a task streams, and nothing moves for a person who prefers reduced motion', async () => {
  const site = await openSite();
  const { page } = await openPage(browser, site);
  await start(page, slow, site.cwd);
  await page.locator('.meanwhile', { hasText: 'one after another' }).waitFor();
  await page.locator('.sidebar section[aria-label="Running"] .item').waitFor(); // it is added to the list once
  await page.evaluate(`window.jumped = []; new PerformanceObserver((list) => {
    for (const { node } of list.getEntries().flatMap(({ sources }) => sources))
      if (!node?.parentElement?.closest('.meanwhile')) window.jumped.push(node?.outerHTML ?? node?.textContent);
  }).observe({ type: 'layout-shift' })`); // live output scrolls in its own box
  const said = page.locator('.meanwhile');
  await expect.poll(async () => (await said.innerText()).length).toBeGreaterThan(1_000);
  expect(await page.evaluate('window.jumped')).toEqual([]);
  const moving = 'document.getAnimations().filter(({ playState }) => playState === "running").length';
  expect(await page.evaluate(moving)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await page.evaluate(moving)).toBe(0);
});

test.skipIf(!isProof)('a question is shown by a notification, once, and only if the page is hidden', async () => {
  const site = await openSite();
  const { page } = await openPage(browser, site, { permissions: ['notifications'] });
  await page.evaluate(`window.told = [];
    window.Notification = new Proxy(Notification, { construct(real, said) {
      const made = new real(...said);
      window.told.push(made.title + ': ' + made.body);
      return made;
    } });
    Object.defineProperty(document, 'hidden', { get: () => window.away === true });`);
  await start(page, report, site.cwd);
  await allow(page).waitFor();
  expect(await page.evaluate('[Notification.permission, window.told]')).toEqual(['granted', []]);
  await sayYes(page);
  await standing(page, 'Done').waitFor();
  await page.evaluate('window.away = true');
  const other = await openPage(browser, site);
  await start(other.page, 'That one. [asks]', site.cwd);
  await expect.poll(() => page.evaluate('window.told')).toEqual(['artoo is waiting for you: It asks what you mean.']);
  await other.page.reload();
  await other.page.getByLabel('Your answer').waitFor();
  expect(await page.evaluate('window.told')).toHaveLength(1);
});

test.skipIf(!isProof)('a hostile task makes the browser report no breach of the policy, and runs nothing, in every view', async () => {
  const site = await openSite();
  const { page, trouble } = await openPage(browser, site);
  const breaches: unknown[] = [];
  await page.exposeFunction('breached', (breach: unknown) => breaches.push(breach));
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => window.breached([violatedDirective, blockedURI]))`,
  );
  await page.reload();
  await start(page, `Write ${hostile} [attack]`, site.cwd);
  await allow(page).waitFor();
  await sayYes(page);
  await page.locator('.answer').waitFor();
  const task = new URL(page.url()).hash;
  for (const address of [task, `${task}/journal/5`, `${task}/replay/9`, `${task}/memory`, '#/memory', '#/audit', '#/']) {
    await page.goto(`${site.origin}/${address}`);
    await page.locator('h1, h2').first().waitFor();
    for (const summary of await page.locator('main summary').all()) await summary.click({ timeout: 2_000 }).catch(() => {}); // some of them are nested
  }
  await start(page, 'Talk. [links]', site.cwd);
  await page.locator('.answer .prose a').first().waitFor();
  expect(await page.evaluate("'hacked' in window")).toBe(false);
  expect(await page.locator('img, iframe, object, embed, main script, main svg[onload], base').count()).toBe(0);
  expect(breaches).toEqual([]);
  expect(trouble).toEqual([]);
  // the listener works: it reports what the policy forbids
  await page.evaluate(`document.body.append(Object.assign(document.createElement('img'), { src: 'https://evil.example/x.png' }))`);
  await expect.poll(() => breaches.length).toBe(1);
});
