/** The page under load: a task of 200 entries a second, a journal of 10,000 entries that is scrolled, a list of 10,000 tasks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openDrive } from '../src/app/artoo.ts';
import type { Drive } from '../src/app/drive/drive.ts';
import type { Entry } from '../src/journal/entry.ts';
import { scriptedModel } from '../src/testing.ts';
import { openServer } from '../src/web/server/open-server.ts';
import { type Noticed, noticed } from './browser-watch.ts';
import { makeTasks } from './golden-tasks.ts';
import { longTask } from './long-task.ts';
import { report } from './report.ts';

/** With ARTOO_BENCH_SMALL, it measures only a little, to check quickly that it works. */
const isSmall = process.env.ARTOO_BENCH_SMALL !== undefined;
const [many, seconds] = isSmall ? [500, 2] : [10_000, 10];
const perSecond = 200;
const shown = many.toLocaleString('en');

const built = fileURLToPath(new URL('../dist/page', import.meta.url));
const [streamed, long] = ['20261101-000000000-stream00', '20261101-000000000-long0000'];
/** Half of it is there when the page opens. */
const entries = longTask(streamed, 2_000 + perSecond * (seconds + 30));
const journal = longTask(long, many);

/** The last entry that was requested: the page reads as fast as it can. */
let asked = 0;

/** A drive that also has these two tasks: a finished one, and one that continues at its rate. */
function withTasks(drive: Drive): Drive {
  async function* all(task: string, { from = 0, signal }: { from?: number; signal?: AbortSignal } = {}): AsyncGenerator<Entry> {
    if (task === long) return yield* journal.slice(from);
    const began = performance.now();
    for (const entry of entries.slice(from)) {
      if (signal?.aborted) return;
      const due = began + (Math.max(0, entry.seq - 2_000) * 1_000) / perSecond;
      const early = due - performance.now();
      if (early > 1) await pause(early);
      asked = entry.seq;
      yield { ...entry, ts: new Date().toISOString() };
    }
  }
  const live: Drive['live'] = async function* () {};
  return new Proxy(drive, {
    get: (target, name) => (name === 'entries' ? all : name === 'live' ? live : Reflect.get(target, name)),
  });
}

/** Scrolls down the journal with the wheel, a page per frame. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const rows = document.querySelector('.rows');
    window.blank = 0;
    requestAnimationFrame(function step() {
      const box = rows.getBoundingClientRect();
      if (!document.elementFromPoint(box.left + 40, box.top + box.height / 2)?.closest('.row')) window.blank += 1;
      const before = rows.scrollTop;
      rows.scrollTop += 600;
      if (rows.scrollTop === before) resolve();
      else requestAnimationFrame(step);
    });
  })`);
}

/** Reports what it measured. */
export async function measureLoad(browser: Browser): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
  makeTasks(data, many);
  const drive = openDrive({ model: scriptedModel([]), data, workspace: data, env: {} });
  await drive.list(); // the index is made once
  const server = await openServer({ drive: withTasks(drive), page: built });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await measureList(page, server.newUrl());
    for (const part of ['overview', 'journal'] as const) await measureStream(page, server.origin, part);
    await measureScrolling(page, server.origin);
  } finally {
    await page.close();
    await drive.close();
    await server.close();
    rmSync(data, { recursive: true, force: true });
  }
}

async function measureList(page: Page, url: string): Promise<void> {
  const began = performance.now();
  await page.goto(url);
  await page.locator('.sidebar .item').first().waitFor();
  report({ name: `the page: from its address to a list of ${shown} tasks`, figure: performance.now() - began, unit: 'ms' });
  busy(`while ${shown} tasks are listed again`, await noticed(page, () => pause(5_000))); // the list is read twice
}

async function measureStream(page: Page, origin: string, part: 'overview' | 'journal'): Promise<void> {
  await page.goto(`${origin}/#/tasks/${streamed}/${part}`);
  await page
    .locator(part === 'overview' ? '.course li' : '.row')
    .first()
    .waitFor();
  await pause(2_000); // what was there before
  const before = asked;
  const seen = await noticed(page, () => pause(seconds * 1_000));
  if (asked - before < 0.9 * perSecond * seconds) throw new Error(`the page took only ${asked - before} entries`);
  const told = `at ${perSecond} entries a second, ${part}`;
  busy(told, seen);
  report({ name: `the page: how far things jump ${told}`, figure: seen.shift, unit: '', aim: 'under 0.001' });
}

async function measureScrolling(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#/tasks/${long}/journal`);
  await page.getByText(`${shown} entries`).waitFor();
  await pause(1_000);
  const told = `while a journal of ${shown} entries is scrolled through`;
  busy(told, await noticed(page, () => scrollThrough(page)));
  report({ name: `the page: frames without rows ${told}`, figure: await page.evaluate<number>('window.blank'), unit: '', aim: '0' });
}

/** The processor time of its main thread, and the size of the steps in which a person sees it move. */
function busy(told: string, { longest, gap }: Noticed): void {
  report({
    name: `the page: the longest task of its main thread ${told}`,
    figure: longest,
    unit: 'ms of processor time',
    aim: 'under 100 ms',
  });
  report({ name: `the page: the longest time between two frames ${told}`, figure: gap, unit: 'ms' });
}
