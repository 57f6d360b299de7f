/**
 * What a person would notice in a page while something happens: how long its main thread worked at a time, how long nothing was drawn, how far
 * elements jumped.
 */
import type { Page } from 'playwright-core';

export type Noticed = {
  /** The longest task of the main thread, in ms of its processor time: other programs of the machine do not count. */
  readonly longest: number;
  /** The longest time between two frames, in ms. */
  readonly gap: number;
  /** The sum of all shifts of the layout that no press caused, as browsers score it. */
  readonly shift: number;
};

/** Watches while `work` is done. */
export async function noticed(page: Page, work: () => Promise<void>): Promise<Noticed> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await page.evaluate(begin);
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { readonly traceEvents: readonly Traced[] }; // as Chromium writes it
  const seen = await page.evaluate<Omit<Noticed, 'longest'>>('window.noticed()');
  return { ...seen, longest: longestTask(trace.traceEvents) };
}

type Traced = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Of the thread, in µs of processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/** On the main threads of pages. */
function longestTask(events: readonly Traced[]): number {
  const idOf = ({ pid, tid }: Traced): string => `${pid} ${tid}`;
  const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(idOf));
  const tasks = events.filter((event) => event.tdur !== undefined && mains.has(idOf(event)));
  if (mains.size === 0 || tasks.length === 0) throw new Error('the trace has no main thread');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1_000), 0);
}

const begin = `(() => {
  const found = { gap: 0, shift: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) found.shift += value;
  });
  observer.observe({ type: 'layout-shift' });
  let last = performance.now();
  let isOver = false;
  requestAnimationFrame(function frame(now) {
    found.gap = Math.max(found.gap, now - last);
    last = now;
    if (!isOver) requestAnimationFrame(frame);
  });
  window.noticed = () => {
    isOver = true;
    observer.disconnect();
    return found;
  };
})()`;
