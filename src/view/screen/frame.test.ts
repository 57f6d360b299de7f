import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { line, lineWidth, textOf } from '../style/line.ts';
import { frame, inputColumns, type ScreenState } from './frame.ts';

const state = (more: Partial<ScreenState> = {}): ScreenState => ({
  live: [],
  queued: [],
  input: { label: line('> '), lines: [''], caret: { row: 0, column: 0 } },
  choices: [],
  hint: line('Enter sends'),
  ...more,
});
const shown = (given: ScreenState, columns = 80, rows = 24) => frame(given, columns, rows).lines.map(textOf);
const lines = (what: string, count: number) => Array.from({ length: count }, (_, at) => line(`${what} ${at}`));
const typed = (texts: readonly string[], row: number, column: number) => ({ label: line('> '), lines: texts, caret: { row, column } });

test('what is under way is above what waits, and that above the editor and its keys', () => {
  const all = state({ live: lines('live', 2), queued: ['then commit it'], input: typed(['and', 'more'], 1, 4) });
  expect(shown(all)).toEqual(['', 'live 0', 'live 1', '  next: then commit it', '> and', '  more', 'Enter sends']);
  expect(frame(all, 80, 24).cursor).toEqual({ row: 5, column: 6 });
});

describe('where there is too much for a third of the rows', () => {
  test('what is being done and the newest of its details stay', () => {
    expect(shown(state({ live: lines('live', 30) })).slice(1, 9)).toEqual(['live 0', ...lines('live', 30).slice(-7).map(textOf)]);
  });

  test('what waits is counted rather than left out', () => {
    const queued = Array.from({ length: 20 }, (_, at) => `message ${at}`);
    expect(shown(state({ live: lines('live', 3), queued }))).toEqual([
      '',
      'live 0',
      'live 1',
      'live 2',
      '  next: 20 messages',
      '> ',
      'Enter sends',
    ]);
  });

  test('the editor shows the lines around the caret', () => {
    const texts = Array.from({ length: 100 }, (_, at) => `line ${at}`);
    const { lines: all, cursor } = frame(state({ input: typed(texts, 50, 3) }), 80, 24);
    expect(all.map(textOf)[cursor.row]).toBe('  line 50');
    expect(all.length).toBeLessThanOrEqual(12);
  });

  test('the editor says how many lines are above and below those that it shows', () => {
    const texts = Array.from({ length: 100 }, (_, at) => `line ${at}`);
    const all = shown(state({ live: lines('live', 3), input: { ...typed(texts, 50, 3), hidden: { above: 3, below: 0 } } }));
    expect(all).toEqual([
      '',
      '  ↑ 46 more lines',
      '> line 43',
      ...texts.slice(44, 51).map((text) => `  ${text}`),
      '  ↓ 49 more lines',
      'Enter sends',
    ]);
    expect(shown(state({ input: typed(['one', 'two'], 1, 3) }), 80, 3)).toEqual(['> two']); // no room for such a line
    expect(shown(state({ input: { ...typed(['two'], 0, 3), hidden: { above: 1, below: 0 } } }))).toContain('  ↑ 1 more line');
  });
});

test('choices take the place of the keys', () => {
  expect(shown(state({ choices: lines('choice', 3) }))).toEqual(['', '> ', 'choice 0', 'choice 1', 'choice 2']);
});

test('on 20 columns everything is cut, and keys are left out', () => {
  const given = state({ live: [line('works on renaming the photos')], input: typed(['what comes'], 0, 10) });
  expect(shown(given, 20, 24)).toEqual(['', 'works on renaming …', '> what comes']);
});

test('a question leaves room for its answer, and the editor is told how much', () => {
  const label = line('Allow this once, or for this folder from now on? ');
  expect(inputColumns(label, 80)).toBe(80 - 1 - 49);
  expect(inputColumns(label, 20)).toBe(8);
  const { lines: all, cursor } = frame(state({ input: { label, lines: ['y'], caret: { row: 0, column: 1 } } }), 20, 24);
  expect(all.map(textOf)).toEqual(['', 'Allow this…y']);
  expect(cursor).toEqual({ row: 1, column: 12 });
});

test('no line fills the width, the region takes at most half of the rows, and the cursor is in it', () => {
  const text = fc.stringMatching(/^[a-z日🙂 ]{0,200}$/u);
  const texts = fc.array(text, { maxLength: 40 });
  fc.assert(
    fc.property(
      texts,
      texts,
      texts,
      fc.integer({ min: 2, max: 200 }),
      fc.integer({ min: 2, max: 60 }),
      (live, queued, input, columns, rows) => {
        const row = Math.max(0, input.length - 1);
        const given = state({
          live: live.map((each) => line(each)),
          queued,
          choices: queued.map((each) => line(each)),
          input: typed(input.length === 0 ? [''] : input, row, input[row]?.length ?? 0),
        });
        const { lines: all, cursor } = frame(given, columns, rows);
        expect(all.length).toBeLessThanOrEqual(Math.max(1, rows / 2));
        for (const each of all) expect(lineWidth(each)).toBeLessThan(columns);
        expect(cursor.row).toBeLessThan(all.length);
        expect(cursor.column).toBeLessThan(columns);
      },
    ),
  );
});

test('on a low screen no row is spent on an empty line', () => {
  expect(shown(state({ live: lines('live', 1) }), 80, 10)).toEqual(['live 0', '> ', 'Enter sends']);
});
