/** The page of `artoo serve`: what it weighs, how soon a browser shows something of it, from a server that has been asked before, and what it does under load. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { openDrive } from '../src/app/artoo.ts';
import { scriptedModel } from '../src/testing.ts';
import { openServer } from '../src/web/server/open-server.ts';
import { measureLoad } from './page-load.ts';
import { report } from './report.ts';

const built = fileURLToPath(new URL('../dist/page', import.meta.url));
const times = 15;

const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.gz'));
const bytes = files.reduce((sum, name) => sum + statSync(join(built, name)).size, 0);
report({ name: 'the page, all of its files, gzipped', figure: bytes / 1024, unit: 'KiB', aim: 'under 250 KiB' });

const data = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
const drive = openDrive({ model: scriptedModel([]), data, workspace: data, env: {} });
const server = await openServer({ drive, page: built });
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
try {
  const paints: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const context = await browser.newContext(); // with nothing in its cache
    const page = await context.newPage();
    await page.goto(server.newUrl());
    await page.getByRole('heading', { level: 1 }).waitFor();
    paints.push(await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
    await context.close();
  }
  const [median = 0] = paints.toSorted((a, b) => a - b).slice(Math.floor(times / 2));
  report({
    name: 'the page: first paint from a warm server, nothing in the cache of the browser',
    figure: median,
    unit: 'ms',
    aim: 'under 300 ms',
  });
  await measureLoad(browser);
} finally {
  await browser.close();
  await drive.close();
  await server.close();
  rmSync(data, { recursive: true, force: true });
}
