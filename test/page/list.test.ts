/** The list of tasks in a real browser: running tasks are in it, however slow the list is, and however many tasks are newer. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProof } from '../support/sample.ts';
import { openBrowser, openPage, openSite, start } from './open-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!isProof)('a list that takes longer than the time between two looks is shown all the same', async () => {
  const site = await openSite();
  const { page } = await openPage(browser, site);
  const slowMs = 3_000; // the page looks every two seconds
  await page.route('**/api/call/list', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, slowMs));
    await route.continue();
  });
  await start(page, 'Look at every file. [slow]', site.cwd);
  await page.locator('.sidebar section[aria-label="Running"] .item').waitFor();
  expect(await page.locator('.sidebar .waiting').count()).toBe(0);
});
