import { expect, test } from 'vitest';
import { EndReason } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { statesOf, stateText, stateWords } from './state-words.ts';
import { filterFor } from './task-filter.ts';
import type { TaskSummary } from './task-state.ts';

const at = '2026-11-01T12:00:00.000Z';
const known = { task_id: 't' as TaskId, started: at, goal: 'g', slug: '' };
const cost = {
  ...{ active_ms: 0, model_calls: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0, model_ms: 0, tool_ms: 0 },
  ...{ usd: 0, unpriced: [], by_role: [] },
};
const ended = EndReason.options.map((reason): TaskSummary => ({ ...known, state: 'ended', ended: at, directive: 'abandon', reason, cost }));
const all: readonly TaskSummary[] = [
  ...ended,
  { ...known, state: 'running' },
  { ...known, state: 'unfinished', stopped: at, halted: null },
  { ...known, state: 'unfinished', stopped: at, halted: 'stalled' },
  { ...known, state: 'unfinished', stopped: at, halted: null, dropped: true },
  { task_id: known.task_id, state: 'unreadable', wrong: 'not JSON' },
];

test.each(all.map((summary) => [stateText(summary), summary] as const))('%s is a state that tasks are listed by', (text, summary) => {
  for (const spelling of [text, text.replaceAll(/[: ]+/g, '-')]) {
    const found = all.filter(filterFor({ state: statesOf(spelling) ?? expect.fail(spelling) }));
    expect(found).toContain(summary);
    expect(new Set(found.map(stateText).filter((other) => !other.startsWith(text)))).toEqual(
      new Set(text === 'unfinished' ? ['halted by an error'] : []),
    );
  }
});

test.each<[string, readonly string[]]>([
  ['not-done', ['not done', 'not done: budget used up', 'not done: no plan', 'not done: error']],
  ['not-done-error', ['not done: error']],
  ['infrastructure', ['not done: error']],
  ['accept', []],
  ['impossible', ['not possible']],
])('%s takes %j', (word, texts) => {
  const found = all.filter(filterFor({ state: statesOf(word) ?? expect.fail(word) })).map(stateText);
  expect(found.toSorted()).toEqual(texts.toSorted());
});

test('every word that is offered is taken, and nothing else is', () => {
  for (const word of stateWords) expect(statesOf(word)).not.toEqual([]);
  expect(statesOf('endet')).toBeUndefined();
  expect(statesOf('')).toBeUndefined();
});

test('a task without something that was refused is done in part, and is found among those that are done', () => {
  const partly: TaskSummary = { ...known, state: 'ended', ended: at, directive: 'accept', reason: 'met', partly: true, cost };
  expect(stateText(partly)).toBe('done in part');
  expect(filterFor({ state: statesOf('done') ?? [] })(partly)).toBe(true);
});
