/** The page in a real browser: what a person does with it, from the first goal to an undo. In `npm test`, one whole task; in a proof, everything. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProof } from '../support/sample.ts';
import { allow, isTooWide, openBrowser, openPage, openSite, sayYes, standing, start, violations } from './open-page.ts';
import { hostile } from './scripts.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const report = 'Sum up the sales by region in report.md. [report]';
const slow = 'Look at every file. [slow]';
const phone = { viewport: { width: 390, height: 844 } };

const part = (page: Page, name: string) => page.getByRole('navigation', { name: 'Parts of this task' }).getByRole('link', { name });
const place = (page: Page, name: string) => page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name });

test('a task is started, watched, allowed after its diff was read, and told with its rounds, its answer and its changes', async () => {
  const site = await openSite();
  const { page, trouble } = await openPage(browser, site);
  await start(page, report, site.cwd);
  await allow(page).waitFor();
  expect(await page.locator('.question .diff tr.added .text').allTextContents()).toEqual(['north: 62', 'west: 15']);
  expect(await page.getByRole('heading', { level: 2, name: 'report.md needs your yes' }).count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await sayYes(page);
  await standing(page, 'Done').waitFor();
  expect(await page.locator('.answer strong').textContent()).toBe('north');
  expect(await page.getByRole('button', { name: /^Round \d: / }).count()).toBe(2);
  expect(await page.locator('.round-told').textContent()).toContain('report.md says north: 62');
  expect(await page.locator('.changed code').allTextContents()).toEqual(['report.md']);
  expect(readFileSync(join(site.cwd, 'report.md'), 'utf8')).toContain('north: 62');
  await page.setViewportSize(phone.viewport);
  expect(await isTooWide(page)).toBe(false);
  expect(await violations(page)).toEqual([]);
  expect(trouble).toEqual([]);
});

test.skipIf(!isProof)('a running task is steered, cancelled and resumed, and a reload in the middle loses nothing', async () => {
  const site = await openSite();
  const { page, trouble } = await openPage(browser, site);
  await start(page, slow, site.cwd);
  await page.locator('.meanwhile', { hasText: 'one after another' }).waitFor();
  expect(await page.locator('.pipeline .busy .name').textContent()).toContain('Work');
  await page.getByLabel('Say something to the running task').fill('Only the files about sales.');
  await page.getByRole('button', { name: 'Steer' }).click();
  await page.locator('.course', { hasText: 'Only the files about sales.' }).waitFor();
  await page.reload();
  await page.locator('.course', { hasText: 'Only the files about sales.' }).waitFor();
  await page.getByRole('button', { name: 'Cancel task' }).click();
  await standing(page, 'Cancelled').waitFor();
  const before = page.url();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.waitForURL((url) => url.href !== before);
  await standing(page, 'Working').waitFor();
  await page.getByRole('button', { name: 'Cancel task' }).click();
  await standing(page, 'Cancelled').waitFor();
  expect(trouble).toEqual([]);
});

test.skipIf(!isProof)('what a task changed is undone after it was shown, and replayed and forked from its journal', async () => {
  const site = await openSite();
  const { page, trouble } = await openPage(browser, site);
  const before = readFileSync(join(site.cwd, 'report.md'), 'utf8');
  await start(page, report, site.cwd);
  await sayYes(page);
  await standing(page, 'Done').waitFor();
  await page.getByRole('button', { name: 'Undo…' }).click();
  await page.getByRole('dialog').getByText('report.md').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo it' }).click();
  await page.getByText('What it changed has been undone.').waitFor();
  expect(readFileSync(join(site.cwd, 'report.md'), 'utf8')).toBe(before);

  await part(page, 'Replay').click();
  await page.getByRole('slider', { name: 'Entry' }).waitFor();
  for (const at of [1, 2, 3]) {
    await page.getByRole('button', { name: 'One entry on' }).click();
    await page.locator('.replay-bar .told', { hasText: `${at} /` }).waitFor();
  }
  await page.keyboard.press('[');
  await page.locator('.replay-bar .told', { hasText: '2 /' }).waitFor();
  await page.getByRole('button', { name: 'To the end' }).click();
  await page.locator('.replay .answer').waitFor();
  expect(await violations(page)).toEqual([]);

  await part(page, 'Journal').click();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('ArrowDown');
  await page
    .getByRole('region', { name: /^Entry / })
    .locator('pre')
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search the journal' }).fill('plans 2 sub-tasks');
  await page.getByRole('option').first().click();
  const task = page.url();
  await page.getByRole('button', { name: 'Fork from here' }).click();
  await page.waitForURL((url) => !task.includes(url.hash));
  await page.locator('.place', { hasText: 'forked from' }).waitFor();
  expect(trouble).toEqual([]);
});

test.skipIf(!isProof)('a clarification is answered, and a follow-up knows what was before', async () => {
  const site = await openSite();
  const { page, trouble } = await openPage(browser, site);
  await start(page, 'That one. [asks]', site.cwd);
  await page.getByLabel('Your answer').fill('the second');
  await expect
    .poll(async () => {
      const button = page.getByRole('button', { name: 'Answer', exact: true });
      await button.click({ timeout: 1_000 }).catch(() => {}); // the answer is being sent, or the question is gone
      return page.locator('.question').count();
    })
    .toBe(0);
  await page.locator('.answer', { hasText: 'The second it is.' }).waitFor();
  await page.getByLabel('Follow up on this task').fill('Write it down. [note]');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Write it down.' }).waitFor();
  await standing(page, 'Done').waitFor();
  expect(trouble).toEqual([]);
});

test.skipIf(!isProof)('a plan is approved before it runs', async () => {
  const site = await openSite();
  const { page, trouble } = await openPage(browser, site);
  await page.getByLabel('The goal, in plain words').fill('Write a note. [note]');
  await page.getByLabel('In the folder').fill(site.cwd);
  await page.getByLabel('Show me every plan before it runs').check();
  await page.getByRole('button', { name: 'Start' }).click();
  const yes = page.getByRole('button', { name: 'Run this plan' });
  await yes.waitFor();
  expect(await violations(page)).toEqual([]);
  await expect
    .poll(async () => {
      await yes.click({ timeout: 1_000 }).catch(() => {}); // as above
      return page.locator('.question').count();
    })
    .toBe(0);
  await standing(page, 'Done').waitFor();
  expect(trouble).toEqual([]);
});

test.skipIf(!isProof)('memory, audit and the board of a team are looked at, also on a phone, in both schemes', async () => {
  const site = await openSite();
  const { page, trouble } = await openPage(browser, site, phone);
  await page.getByRole('button', { name: 'Tasks' }).click();
  await start(page, report, site.cwd);
  await sayYes(page);
  await standing(page, 'Done').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await place(page, 'Memory').click();
    await page.locator('.tags summary').first().click();
    await page.locator('.tags .chart').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await place(page, 'Audit').click();
    await page.getByText('The record is as it was written').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await place(page, 'Team').click();
    await page.getByLabel('The team of the folder').fill(site.cwd);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('There is no team in this folder').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  }
  expect(trouble.filter((each) => !each.includes('400'))).toEqual([]); // there is no team
});

test.skipIf(!isProof)('everything is done by keyboard: a goal, an answer, the sheet of keys, the parts of a task', async () => {
  const site = await openSite();
  const { page, trouble } = await openPage(browser, site);
  await page.getByLabel('The goal, in plain words').waitFor();
  await page.keyboard.type(report);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(site.cwd);
  await page.keyboard.press('Enter');
  await allow(page).waitFor();
  await page.locator('main').focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect
    .poll(async () => {
      await page.keyboard.press('y');
      await page.keyboard.press('Enter');
      return page.locator('.question').count();
    })
    .toBe(0);
  await standing(page, 'Done').waitFor();
  await page.locator('main').focus();
  await page.keyboard.press('l');
  await page.getByRole('listbox').waitFor();
  await page.keyboard.press('p');
  await page.getByRole('slider').waitFor();
  await page.keyboard.press('o');
  await page.locator('.answer').waitFor();
  await page.keyboard.press('u');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Undo what this task changed?' }).waitFor();
  expect(trouble).toEqual([]);
});

test.skipIf(!isProof)('two pages watch one task, and the answer of one closes the question of the other', async () => {
  const site = await openSite();
  const [one, other] = [await openPage(browser, site), await openPage(browser, site)];
  await start(one.page, report, site.cwd);
  await other.page.locator('.sidebar .item').first().click();
  await allow(other.page).waitFor();
  await sayYes(one.page);
  for (const { page, trouble } of [one, other]) {
    await standing(page, 'Done').waitFor();
    expect(await page.locator('.question').count()).toBe(0);
    expect(trouble).toEqual([]);
  }
});

test.skipIf(!isProof)('what models, files and people write is shown as text, and nothing of it is run or fetched', async () => {
  const site = await openSite();
  const { page, trouble } = await openPage(browser, site);
  await start(page, `Write ${hostile} [attack]`, site.cwd);
  await allow(page).waitFor();
  expect(await page.locator('.question').textContent()).toContain('onerror');
  await sayYes(page);
  await page.locator('.answer').waitFor(); // however it ends
  await page.locator('.file summary').last().click();
  for (const name of ['Journal', 'Replay', 'Overview']) {
    await part(page, name).click();
    await page.locator('main :text("onerror")').first().waitFor();
  }
  await start(page, 'Talk. [links]', site.cwd);
  await page.locator('.answer .prose a').first().waitFor();
  const links = await page.locator('.prose a').evaluateAll((found) => found.map((link) => [link.getAttribute('href'), link.textContent]));
  expect(links).toEqual([
    ['https://evil.example/', 'https://evil.example/'],
    ['https://evil.example/pixel.png', 'picture'],
  ]);
  expect(await page.evaluate("'hacked' in window")).toBe(false);
  expect(await page.locator('main img, main script, main svg[onload], main iframe').count()).toBe(0);
  expect(trouble).toEqual([]);
});
