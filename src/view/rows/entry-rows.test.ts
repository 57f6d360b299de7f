import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyEntries, everyEntry } from '../../../test/support/any-entries.ts';
import { goldenEntries, goldenNames } from '../../../test/support/golden-entries.ts';
import { goldenView } from '../../../test/support/task-views.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import type { Entry, MessageEntry } from '../../journal/entry.ts';
import { logLines } from '../task/log-lines.ts';
import { taskPage } from '../task/task-page.ts';
import { columnLines } from './columns.ts';
import { createEntryRows } from './entry-rows.ts';
import type { Row } from './row.ts';

function rowsOf(entries: readonly Entry[], details = false): readonly Row[] {
  const rows = createEntryRows({ details });
  return entries.flatMap(rows);
}

const text = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** The beginning of a detail, which is shown in full even if the row is cut off. */
const start = (detail: string): string => oneLine(detail, 40).replace(/…$/, '');
const unbroken = (lines: readonly string[]): string => oneLine(lines.join(' '), Number.POSITIVE_INFINITY);

describe('every view tells an entry with the same words', () => {
  test.each(goldenNames)('%s', (name) => {
    const entries = goldenEntries(name);
    const onTerminal = unbroken(rowsOf(entries).flatMap((row) => columnLines(row, undefined, 220)));
    const inLog = unbroken(logLines(goldenView(name), { now: 0 }));
    const onPage = oneLine(text(taskPage(goldenView(name))), Number.POSITIVE_INFINITY);
    const rows = rowsOf(entries).filter(({ weight }) => weight === 'main' || weight === 'minor');
    expect(rows.length).toBeGreaterThan(0);
    for (const { detail, seq } of rows)
      for (const [view, shown] of Object.entries({ onTerminal, inLog, onPage })) expect(shown, `${view} ${seq}`).toContain(start(detail));
  });
});

test('only these are silent: what another entry says, and what is not part of a task', () => {
  const rows = createEntryRows({ details: true });
  const shown = new Set(everyEntry('x').flatMap((entry) => (rows(entry).length > 0 ? [nameOf(entry)] : [])));
  const silent = new Set(
    everyEntry('x')
      .map(nameOf)
      .filter((name) => !shown.has(name)),
  );
  const messages = ['MemoryQuery', 'MemoryRecall', 'HandoffRequest', 'Handoff', 'Remember', 'Forget', 'AuditQuery', 'AuditReport'];
  expect([...silent].toSorted()).toEqual(['open', ...messages].toSorted());
});

const nameOf = (entry: Entry): string => (entry.kind === 'message' ? entry.type : entry.kind);

describe('what the person says while a question is open', () => {
  const question = goldenEntries('refusal').find((entry) => entry.kind === 'message' && entry.type === 'ConfirmRequest') as MessageEntry; // it has one
  const said = (type: string, to: string, payload: object): Entry =>
    ({ ...question, id: 't-99', seq: 99, from: 'User', to, reply_to: question.id, type, payload }) as Entry; // the parts of a message
  const steer = (text: string) =>
    ['R2', 'R3', 'R4a'].map((to): Entry => ({ ...said('Steer', to, { text }), reply_to: undefined }) as Entry);
  const no = said('ConfirmReply', 'R3', { hash: 'h', allowed: false, instead: 'only list them' });
  const told = (entries: readonly Entry[]) =>
    rowsOf([question, ...entries]).flatMap(({ who, what, detail }) => (who === 'you' ? [`${what}: ${detail}`] : []));

  test.each([
    ['as the alternative in a no is told with the no, once', [...steer('only list them'), no], ['answer: no, and instead: only list them']],
    [
      'besides is told before the answer',
      [...steer('be quick'), ...steer('only list them'), no],
      ['add: be quick', 'answer: no, and instead: only list them'],
    ],
  ])('%s', (_, entries, expected) => {
    expect(told(entries)).toEqual(expected);
  });
});

describe('a row', () => {
  const places = (name: string, seq: number) => rowsOf(goldenEntries(name)).find((row) => row.seq === seq)?.place;

  test.each([
    ['before the first plan', 4, { round: 0, subtask: 0, attempt: 0 }],
    ['of a plan', 60, { round: 2, subtask: 0, attempt: 0 }],
    ['of a sub-task', 64, { round: 2, subtask: 1, attempt: 0 }],
    ['of a call', 32, { round: 1, subtask: 1, attempt: 2 }],
    ['of a correction', 39, { round: 1, subtask: 1, attempt: 2 }],
    ['of a directive', 53, { round: 1, subtask: 0, attempt: 0 }],
  ])('%s knows its place', (_, seq, place) => {
    expect(places('another-tool', seq)).toEqual(place);
  });

  test('of a question, and of its answer, belongs to the attempt that asked', () => {
    const place = { round: 1, subtask: 1, attempt: 1 };
    expect([places('refusal', 24), places('refusal', 25)]).toEqual([place, place]);
  });

  test('of the result of a call names the call', () => {
    const rows = rowsOf(goldenEntries('another-tool'));
    expect(rows.find(({ answers }) => answers === 18)).toMatchObject({
      seq: 19,
      who: 'R3',
      what: 'read_file',
      weight: 'fine',
      tone: 'good',
    });
  });

  test('of a model or a look at the world says more where details are asked for', () => {
    const asked = (details: boolean) => rowsOf(goldenEntries('another-tool'), details).filter(({ seq }) => seq === 2 || seq === 3);
    expect(asked(false).map(({ what, detail }) => [what, detail])).toEqual([['asks a model', '']]);
    expect(asked(true).map(({ what }) => what)).toEqual(['asks a model', 'last turn', 'model says']);
  });

  test('is short, however long the texts of its entry are', () => {
    const rows = rowsOf(everyEntry('x'.repeat(100_000)), true);
    expect(rows.length).toBeGreaterThan(30);
    for (const { what, detail } of rows) expect(what.length + detail.length).toBeLessThanOrEqual(4_000);
  });

  test('is plain data, whatever a journal holds and in whatever order', () => {
    fc.assert(
      fc.property(anyEntries(fc.string({ maxLength: 20 })), (entries) => {
        const rows = rowsOf(entries, true);
        expect(JSON.parse(JSON.stringify(rows))).toEqual(rows);
        for (const { what, detail } of rows) expect(`${what}${detail}`).not.toMatch(/undefined|NaN|\[object/);
      }),
      { numRuns: 30 },
    );
  });
});
