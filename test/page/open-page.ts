/** The built page in a real browser, served by a real server over a drive whose models are scripted. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openDrive } from '../../src/app/drive/in-process.ts';
import { openServer } from '../../src/web/server/open-server.ts';
import { findProgram } from '../harm/programs.ts';
import { scratch } from '../support/scratch.ts';
import { settingsFor } from '../support/settings.ts';
import { scriptedSite } from './scripts.ts';

/** Launches Chromium without its own requests to the network. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findProgram('chromium') ?? '/usr/bin/chromium', args });

export type Site = {
  readonly cwd: string;
  readonly data: string;
  readonly origin: string;
  readonly drive: ReturnType<typeof openDrive>;
  newUrl(): string;
  close(): Promise<void>;
};

const pageFolder = fileURLToPath(new URL('../../dist/page', import.meta.url));

/** A folder with sales figures, and a server. */
export async function openSite(folder = scratch(), port = 0): Promise<Site> {
  const [cwd, data, workspace] = ['work', 'data', 'workspace'].map((each) => join(folder, each)) as [string, string, string]; // as many as requested
  for (const each of [cwd, workspace]) mkdirSync(each, { recursive: true });
  writeFileSync(join(cwd, 'sales.csv'), 'region,units\nnorth,62\nsouth,41\nwest,15\n');
  writeFileSync(join(cwd, 'report.md'), '# Sales by region\n\nnorth: 17\nsouth: 41\n\nLast year.\n');
  writeFileSync(join(cwd, 'kept.txt'), 'kept\n');
  const site = { settings: settingsFor({ data, workspace }), model: scriptedSite(), secrets: () => [] };
  const drive = openDrive({ data, siteOf: () => site, env: {}, onNotice: () => {} });
  const server = await openServer({ drive, page: pageFolder, port });
  async function close(): Promise<void> {
    await drive.close();
    await server.close();
  }
  onTestFinished(close);
  return { cwd, data, origin: server.origin, drive, newUrl: server.newUrl, close };
}

/** What the page did although it must not: errors, requests to other servers, violations of its policy. */
export type Watched = { readonly page: Page; readonly trouble: readonly string[] };

export async function openPage(
  browser: Browser,
  site: Pick<Site, 'origin' | 'newUrl'>,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && trouble.push(`console: ${message.text()}`));
  page.on(
    'request',
    (request) => request.url().startsWith(site.origin) || request.url().startsWith('data:') || trouble.push(`request: ${request.url()}`),
  );
  await page.goto(site.newUrl());
  return { page, trouble };
}

/** Starts a task from the page, and waits for its overview. */
export async function start(page: Page, goal: string, cwd: string): Promise<void> {
  await page.getByRole('link', { name: 'New task' }).click();
  await page.getByLabel('The goal, in plain words').fill(goal);
  await page.getByLabel('In the folder').fill(cwd);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { level: 1, name: goal }).waitFor();
}

export const allow = (page: Page) => page.getByRole('button', { name: 'Allow this once' });
export const standing = (page: Page, word: string) => page.locator('.badge', { hasText: new RegExp(`^${word}$`) });

/** A key counts only once there has been time to read the question. */
export async function sayYes(page: Page): Promise<void> {
  await allow(page).waitFor();
  await expect
    .poll(async () => {
      await allow(page)
        .click({ timeout: 1_000 })
        .catch(() => {}); // it is sending, or the question is gone
      return page.locator('.question').count();
    })
    .toBe(0);
}

/** What violates a rule of accessibility. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${axe.source}; void 0`);
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>('axe.run()');
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

export const isTooWide = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth > innerWidth');
