import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { turns } from '../../../../test/support/turns.ts';
import { virtualTerminal } from '../../../../test/support/virtual-terminal.ts';
import type { ScreenState } from '../../../view/screen/frame.ts';
import { line } from '../../../view/style/line.ts';
import { withoutColour } from '../../../view/style/paint.ts';
import { openScreen, type ScreenOptions } from './screen.ts';

function opened(draft: string | readonly string[] = 'draft') {
  const typed = [draft].flat();
  const terminal = virtualTerminal(80, 24);
  const stream = Object.assign(new EventEmitter(), { write: terminal.write, columns: 80, rows: 24 });
  const output = stream as unknown as ScreenOptions['output']; // it needs no other members of a stream
  let live = ['works on it'];
  const state = (): ScreenState => ({
    live: live.map((text) => line(text)),
    queued: [],
    input: { label: line('> '), lines: typed, caret: { row: typed.length - 1, column: typed.at(-1)?.length ?? 0 } },
    choices: [],
    hint: [],
  });
  let columns = 80; // the terminal's own width, which it may report late
  const keyboard = () => ({
    async askTerminal() {
      const { column } = await terminal.cursor();
      return { columns, cursorColumn: column };
    },
  });
  const change = async (wide: number, high: number): Promise<void> => {
    await terminal.resize(wide, high);
    columns = wide;
  };
  const tell = (wide: number, high: number): void => void Object.assign(stream, { columns: wide, rows: high }).emit('resize');
  const screen = openScreen({ output, paint: withoutColour, env: {}, keyboard, state });
  onTestFinished(() => screen[Symbol.dispose]());
  return {
    screen,
    terminal,
    tell,
    setLive(...texts: readonly string[]) {
      live = [...texts];
      screen.now();
    },
    change,
    async resize(wide: number, high: number) {
      await change(wide, high);
      tell(wide, high);
    },
  };
}

test('what is shown is above what is under way', async () => {
  const { screen, terminal } = opened();
  screen.show([line('finished')]);
  screen.now();
  await turns(3);
  expect(await terminal.lines()).toEqual(['finished', '', 'works on it', '> draft']);
  expect(screen.shown.length).toBe(1);
});

test('warnings and what is printed to standard error become finished lines', async () => {
  const { screen, terminal } = opened();
  await turns(3);
  process.stderr.write('from somewhere\n');
  process.emitWarning('careful', 'TestWarning');
  screen.now();
  await turns(5);
  expect(await terminal.lines()).toEqual(['from somewhere', 'TestWarning: careful', '', 'works on it', '> draft']);
});

test('while the window is dragged the region is gone; then everything is drawn, for its last size', async () => {
  const { screen, terminal, resize, setLive } = opened();
  screen.show([line('finished')]);
  screen.now();
  await turns(3);
  for (const columns of [60, 40, 90]) await resize(columns, 20);
  setLive('works on something else');
  await turns(3);
  expect(await terminal.lines()).toEqual(['finished']);
  await expect.poll(() => terminal.lines()).toEqual(['finished', '', 'works on something else', '> draft']);
});

test('what is typed may be wider than the window becomes', async () => {
  const { screen, terminal, resize } = opened('a sentence that is longer than the window will be');
  screen.show([line('finished')]);
  screen.now();
  await turns(3);
  await resize(30, 24);
  await expect.poll(async () => (await terminal.lines()).filter((text) => text.startsWith('>'))).toHaveLength(1);
  expect((await terminal.lines())[0]).toBe('finished');
});

const paragraphs = Array.from({ length: 6 }, (_, at) => `${at} `.padEnd(76, 'words'));

test('a terminal that tells of its width late is not drawn on for the previous one', async () => {
  const { screen, terminal, change, tell } = opened(paragraphs);
  for (let at = 0; at < 30; at += 1) screen.show([line(`finished ${at}`)]);
  screen.now();
  await turns(3);
  await change(50, 24);
  await change(90, 24);
  tell(50, 24); // a width that it no longer has
  const { length } = terminal.writes;
  await delay(450); // real time is tested: the window must stay unchanged for long enough
  expect(terminal.writes.slice(length).filter((text) => text.includes('words'))).toEqual([]);
  tell(90, 24);
  await expect.poll(async () => (await terminal.lines()).at(-1)).toContain('5 words');
  expect((await terminal.lines()).slice(0, 32)).toEqual([...Array.from({ length: 30 }, (_, at) => `finished ${at}`), '', 'works on it']);
});

test('what was written across the region is gone once it is drawn again', async () => {
  const { screen, terminal } = opened();
  screen.show([line('finished')]);
  screen.now();
  await turns(3);
  terminal.write('\u001b7\rgarbage and more\r\nbelow\u001b8');
  screen.redraw();
  await turns(3);
  expect(await terminal.lines()).toEqual(['finished', '', 'works on it', '> draft']);
});

test('another program finds the screen as it was, and the shell draws below it afterwards', async () => {
  const { screen, terminal } = opened();
  screen.show([line('finished')]);
  screen.now();
  await turns(3);
  screen.leave();
  expect(await terminal.lines()).toEqual(['finished']);
  terminal.write('another program\r\n');
  screen.enter();
  await turns(3);
  expect(await terminal.lines()).toEqual(['finished', 'another program', '', 'works on it', '> draft']);
});
