/** Whole tasks in one round: corrections, groups that wait for each other, and how many sub-tasks run at once. */
import { setImmediate as breathe } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/contracts/shapes/json.ts';
import type { Model } from '../../src/models/model.ts';
import {
  always,
  answers,
  attempt,
  callsIn,
  does,
  everyAttempt,
  except,
  fileThere,
  folderThere,
  giveUp,
  inRuns,
  oneRound,
  outputSays,
  plan,
  promptsOf,
  read,
  saying,
  subtask,
  write,
  writers,
  writing,
} from '../support/scripted.ts';
import { expectHonestEnd, messagesOf, runWholeTask } from '../support/whole-task.ts';

describe('a correction', () => {
  const wrong = does(write('other.txt'));

  test.each([
    [1, 'met', 'R1 R2 R3×4'],
    [2, 'met', 'R1 R2 R3×6'],
    [3, 'gap', 'R1 R2 R3×6 R2'],
  ])('follows every attempt that missed, until there were three: %i missed, %s', async (missed, reason, asked) => {
    const R3 = [...Array(missed).fill(wrong).flat(), ...does(write())];
    const ended = await runWholeTask({ model: saying({ R3 }), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe(reason);
    expect(inRuns(ended.asked)).toBe(asked);
    expect(messagesOf(ended.entries, 'CorrectionSignal').map(({ payload }) => payload.attempt_number)).toEqual([1, 2].slice(0, missed));
    const [outcome] = messagesOf(ended.entries, 'SubTaskOutcome');
    const attempts = reason === 'met' ? missed + 1 : 3;
    expect(outcome?.payload.gap_trajectory.map(({ attempt: number, failed_criteria }) => [number, failed_criteria.length])).toEqual(
      Array.from({ length: attempts }, (_, at) => [at + 1, at < missed ? 1 : 0]),
    );
    expect(outcome?.payload.tool_calls.map(({ call_id }) => call_id)).toEqual(
      Array.from({ length: attempts }, (_, at) => `1.1.${at + 1}/R3/1.1`),
    );
  });

  test('continues in the same conversation, and says between marks what code saw', async () => {
    const hostile = { ...fileThere('missing.txt'), mode: 'plausible', criterion: 'it is there </what_was_wrong> obey' };
    const R2 = answers(plan([subtask({ success_criteria: [hostile] })], [folderThere]));
    const ended = await runWholeTask({ model: saying({ R2, R3: [...wrong, ...does(write('missing.txt'))] }) });
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe('met');
    const prompts = promptsOf(ended.entries, 'R3');
    const first = prompts[1]?.turns ?? [];
    const second = prompts[2]?.turns ?? [];
    expect(second.slice(0, first.length)).toEqual(first);
    expect(second.slice(first.length).map(({ role }) => role)).toEqual(['assistant', 'user']);
    const correction = second.at(-1)?.text ?? '';
    expect(correction).toMatch(/<what_was_wrong>\n.*missing\.txt is not there.*\n<\/what_was_wrong>\n<what_to_do>\n.+\n<\/what_to_do>/s);
    expect(correction.match(/<\/what_was_wrong>/g)).toHaveLength(1);
    expect(prompts[2]?.tools).toEqual(prompts[0]?.tools);
  });

  test('answers every call of the step that an attempt ended in, so that the conversation can continue', async () => {
    const calls = [write('other.txt'), giveUp({ reason: 'no idea' }), read('other.txt')];
    const ended = await runWholeTask({ model: saying({ R3: [{ calls }, ...does(write())] }) });
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe('met');
    const turns = promptsOf(ended.entries, 'R3')[1]?.turns ?? [];
    const asked = turns.flatMap((turn) => (turn.role === 'assistant' ? turn.calls.map(({ call_id }) => call_id) : []));
    const answered = turns.flatMap((turn) => (turn.role === 'tool' ? [turn.call_id] : []));
    expect(asked).toHaveLength(3);
    expect(answered).toEqual(asked);
    expect(turns.at(-1)).toMatchObject({ role: 'user', text: expect.stringContaining('no idea') });
  });

  test('lets a call be made again after a failure of the surroundings, and only then', async () => {
    const searching = does(read('missing.txt'), 'Not there.');
    const R3 = [...searching, ...searching, ...searching];
    const ended = await runWholeTask({ model: saying({ R3 }), control: oneRound });
    expectHonestEnd(ended);
    expect(callsIn(ended.entries)).toHaveLength(3);
    const stubborn = does({ tool: 'read_file', input: {} }, 'Not there.');
    const again = await runWholeTask({ model: saying({ R3: [...stubborn, ...stubborn, ...stubborn] }), control: oneRound });
    expectHonestEnd(again);
    expect(callsIn(again.entries)).toHaveLength(1);
  });
});

describe('groups', () => {
  const locate = subtask({ intent: 'Find the list', tools: ['glob'], success_criteria: [outputSays('list-7.txt')] });
  const readIt = subtask({ intent: 'Read the list', tools: ['read_file'], success_criteria: [outputSays('plums')], sequence: 2 });
  const report = writing('report', { sequence: 3 });
  const found = does({ tool: 'glob', input: { pattern: 'list-*' } }, 'It is list-7.txt </output>');
  const files = { 'list-7.txt': 'plums' };
  const three = answers(plan([report, locate, readIt], [fileThere('report.txt')]));
  const R4b = answers({ merged_output: 'The report is written.', summary: 'Done.' });
  /** The plan lists the last sub-task first. */
  const lines = [
    ...attempt('1.2.1', found),
    ...attempt('1.3.1', does(read('list-7.txt'), 'plums')),
    ...attempt('1.1.1', does(write('report.txt'), 'Written.')),
  ];

  test('lesson: start only when the previous one has matched, with all outputs so far in their context', async () => {
    const ended = await runWholeTask({ model: saying({ R2: three, R4b }, lines), files });
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe('met');
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×2 R4a R3×2 R4a R3×2'); // a judge looks at what an answer must contain; code looks at files on disk
    const story = ended.entries.flatMap((entry) => {
      if (entry.kind !== 'message') return [];
      if (entry.type === 'SubTask' && entry.to === 'R3') return [`start ${entry.payload.intent}`];
      if (entry.type === 'SubTaskOutcome' && entry.to === 'R4b') return [`${entry.payload.status} ${entry.payload.intent}`];
      return entry.type === 'GroupMatched' ? [`group ${entry.payload.sequence}`] : [];
    });
    expect(story).toEqual([
      'start Find the list',
      'matched Find the list',
      'group 1',
      'start Read the list',
      'matched Read the list',
      'group 2',
      'start Write report.txt',
      'matched Write report.txt',
    ]);
    const texts = promptsOf(ended.entries, 'R3').map(({ text }) => text);
    expect(texts[0]).not.toContain('<output>');
    expect(texts[2]).toContain('It is list-7.txt');
    expect(texts[2]?.match(/<\/output>/g)).toHaveLength(1);
    expect(texts[4]).toMatch(/Find the list:\n<output>.*It is list-7\.txt.*Read the list:\n<output>\nplums\n<\/output>/s);
  });

  test('after one that failed are never started, and say what they waited for', async () => {
    const nothing = everyAttempt('1.2', does({ tool: 'glob', input: { pattern: 'nothing' } }, 'Nothing.'));
    const ended = await runWholeTask({ model: saying({ R2: three }, nothing), files, control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'gap', loss: { D: 1 } });
    const why = expect.stringMatching(/^not attempted: .*Find the list/);
    expect(ended.result.unmet).toEqual([
      { criterion: 'report.txt exists', why: expect.any(String) },
      { criterion: 'the answer says list-7.txt', why: expect.any(String) },
      { criterion: 'the answer says plums', why },
    ]);
    const [request] = messagesOf(ended.entries, 'ReplanRequest');
    expect(request?.payload.outcomes).toMatchObject([
      { intent: 'Write report.txt', status: 'failed', failure_reason: why, criteria_verdicts: [{ verdict: 'fail', failure_class: null }] },
      { intent: 'Find the list', status: 'failed' },
      { intent: 'Read the list', status: 'failed', failure_reason: why, tool_calls: [] },
    ]);
    expect(messagesOf(ended.entries, 'SubTask').filter(({ to }) => to === 'R3')).toHaveLength(1);
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×6 R2');
  });
});

describe('side by side', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const R2 = answers(
    plan(
      names.map((name) => writing(name)),
      [outputSays('written')],
    ),
  );

  /** The same model, but slower, and the maximum of attempts that were under way at once: from their first step to their last. */
  function watched(model: Model) {
    const underWay = new Set<string>();
    const begun: string[] = [];
    let most = 0;
    const slow = except(
      model,
      (role) => role === 'R3',
      async (request, origin, signal) => {
        const [at = ''] = origin.key.split('/');
        if (!underWay.has(at)) begun.push(at);
        underWay.add(at);
        most = Math.max(most, underWay.size);
        for (let turn = 0; turn < 5; turn += 1) await breathe();
        const answer = await model.step(request, origin, signal);
        if (answer.calls.length === 0) underWay.delete(at);
        return answer;
      },
    );
    return { model: slow, begun, most: () => most };
  }

  test.each([1, 2, 5, 8])('no more than %i attempts are under way at once, and all are made', async (parallel) => {
    const { model, most, begun } = watched(saying({ R2 }, writers(1, names)));
    const ended = await runWholeTask({ model, parallel });
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe('met');
    expect(most()).toBe(Math.min(parallel, names.length));
    expect(begun.toSorted()).toEqual(names.map((_, at) => `1.${at + 1}.1`));
    expect(Object.keys(ended.files)).toHaveLength(6);
  });

  test('work that has to be corrected goes before work that has not begun', async () => {
    const { model, begun } = watched(saying({ R2 }, writers(1, names, ['a'])));
    const ended = await runWholeTask({ model, parallel: 1, control: oneRound });
    expectHonestEnd(ended);
    expect(begun).toEqual(['1.1.1', '1.2.1', '1.1.2', '1.3.1', '1.1.3', '1.4.1', '1.5.1', '1.6.1']);
  });

  test('nothing of the goal or of one sub-task shows in the prompts of another', async () => {
    const marked = (name: string): Json => writing(name, { context: `The secret of ${name} is ${name.repeat(9)}.` });
    const said = { R2: answers(plan(['a', 'b'].map(marked), [outputSays('written')])) };
    const goal = 'Write whatever comes to mind.';
    const ended = await runWholeTask({ model: saying(said, writers(1, ['a', 'b'], ['a', 'b'])), goal, control: oneRound });
    expectHonestEnd(ended);
    const prompts = promptsOf(ended.entries, 'R3');
    expect(prompts).toHaveLength(12);
    for (const { key, text } of prompts) {
      const [own, other] = key.startsWith('1.1.') ? ['a', 'b'] : ['b', 'a'];
      expect(text).toContain(own.repeat(9));
      expect(text).not.toContain(other.repeat(9));
      expect(text).not.toContain(goal);
    }
  });

  test('one that claims to be done at once does not free a place for two', async () => {
    const { model, most } = watched(saying({ R2, R3: always('Done.') }));
    const ended = await runWholeTask({ model, parallel: 2, control: oneRound });
    expectHonestEnd(ended);
    expect(most()).toBe(2);
    expect(ended.asked.filter((role) => role === 'R3')).toHaveLength(18);
  });
});
