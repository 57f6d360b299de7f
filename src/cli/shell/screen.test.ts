import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { turns } from '../../../test/support/turns.ts';
import { virtualTerminal } from '../../../test/support/virtual-terminal.ts';
import type { ScreenState } from '../../view/screen/frame.ts';
import { line } from '../../view/style/line.ts';
import { withoutColour } from '../../view/style/paint.ts';
import { openScreen, type ScreenOptions } from './screen.ts';

function opened(typed = 'draft') {
  const terminal = virtualTerminal(80, 24);
  const stream = Object.assign(new EventEmitter(), { write: terminal.write, columns: 80, rows: 24 });
  const output = stream as unknown as ScreenOptions['output']; // of a stream it needs nothing else
  let live = ['works on it'];
  const state = (): ScreenState => ({
    live: live.map((text) => line(text)),
    queued: [],
    input: { label: line('> '), lines: [typed], caret: { row: 0, column: typed.length } },
    choices: [],
    hint: [],
  });
  const asked: number[] = [];
  const keyboard = () => ({
    async cursorColumn() {
      asked.push(stream.columns);
      return (await terminal.cursor()).column;
    },
  });
  const screen = openScreen({ output, paint: withoutColour, env: {}, keyboard, state });
  onTestFinished(() => screen[Symbol.dispose]());
  return {
    screen,
    terminal,
    asked,
    setLive(...texts: readonly string[]) {
      live = [...texts];
      screen.now();
    },
    async resize(columns: number, rows: number) {
      await terminal.resize(columns, rows);
      Object.assign(stream, { columns, rows }).emit('resize');
    },
  };
}

test('what is shown stands above what is under way', async () => {
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

test('while the window is dragged nothing is drawn; then everything is, for its last size', async () => {
  const { screen, terminal, resize, setLive } = opened();
  screen.show([line('finished')]);
  screen.now();
  await turns(3);
  const { length } = terminal.writes;
  for (const columns of [60, 40, 90]) await resize(columns, 20);
  setLive('works on something else');
  await turns(3);
  expect(terminal.writes).toHaveLength(length);
  await expect.poll(() => terminal.lines()).toEqual(['finished', '', 'works on something else', '> draft']);
});

test('where what is typed is wider than the window becomes, the terminal is asked where its cursor is', async () => {
  const { screen, terminal, resize, asked } = opened('a sentence that is longer than the window will be');
  screen.show([line('finished')]);
  screen.now();
  await turns(3);
  await resize(30, 24);
  await expect.poll(() => asked).toEqual([30]);
  await expect.poll(async () => (await terminal.lines()).filter((text) => text.startsWith('>')).length).toBe(1);
  expect((await terminal.lines())[0]).toBe('finished');
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
