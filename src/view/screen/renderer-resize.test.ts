/** What is in the scrollback after the window has been resized while a task ran. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { virtualTerminal } from '../../../test/support/virtual-terminal.ts';
import { line } from '../style/line.ts';
import { withoutColour } from '../style/paint.ts';
import { frame, type ScreenState } from './frame.ts';
import { createRenderer } from './renderer.ts';

const numbered = (what: string, count: number): readonly string[] => Array.from({ length: count }, (_, at) => `${what} ${at}`);

/** A session on a terminal: 60 lines of a shell above it, and a frame after each change. */
function session(
  live: (at: number, columns: number) => readonly string[],
  typed = 'what comes next',
  late: { readonly lateMs?: number; readonly now?: () => number } = {},
) {
  let [columns, rows] = [80, 24];
  let at = 0;
  const terminal = virtualTerminal(columns, rows);
  const renderer = createRenderer({ write: terminal.write, paint: withoutColour, ...late });
  for (const text of numbered('$ old', 60)) terminal.write(`${text}\r\n`);
  const draw = () => {
    const state: ScreenState = {
      live: live(at, columns).map((text) => line(text)),
      queued: [],
      input: { label: line('> '), lines: [typed], caret: { row: 0, column: typed.length } },
      choices: [],
      hint: line(`Enter queues ${typed.length}`),
    };
    renderer.draw(frame(state, columns, rows));
  };
  return {
    terminal,
    /** A frame in which nothing is finished, but each line changes. */
    tick() {
      const was = typed;
      typed += '!';
      draw();
      typed = was;
      draw();
    },
    work(count: number) {
      for (let left = count; left > 0; left -= 1) {
        renderer.commit([line(`finished ${at}`)]);
        at += 1;
        draw();
      }
    },
    async resize(wide: number, high: number) {
      await terminal.resize(wide, high);
      [columns, rows] = [wide, high];
      const { column } = await terminal.cursor();
      renderer.resized(columns, column);
      draw();
    },
    /** Each line once and in order, whatever is between them. */
    async expectKept() {
      const lines = await terminal.lines();
      const expected = [...numbered('$ old', 60), ...numbered('finished', at)];
      expect(lines.filter((text) => /^(\$ old|finished) /.test(text))).toEqual(expected);
    },
    /** Each line once and in order, and below them one region. */
    async expectWhole() {
      const lines = await terminal.lines();
      const expected = [...numbered('$ old', 60), ...numbered('finished', at)];
      expect(lines.slice(0, expected.length)).toEqual(expected);
      const region = lines.slice(expected.length);
      expect(region.filter((text) => text.startsWith('>'))).toHaveLength(1);
      expect(region.length).toBeLessThanOrEqual(rows / 2);
      expect(lines.filter((text) => /live|queues/.test(text)).length).toBeLessThanOrEqual(region.length);
    },
  };
}

const sizes = [
  [60, 24],
  [100, 30],
  [80, 18],
  [80, 24],
] as const;

const ragged = (at: number) => [`works on ${at}`, ...numbered('live', 3)];
const filling = (_: number, columns: number) => numbered('live', 8).map((text) => text.padEnd(columns + 20, '.'));

describe.each([
  ['with ragged lines', ragged],
  ['with lines that fill the width, close to a third of the screen', filling],
  ['with wide characters', (at: number) => ['日本語'.repeat(10 + (at % 9)), '🙂'.repeat(30)]],
])('a window that is resized while a task runs, %s', (_, live) => {
  test('loses nothing, doubles nothing and leaves nothing behind', async () => {
    const { work, resize, expectWhole } = session(live);
    work(18);
    for (const [wide, high] of sizes) {
      await resize(wide, high);
      await expectWhole();
      work(18);
      await expectWhole();
    }
  });
});

test('a window that is resized twice before a frame is drawn is drawn for the last size', async () => {
  const { work, terminal, resize, expectWhole } = session(filling);
  work(30);
  await terminal.resize(50, 20);
  await terminal.resize(110, 30);
  await resize(70, 24);
  await expectWhole();
});

describe('a terminal that is drawn on before it tells of its size', () => {
  test.each([
    [
      'lower, and as high again',
      [
        [80, 20],
        [80, 16],
        [80, 21],
        [80, 24],
      ],
    ],
    [
      'lower than the region',
      [
        [80, 6],
        [80, 24],
      ],
    ],
    [
      'in both dimensions',
      [
        [70, 20],
        [60, 16],
        [70, 20],
        [80, 24],
      ],
    ],
  ] as const)('keeps every finished line: %s', async (_, steps) => {
    const { work, terminal, tick, resize, expectKept } = session((at) => [`works on ${at} `.padEnd(70, '.'), ...numbered('live', 3)]);
    work(30);
    for (const [wide, high] of steps) {
      await terminal.resize(wide, high);
      tick();
      work(2);
      tick();
    }
    const [wide, high] = steps.at(-1) ?? [80, 24];
    await resize(wide, high);
    work(5);
    await expectKept();
  });
});

test('lines that were drawn when the window may have been narrower count as one row', async () => {
  let clock = 0;
  const late = { lateMs: 300, now: () => clock };
  const { work, terminal, resize, expectKept } = session((at) => [`works on ${at} `.padEnd(70, '.')], 'next', late);
  work(30);
  clock += 1_000;
  await terminal.resize(40, 24);
  work(3);
  clock += 300;
  await resize(40, 24);
  work(3);
  await expectKept();
});

test('what is typed may be wider than the window becomes', async () => {
  const { work, resize, expectWhole } = session(ragged, 'a sentence that is much longer than the twenty columns left');
  work(30);
  await resize(20, 24);
  await expectWhole();
  await resize(80, 24);
  await expectWhole();
});

test('a terminal that wraps the line of its cursor, too, is distinguished by its column', async () => {
  const typed = 'x'.repeat(50);
  const terminal = virtualTerminal(80, 24);
  const renderer = createRenderer({ write: terminal.write, paint: withoutColour });
  renderer.commit([line('finished')]);
  const region = { lines: [line('live'), line(typed)], cursor: { row: 1, column: 50 } };
  renderer.draw(region);
  renderer.resized(20, 10);
  renderer.draw(region);
  expect(terminal.writes.at(-1)).toContain('\u001b[3A\r\u001b[2K\u001b[C\u001b[J'); // two finished rows, and the live line
});

test('a terminal that does not wrap again is not expected to', () => {
  const terminal = virtualTerminal(80, 24);
  const renderer = createRenderer({ write: terminal.write, paint: withoutColour, rewraps: false });
  const region = { lines: [line('x'.repeat(70)), line('> ')], cursor: { row: 1, column: 2 } };
  renderer.draw(region);
  renderer.resized(20);
  renderer.draw(region);
  expect(terminal.writes.at(-1)).toContain('\u001b[1A\r\u001b[2K\u001b[C\u001b[J');
});

test('any sequence of sizes leaves every line once', async () => {
  const size = fc.tuple(fc.integer({ min: 20, max: 160 }), fc.integer({ min: 8, max: 50 }));
  await fc.assert(
    fc.asyncProperty(fc.array(size, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 8 }), async (steps, liveLines) => {
      const { work, resize, expectWhole } = session((at) => numbered(`live ${at}`, liveLines));
      work(20);
      for (const [wide, high] of steps) {
        await resize(wide, high);
        work(3);
      }
      await expectWhole();
    }),
    { numRuns: 30 },
  );
});
