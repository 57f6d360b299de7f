import { describe, expect, test } from 'vitest';
import { virtualTerminal } from '../../../test/support/virtual-terminal.ts';
import { line } from '../../view/style/line.ts';
import { withoutColour } from '../../view/style/paint.ts';
import { createLiveRegion } from './live-region.ts';

function onScreen() {
  const terminal = virtualTerminal(80, 24);
  const region = createLiveRegion(terminal.write, withoutColour);
  region.commit([line('finished')]);
  region.draw([line('works'), line('Ctrl+C stops it')]);
  return { ...terminal, ...region };
}

test('what is drawn after the process was stopped, before it hears that it continues, is not left behind', async () => {
  const { write, lines, suspend, lost, draw, clear } = onScreen();
  suspend();
  write('$ fg\r\n');
  draw([line('works on'), line('Ctrl+C stops it')]);
  lost();
  draw([line('works on and on'), line('Ctrl+C stops it')]);
  expect(await lines()).toEqual(['finished', '$ fg', 'works on and on', 'Ctrl+C stops it']);
  clear();
  expect(await lines()).toEqual(['finished', '$ fg']);
});

test('after it was stopped from outside, it is drawn again below what was written meanwhile', async () => {
  const { write, lines, lost, draw } = onScreen();
  write('\r\n$ fg\r\n');
  lost();
  draw([line('works on'), line('Ctrl+C stops it')]);
  expect(await lines()).toEqual(['finished', 'works', 'Ctrl+C stops it', '$ fg', 'works on', 'Ctrl+C stops it']);
});

test('having been suspended once, it is drawn again after it was stopped from outside', async () => {
  const { write, lines, suspend, lost, draw } = onScreen();
  suspend();
  lost();
  draw([line('works')]);
  write('\r\n$ fg\r\n');
  lost();
  draw([line('works on')]);
  expect(await lines()).toEqual(['finished', 'works', '$ fg', 'works on']);
});

const stopHint = 'Ctrl+C stops it; artoo resume continues it';

describe('while the window is resized', () => {
  const wide = 'works on something with many words '.padEnd(75, '.');

  /** A region that was drawn a second ago. */
  async function beforeResize(lateMs: number) {
    const terminal = virtualTerminal(80, 24);
    let clock = 0;
    let waiting: (() => void) | undefined;
    const schedule = (act: () => void) => {
      waiting = act;
      return {
        [Symbol.dispose]() {
          waiting = undefined;
        },
      };
    };
    const region = createLiveRegion(terminal.write, withoutColour, { lateMs, now: () => clock, schedule });
    for (let at = 0; at < 40; at += 1) region.commit([line(`finished ${at}`)]);
    region.draw([line(wide), line('hint')]);
    clock += 1_000;
    return {
      ...region,
      lines: async () => (await terminal.lines()).slice(39), // what follows the last but one
      async resize(columns: number) {
        await terminal.resize(columns, 24);
        region.resized(columns);
      },
      /** As far as the process knows, nothing has changed. */
      narrow: (columns: number) => terminal.resize(columns, 24),
      pass(ms: number) {
        clock += ms;
      },
      still: () => waiting?.(),
    };
  }

  test.each([0, 20])('it is removed, and drawn again in the new width once that is settled: %i ms late', async (lateMs) => {
    const { lines, resize, still } = await beforeResize(lateMs);
    await resize(60);
    await resize(40);
    expect(await lines()).toEqual(['finished 39']);
    still();
    expect(await lines()).toEqual(['finished 39', `${wide.slice(0, 38)}…`, 'hint']);
  });

  test('what is finished is written, and what is drawn waits', async () => {
    const { lines, resize, draw, commit, still } = await beforeResize(20);
    await resize(60);
    draw([line('works on'), line('hint')]);
    commit([line('finished 40')]);
    expect(await lines()).toEqual(['finished 39', 'finished 40']);
    still();
    expect(await lines()).toEqual(['finished 39', 'finished 40', 'works on', 'hint']);
  });

  test('a later change may be reported late: what was drawn in between was never wrapped', async () => {
    const { lines, resize, narrow, resized, still, pass } = await beforeResize(20);
    await resize(100);
    pass(300);
    await narrow(60);
    still();
    pass(250);
    resized(60);
    expect(await lines()).toEqual(['finished 39']);
  });

  test('a terminal that is known to rewrap the line of its cursor loses that, too', async () => {
    const terminal = virtualTerminal(80, 24);
    const region = createLiveRegion(terminal.write, withoutColour, { rewrapsCursor: true });
    region.commit([line('finished')]);
    region.draw([line('works'), line(stopHint)]);
    terminal.write(`\r\u001b[J${stopHint.slice(0, 40)}\r\n${stopHint.slice(40)}`); // as it looks in tmux with 40 columns
    region.resized(40);
    region.clear();
    expect(await terminal.lines()).toEqual(['finished']);
  });

  test('after the end of a task nothing is drawn again', async () => {
    const { lines, resize, clear, still } = await beforeResize(0);
    await resize(60);
    clear();
    still();
    expect(await lines()).toEqual(['finished 39']);
  });
});
