import { describe, expect, test } from 'vitest';
import { type VirtualTerminal, virtualTerminal } from '../../../test/support/virtual-terminal.ts';
import { line, span } from '../style/line.ts';
import { inColour, withoutColour } from '../style/paint.ts';
import type { Frame } from './frame.ts';
import { createRenderer } from './renderer.ts';

const frameOf = (texts: readonly string[], cursor = { row: texts.length - 1, column: texts.at(-1)?.length ?? 0 }): Frame => ({
  lines: texts.map((text) => line(text)),
  cursor,
});

function screen(columns = 80, rows = 24) {
  const terminal = virtualTerminal(columns, rows);
  const renderer = createRenderer({ write: terminal.write, paint: withoutColour });
  return { terminal, renderer };
}

/** The last frame. */
const written = ({ writes }: VirtualTerminal): string => writes.at(-1) ?? '';

test('finished lines are above the region, in order and once, whatever the region does', async () => {
  const { terminal, renderer } = screen();
  terminal.write('$ artoo\r\n');
  for (let at = 0; at < 60; at += 1) {
    renderer.commit([line(`finished ${at}`)]);
    renderer.draw(frameOf([...Array(at % 7).keys()].map((row) => `live ${row}`).concat(['> '])));
  }
  const lines = await terminal.lines();
  expect(lines.slice(0, 61)).toEqual(['$ artoo', ...Array.from({ length: 60 }, (_, at) => `finished ${at}`)]);
  expect(lines.slice(61)).toEqual(['live 0', 'live 1', 'live 2', '> ']);
});

test('each frame is one write inside synchronized output', () => {
  const { terminal, renderer } = screen();
  renderer.draw(frameOf(['a', '> ']));
  renderer.commit([line('done'), line('done too')]);
  renderer.draw(frameOf(['b', 'c', '> x']));
  expect(terminal.writes).toHaveLength(2);
  for (const text of terminal.writes) expect([text.slice(0, 8), text.slice(-8)]).toEqual(['\u001b[?2026h', '\u001b[?2026l']);
});

test('only lines that changed are written, and nothing where nothing has', () => {
  const { terminal, renderer } = screen();
  renderer.draw(frameOf(['first', 'second', 'third', '> ']));
  renderer.draw(frameOf(['first', 'changed', 'third', '> ']));
  expect(written(terminal)).toContain('changed');
  expect(written(terminal)).not.toMatch(/first|second|third|>/);
  const { length } = terminal.writes;
  renderer.draw(frameOf(['first', 'changed', 'third', '> ']));
  expect(terminal.writes).toHaveLength(length);
});

test.each([
  ['grows', ['a'], ['a', 'b', 'c']],
  ['shrinks', ['a', 'b', 'c'], ['c']],
  ['shrinks to nothing', ['a', 'b'], []],
  ['changes throughout', ['long line here', 'b'], ['x', 'y', 'z']],
])('a region that %s shows what it should and nothing else', async (_, before, after) => {
  const { terminal, renderer } = screen(20, 6);
  renderer.commit(Array.from({ length: 8 }, (__, at) => line(`${at}`)));
  renderer.draw(frameOf(before));
  renderer.draw(frameOf(after));
  expect((await terminal.lines()).slice(8)).toEqual(after);
});

test('the cursor is at the caret after every frame, also where a frame changes nothing else', async () => {
  const { terminal, renderer } = screen();
  for (const [row, column] of [
    [2, 3],
    [1, 0],
    [2, 1],
    [0, 4],
  ] as const) {
    renderer.draw({ lines: [line('zero'), line('one'), line('> two')], cursor: { row, column } });
    expect(await terminal.cursor()).toMatchObject({ row, column });
  }
});

test('a caret after wide characters and emoji is where the terminal draws it, however wide it finds them', async () => {
  const { terminal, renderer } = screen();
  for (const [typed, column] of [
    ['日本語', 6],
    ['a🙂b', 4],
    ['👨‍👩‍👧', 2],
    ['e\u0301', 1],
  ] as const) {
    renderer.draw({ lines: [line('works'), line(`> ${typed} rest`)], cursor: { row: 1, column: 2 + column } });
    expect((await terminal.cursor()).before).toBe(`> ${typed}`);
  }
});

test('a line that the terminal finds too wide is cut off, and moves nothing', async () => {
  const { terminal, renderer } = screen(10, 6);
  renderer.draw(frameOf(['x'.repeat(30), '> ']));
  renderer.draw(frameOf(['y'.repeat(30), '> a']));
  expect((await terminal.screen()).slice(0, 3)).toEqual(['y'.repeat(10), '> a', '']);
});

test('a finished line may be longer than a row: it is the terminal that wraps it, so that it can be copied whole', async () => {
  const { terminal, renderer } = screen(20, 6);
  renderer.commit([line('x'.repeat(20)), line('y'.repeat(45))]);
  renderer.draw(frameOf(['> ']));
  expect(await terminal.lines()).toEqual(['x'.repeat(20), 'y'.repeat(45), '> ']);
});

describe('clear', () => {
  test('removes the region, writes what is finished, and leaves the cursor at the start of a row', async () => {
    const { terminal, renderer } = screen();
    renderer.draw(frameOf(['live', '> draft']));
    renderer.commit([line('the end')]);
    renderer.clear();
    expect(await terminal.lines()).toEqual(['the end']);
    expect(await terminal.cursor()).toMatchObject({ row: 1, column: 0 });
  });

  test('leaves a screen alone on which nothing was drawn', () => {
    const { terminal, renderer } = screen();
    renderer.clear();
    expect(terminal.writes).toEqual([]);
  });

  test('is followed by a region that begins where the cursor is then', async () => {
    const { terminal, renderer } = screen();
    renderer.draw(frameOf(['live', '> draft']));
    renderer.clear();
    terminal.write('another program\r\n');
    renderer.draw(frameOf(['live', '> draft']));
    expect(await terminal.lines()).toEqual(['another program', 'live', '> draft']);
  });
});

test('neither screen nor scrollback is ever erased', () => {
  const { terminal, renderer } = screen();
  renderer.draw(frameOf(['a', 'b', '> ']));
  renderer.commit([line('done')]);
  renderer.draw(frameOf(['> ']));
  renderer.resized(40);
  renderer.draw(frameOf(['> ']));
  renderer.clear();
  for (const erasing of ['\u001b[2J', '\u001b[3J', '\u001b[?1049', '\r\u001b[J']) expect(terminal.writes.join('')).not.toContain(erasing);
});

test('styles are painted', () => {
  const terminal = virtualTerminal(80, 24);
  const renderer = createRenderer({ write: terminal.write, paint: inColour });
  renderer.draw({ lines: [[span('works', 'strong')]], cursor: { row: 0, column: 0 } });
  expect(written(terminal)).toContain('\u001b[1mworks\u001b[22m');
});
