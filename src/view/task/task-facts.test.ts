import { expect, test } from 'vitest';
import { goldenStory, goldenView } from '../../../test/support/task-views.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import { originFact, sectionsOf, timeText } from './task-facts.ts';

const origin = { task_id: '20260101-000000000-gggggggg', seq: 9 };

test.each<[NonNullable<TaskStory['origin']>, readonly [string, string]]>([
  [origin, ['forked', 'from gggggggg at entry 9']],
  [{ ...origin, resumed: true }, ['resumes', 'gggggggg, which was cancelled after entry 8']],
  [{ ...origin, resumed: true, failed: true }, ['resumes', 'gggggggg, whose model failed after entry 8']],
])('where a task comes from is told as it was: %j', (from, expected) => {
  expect(originFact(from)).toEqual(expected);
});

test.each([
  [0, 0, '2.0 s of work'],
  [1, 4_000, '2.0 s of work; a pause of 4.0 s'],
  [2, 9_000, '2.0 s of work; 2 pauses, 9.0 s in all'],
])('%i pauses are shown', (pauses, paused_ms, expected) => {
  expect(timeText({ ...goldenStory('talk'), time: { total_ms: 0, active_ms: 2_000, waiting_ms: 0, paused_ms, pauses } })).toBe(expected);
});

test('what could be done does not repeat what is open, and is not told of a task that another continues', () => {
  const view = goldenView('giving-up');
  const unmet = [{ criterion: 'it is found', why: 'it is not there' }];
  const moves = ['Still open, it is found: it is not there.', 'Look elsewhere.'];
  const result = { ...view.story.result, unmet, next_moves: moves } as TaskStory['result']; // the golden journal has a result
  const titled = (more: object) =>
    sectionsOf({ story: { ...view.story, result }, ...more }).find(({ title }) => title === 'you could')?.items;
  expect(titled({})).toEqual(['Look elsewhere.']);
  expect(titled({ isContinued: true })).toBeUndefined();
});

test.each<[NonNullable<TaskStory['result']>['directive'], readonly string[] | undefined]>([
  ['abandon', ['packing.md exists']],
  ['success', undefined], // its gaps are enough
])('what was proved stands apart, after %s', (directive, expected) => {
  const { story } = goldenView('correction');
  const result = {
    ...story.result,
    directive,
    unmet: [{ criterion: 'packing.md provides for the rain', why: 'not checked', unchecked: true }],
  };
  const sections = sectionsOf({ story: { ...story, result: result as TaskStory['result'] } }); // the golden has one
  expect(sections.find(({ title }) => title === 'met')?.items).toEqual(expected);
});

test('what the person refused is told, and what the answer says about it is marked', () => {
  const { story } = goldenView('correction');
  const declined = [{ action: 'rm logs/old.log', mentioned: [`${story.cwd}/logs/old.log`] }];
  const sections = sectionsOf({ story: { ...story, result: { ...story.result, declined } as TaskStory['result'] } }); // the golden has one
  expect(sections.slice(-2)).toMatchObject([
    { title: 'not done', items: ['rm logs/old.log – you said no'] },
    { title: 'unproved: you wanted something else', items: ['The answer mentions logs/old.log, which you kept as it was.'] },
  ]);
});
