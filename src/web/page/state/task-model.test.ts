import { expect, test } from 'vitest';
import { goldenEntries } from '../../../../test/support/golden-entries.ts';
import { lossRounds } from './loss-rounds.ts';
import { pipelineOf } from './pipeline.ts';
import { createTaskModel } from './task-model.ts';

function shownAfter(name: string, count = Number.POSITIVE_INFINITY) {
  const model = createTaskModel();
  for (const entry of goldenEntries(name).slice(0, count)) model.add(entry);
  return model.shown();
}

test('a whole task is shown with its result, its course and every row', () => {
  const { story, course, rows, questions, now, next } = shownAfter('first-task');
  expect(story.result).toMatchObject({ directive: 'accept' });
  expect(course.map(({ lead: [label] }) => label?.text.trim())).toEqual(expect.arrayContaining(['understands', 'plans', 'done when']));
  expect(rows.length).toBeGreaterThan(course.length);
  expect(questions).toEqual([]);
  expect(now).toMatchObject({ isOver: true, activities: [] });
  expect(next).toBe(goldenEntries('first-task').length);
});

test('entries that come again after a reconnect change nothing', () => {
  const model = createTaskModel();
  const entries = goldenEntries('first-task');
  for (const entry of [...entries.slice(0, 9), ...entries.slice(4)]) model.add(entry);
  expect(model.shown()).toEqual(shownAfter('first-task'));
});

test('a question is open from its entry to its answer', () => {
  const entries = goldenEntries('refusal');
  const at = entries.findIndex((entry) => entry.kind === 'message' && entry.type === 'ConfirmRequest');
  expect(at).toBeGreaterThan(0);
  expect(shownAfter('refusal', at + 1).questions).toMatchObject([{ seq: at, type: 'ConfirmRequest' }]);
  expect(shownAfter('refusal').questions).toEqual([]);
});

test('what did not change between two frames keeps its identity', () => {
  const model = createTaskModel();
  const entries = goldenEntries('another-path');
  for (const entry of entries.slice(0, -1)) model.add(entry);
  const before = model.shown();
  for (const entry of entries.slice(-1)) model.add(entry);
  const after = model.shown();
  expect(after.story.rounds[0]).toBe(before.story.rounds[0]);
  expect(model.shown()).toEqual(after);
  expect(model.shown().story).toBe(after.story);
});

test('what a model writes and a command prints is heard before its outcome', () => {
  const entries = goldenEntries('first-task');
  const at = entries.findIndex((entry) => entry.kind === 'intent' && entry.effect === 'model');
  const asked = entries[at];
  if (asked?.kind !== 'intent') throw new Error('there is no model call');
  const model = createTaskModel();
  for (const entry of entries.slice(0, at + 1)) model.add(entry);
  model.hear({ key: asked.key, role: asked.role, text: 'Let me ' });
  model.hear({ key: asked.key, role: asked.role, text: 'see.' });
  expect(model.shown().now.activities).toMatchObject([{ text: 'Let me see.' }]);
});

test('rounds say what was missing, what was tried and what follows', () => {
  const rounds = lossRounds(shownAfter('another-path').story);
  expect(rounds.length).toBeGreaterThan(1);
  expect(rounds[0]).toMatchObject({ round: 1, trend: 'first', change: null });
  expect(rounds[0]?.missing).not.toEqual([]);
  expect(rounds[0]?.next).not.toBe('');
  expect(rounds.at(-1)).toMatchObject({ missing: [], next: 'Done' });
});

test('the pipeline says who works on what', () => {
  const entries = goldenEntries('first-task');
  const at = entries.findIndex((entry) => entry.kind === 'intent' && entry.role === 'R2' && entry.effect === 'model');
  const planning = pipelineOf(shownAfter('first-task', at + 1));
  expect(planning.find(({ state }) => state === 'busy')).toMatchObject({ name: 'Plan' });
  expect(planning.map(({ state }) => state)).toEqual(['seen', 'busy', 'idle', 'idle', 'idle']);
  expect(pipelineOf(shownAfter('first-task')).map(({ state }) => state)).not.toContain('busy');
});

test('a journal of ten thousand entries is folded in little time, and a frame costs little', () => {
  const entries = goldenEntries('another-path');
  const model = createTaskModel();
  for (let seq = 0; seq < 10_000; seq += 1) {
    const entry = entries[Math.min(seq, entries.length - 2)];
    if (entry) model.add({ ...entry, seq });
  }
  const before = model.shown();
  expect(before.next).toBe(10_000);
  expect(model.shown().rows).toBe(before.rows);
});
