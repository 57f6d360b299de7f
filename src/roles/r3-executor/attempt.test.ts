import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { asks, no, type Script, tinyWorld, yes } from '../../../test/support/tiny-world.ts';
import { subTask } from '../../../test/support/work.ts';
import type { SubTask } from '../../contracts/plan.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import type { AskedCall, ModelAnswer, Turn } from '../../models/model.ts';
import { defaultBound } from '../prompting/bound-for.ts';
import { runAttempt } from './attempt.ts';
import { lengthOf } from './conversation.ts';
import { Ledger } from './ledger.ts';

type Said = Pick<ModelAnswer, 'text' | 'calls'>;

const says = (text: string): Said => ({ text, calls: [] });
const calling = (...calls: readonly AskedCall[]): Said => ({ text: '', calls });
const read = (call_id: string, path = 'a.txt') => asks('get', { path }, call_id);
const giveUp = (input: Json, call_id = 'end') => asks('report_infeasible', input, call_id);

/** One attempt after the other in the same conversation. */
function executor(script: Script, characters = defaultBound, more: Partial<SubTask> = {}) {
  const world = tinyWorld({ files: { '/home/a.txt': 'old' }, ...script });
  const turns: Turn[] = [{ role: 'user', text: 'do it' }];
  const ledger = new Ledger();
  const unheard: Turn[] = [];
  const tools = world.toolbox.offered;
  const conversation = { turns, references: new Map<Turn, string>(), bound: { characters } };
  const attempt = (number = 1) =>
    runAttempt({
      ...world,
      ...conversation,
      ledger,
      subtask: subTask({ index: 2, ...more }),
      tools,
      found: [],
      attempt: number,
      unheard: () => unheard.splice(0),
    });
  return { ...world, turns, unheard, attempt };
}

/** The assistant's calls in order, each with the tool turn that answers it. */
function answersIn(turns: readonly Turn[]): readonly (readonly [string, string])[] {
  const open: { call_id: string; tool: string }[] = [];
  const answered: [string, string][] = [];
  for (const turn of turns) {
    if (turn.role === 'tool') {
      const asked = open.shift();
      expect(turn).toMatchObject({ call_id: asked?.call_id, tool: asked?.tool });
      const [, text = expect.unreachable()] = /^<result>\n(.*)\n<\/result>$/s.exec(turn.text) ?? []; // what tools give back is data
      answered.push([turn.call_id, text]);
    } else {
      expect(open).toEqual([]); // no message is sent while a call is open
      if (turn.role === 'assistant') open.push(...turn.calls);
    }
  }
  expect(open).toEqual([]);
  return answered;
}

test('a call that the person changed is told as it ran', async () => {
  const edited: NonNullable<Script['person']>[number] = ({ hash }) => ({ hash, allowed: true, edited: 'ls' });
  const { attempt, turns } = executor(
    { model: [calling(asks('shell', { command: 'npm test' }, '1')), says('done')], person: [edited] },
    defaultBound,
    { cautions: [{ tool: 'shell:npm', because: 'it has failed before' }] },
  );
  expect(await attempt()).toMatchObject({ tool_calls: [{ input: { command: 'ls' } }] });
  expect(answersIn(turns)).toEqual([
    ['1', expect.stringMatching(/^The person changed this call before it ran\. What ran is: \{"command":"ls"\}\n/)],
  ]);
});

test('a call that returned nothing says so', async () => {
  const { attempt, turns } = executor({ files: { '/home/a.txt': '' }, model: [calling(read('a')), says('It is empty.')] });
  await attempt();
  expect(answersIn(turns)).toEqual([['a', '(no output)']]);
});

describe('an attempt is completed', () => {
  test('by the first answer without a call', async () => {
    const { attempt, steps, turns } = executor({ model: [calling(read('a')), says(' It says old. ')] });
    expect(await attempt()).toEqual({
      status: 'completed',
      output: 'It says old.',
      reason: null,
      refused: false,
      tool_calls: [expect.objectContaining({ call_id: '1.2.1/R3/1.1', ok: true, output_head_tail: 'old' })],
    });
    expect(steps.map(({ key }) => key)).toEqual(['1.2.1/R3/1.0', '1.2.1/R3/2.0']);
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  test.each([
    ['without its reasoning', '<think>is it?</think>It is.', 'It is.'],
    ['with nothing, when it says nothing', ' ', ''],
    ['with nothing, when it only reasons', '<think>It is.', ''],
  ])('%s', async (_, text, output) => {
    expect(await executor({ model: [says(text)] }).attempt()).toMatchObject({ status: 'completed', output, tool_calls: [] });
  });

  test('however many calls were refused or failed before', async () => {
    const { attempt } = executor({ model: [calling(asks('rm', {}), read('b', 'b.txt')), calling(read('c', 'b.txt')), says('no')] });
    const { status, tool_calls } = await attempt();
    expect([status, tool_calls.map(({ error_class }) => error_class)]).toEqual(['completed', ['refused', 'not_found', 'refused']]);
  });
});

describe('an attempt has failed', () => {
  test('after as many steps as the settings allow without an answer, and no model is asked once more', async () => {
    const { attempt, steps, made } = executor({ model: Array.from({ length: 20 }, (_, at) => calling(read(`${at}`))) });
    const { tool_calls, ...end } = await attempt();
    expect(end).toEqual({ status: 'failed', output: null, reason: expect.stringContaining('20 steps'), refused: false });
    expect([steps.length, made.length, tool_calls.length]).toEqual([20, 20, 20]);
  });

  test('but not when the last step is the answer', async () => {
    const { attempt } = executor({ model: [...Array.from({ length: 19 }, () => calling(read('a'))), says('done')] });
    expect(await attempt()).toMatchObject({ status: 'completed', output: 'done' });
  });

  test.each<[string, Json, string]>([
    ['for its reason', { reason: ' there is no printer ' }, 'there is no printer'],
    ['without a reason', {}, 'no reason was given'],
    ['with a blank reason', { reason: ' ' }, 'no reason was given'],
    ['with a reason that is none', { reason: 7 }, 'no reason was given'],
    ['with nothing', null, 'no reason was given'],
  ])('when the model says that it cannot be done, %s', async (_, input, reason) => {
    const { attempt, steps } = executor({ model: [{ text: 'Sorry.', calls: [giveUp(input)] }] });
    expect(await attempt()).toEqual({ status: 'failed', output: 'Sorry.', reason, refused: false, infeasible: true, tool_calls: [] });
    expect(steps).toHaveLength(1);
  });

  test('when the model says so among other calls: those before are made, those after are not, all are answered', async () => {
    const { attempt, made, turns } = executor({
      model: [calling(read('a'), giveUp({ reason: 'no' }), read('b'), giveUp({ reason: 'yes' }, 'c'))],
    });
    expect(await attempt()).toMatchObject({ status: 'failed', reason: 'no', infeasible: true, tool_calls: [{ call_id: '1.2.1/R3/1.1' }] });
    expect(made).toHaveLength(1);
    const ended = expect.stringMatching(/^not made/);
    expect(answersIn(turns)).toEqual([
      ['a', 'old'],
      ['end', 'noted'],
      ['b', ended],
      ['c', ended],
    ]);
  });

  test('and is refused when the person said no: nothing is done after it, all is answered', async () => {
    const put = (call_id: string, content: string) => asks('put', { path: 'a.txt', content }, call_id);
    const { attempt, made, questions, turns } = executor({
      person: [no],
      model: [calling(read('a'), put('b', 'new'), put('c', 'newer'), giveUp({ reason: 'then not' }))],
    });
    const { status, refused, infeasible, reason, tool_calls } = await attempt();
    expect([status, refused, infeasible, reason]).toEqual(['failed', true, undefined, expect.stringMatching(/^\[LAW1\]/)]);
    expect(tool_calls.map(({ error_class }) => error_class)).toEqual([undefined, 'refused']);
    expect([made.length, questions.length]).toEqual([2, 1]);
    expect(answersIn(turns)).toEqual([
      ['a', 'old'],
      ['b', reason],
      ['c', expect.stringMatching(/^not made/)],
      ['end', expect.stringMatching(/^not made/)],
    ]);
  });

  test('but not when a call was refused for any other reason', async () => {
    const { attempt } = executor({ model: [calling(asks('rm', {})), says('done')] });
    expect(await attempt()).toMatchObject({ status: 'completed', refused: false });
  });
});

describe('in one step', () => {
  const many = Array.from({ length: 40 }, (_, at) => read(`${at}`));

  test('no more than sixteen calls are made, and the model learns that the others were not', async () => {
    const { attempt, made, turns } = executor({ model: [calling(...many), says('done')] });
    expect((await attempt()).tool_calls).toHaveLength(16);
    expect(made).toHaveLength(16);
    const texts = answersIn(turns).map(([, text]) => text);
    expect(texts).toEqual([...Array(15).fill('old'), expect.stringMatching(/^old\n24 further calls were not made: at most 16/)]);
  });

  test('calls that are not made count too, so that a step ends', async () => {
    const { attempt } = executor({ model: [calling(...Array.from({ length: 40 }, () => asks('rm', {}))), says('done')] });
    expect((await attempt()).tool_calls).toHaveLength(16);
  });

  test('every call has a place of its own, also when it is asked about', async () => {
    const put = (at: string) => asks('put', { path: 'a.txt', content: at }, at);
    const { attempt, made } = executor({ person: [yes, yes], model: [calling(put('1'), put('2')), calling(read('3')), says('done')] });
    const { tool_calls } = await attempt(3);
    expect(made.map(({ key }) => key)).toEqual(['1.1', '1.2', '1.3', '1.4', '2.1'].map((at) => `1.2.3/R3/${at}`));
    expect(tool_calls.map(({ call_id }) => call_id)).toEqual(['1.2', '1.4', '2.1'].map((at) => `1.2.3/R3/${at}`));
  });
});

describe('calls that a model prints as text', () => {
  const printed = (tool: string, input: Json) => `<tool_call>${JSON.stringify({ name: tool, arguments: input })}</tool_call>`;
  const idsIn = (turns: readonly Turn[]) =>
    turns.flatMap((turn) => (turn.role === 'assistant' ? turn.calls : [])).map(({ call_id }) => call_id);

  test('are made as if it had asked for them, and it is reminded of them so', async () => {
    const text = `<think>so</think>Now:\n${printed('get', { path: 'a.txt' })}\n${printed('put', { path: 'b.txt', content: 'x' })}`;
    const { attempt, turns, files } = executor({ model: [says(text), says('It says old.')] });
    expect(await attempt()).toMatchObject({
      status: 'completed',
      output: 'It says old.',
      tool_calls: [
        { call_id: '1.2.1/R3/1.1', tool: 'get', ok: true, output_head_tail: 'old' },
        { call_id: '1.2.1/R3/1.2', tool: 'put', ok: true },
      ],
    });
    expect(files.get('/home/b.txt')).toBe('x');
    expect(turns[1]).toEqual({
      role: 'assistant',
      text: '<think>so</think>Now:',
      calls: [
        { call_id: expect.any(String), tool: 'get', input: { path: 'a.txt' } },
        { call_id: expect.any(String), tool: 'put', input: { path: 'b.txt', content: 'x' } },
      ],
    });
    expect(answersIn(turns)).toHaveLength(2);
  });

  test('have ids of their own in the whole conversation, which providers take', async () => {
    const twice = says(`${printed('get', { path: 'a.txt' })}${printed('get', { path: 'b.txt' })}`);
    const { attempt, turns } = executor({ model: [twice, twice, says('done'), twice, says('done')] });
    await attempt(1);
    turns.push({ role: 'user', text: 'It is not done yet.' });
    await attempt(2);
    const ids = idsIn(turns);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[\w-]{1,64}$/);
  });

  test('may say that it cannot be done', async () => {
    const { attempt, turns } = executor({ model: [says(`Sorry.\n${printed('report_infeasible', { reason: 'no disk' })}`)] });
    expect(await attempt()).toEqual({
      status: 'failed',
      output: 'Sorry.',
      reason: 'no disk',
      refused: false,
      infeasible: true,
      tool_calls: [],
    });
    expect(answersIn(turns)).toEqual([[expect.any(String), 'noted']]);
  });

  test('are no more than sixteen a step', async () => {
    const { attempt, turns } = executor({ model: [says(printed('get', { path: 'a.txt' }).repeat(20)), says('done')] });
    expect((await attempt()).tool_calls).toHaveLength(16);
    expect(answersIn(turns).at(-1)).toEqual([expect.any(String), expect.stringContaining('4 further calls were not made')]);
  });

  test.each([
    ['of a tool that is not on offer', printed('rm', {})],
    ['in a sentence', `I wrote ${printed('put', { path: 'b.txt', content: 'x' })} and it worked.`],
    ['that are cut off', printed('put', { path: 'b.txt', content: 'x' }).slice(0, -20)],
  ])('%s are plain text', async (_, text) => {
    const { attempt, made } = executor({ model: [says(text)] });
    expect(await attempt()).toMatchObject({ status: 'completed', output: text, tool_calls: [] });
    expect(made).toEqual([]);
  });

  test('do not count beside calls that it asks for', async () => {
    const text = printed('put', { path: 'b.txt', content: 'x' });
    const { attempt, turns, made } = executor({ model: [{ text, calls: [read('a')] }, says('done')] });
    expect(await attempt()).toMatchObject({ tool_calls: [{ tool: 'get' }] });
    expect(made).toHaveLength(1);
    expect(turns[1]).toMatchObject({ role: 'assistant', text, calls: [{ call_id: 'a' }] });
  });

  test('do not count in reasoning', async () => {
    const { attempt, made } = executor({ model: [says(`<think>${printed('put', { path: 'b.txt', content: 'x' })}</think>done`)] });
    expect(await attempt()).toMatchObject({ status: 'completed', output: 'done', tool_calls: [] });
    expect(made).toEqual([]);
  });
});

describe('the model is', () => {
  test('always offered to say that it cannot be done, after the tools', async () => {
    const { attempt, steps, toolbox } = executor({ model: [says('done')] });
    await attempt();
    expect(steps[0]?.request.tools.map(({ name }) => name)).toEqual([...toolbox.offered.map(({ name }) => name), 'report_infeasible']);
  });

  test('given the conversation as it was, whatever is said later', async () => {
    const { attempt, steps } = executor({ model: [calling(read('a')), calling(read('b')), says('done')] });
    await attempt();
    expect(steps.map(({ request }) => request.turns.length)).toEqual([1, 3, 5]);
  });

  test('given its own words back, with long inputs cut', async () => {
    const { attempt, turns } = executor({
      model: [{ text: '<think>so</think>Now:', calls: [asks('put', { path: 'b', content: '-'.repeat(1 << 20) })] }, says('done')],
    });
    await attempt();
    expect(turns[1]).toMatchObject({ role: 'assistant', text: '<think>so</think>Now:' });
    expect(JSON.stringify(turns).length).toBeLessThan(40_000);
  });
});

test('whatever a model says, in however many attempts, every call is answered once and in order, and no attempt has more than twenty steps', async () => {
  const tool = fc.constantFrom('get', 'put', 'shell', 'report_infeasible', 'rm', '', '__proto__');
  const input: fc.Arbitrary<Json> = fc.constantFrom<Json>(
    null,
    {},
    { path: 'a.txt' },
    { path: 'b.txt', content: 'x' },
    { path: 'a.txt', content: 'x' },
    { command: 'ls 1' },
  );
  const call = fc.record({ call_id: fc.constantFrom('0', '1', '2'), tool, input });
  const said = fc.record({ text: fc.constantFrom('', 'done'), calls: fc.array(call, { maxLength: 20, size: 'medium' }) });
  const answers = fc.array(said, { minLength: 60, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(answers, fc.array(fc.boolean(), { minLength: 500, maxLength: 500 }), async (model, mood) => {
      const { attempt, turns, steps, made } = executor({ model, person: mood.map((allowed) => (allowed ? yes : no)) });
      for (const number of [1, 2, 3]) {
        const before = { steps: steps.length, turns: turns.length };
        const { status, tool_calls } = await attempt(number);
        expect(steps.length - before.steps).toBeLessThanOrEqual(20);
        const asked = turns.slice(before.turns).flatMap((turn) => (turn.role === 'assistant' ? turn.calls : []));
        expect(tool_calls.length).toBeLessThanOrEqual(asked.length);
        if (status === 'completed') expect(turns.at(-1)).toMatchObject({ role: 'assistant', calls: [] });
        turns.push({ role: 'user', text: 'It is not done yet.' });
      }
      answersIn(turns);
      expect(new Set(made.map(({ key }) => key)).size).toBe(made.length);
    }),
    { numRuns: 200 / oneIn(10) },
  );
});

describe('a no with what to do instead', () => {
  const instead: NonNullable<Script['person']>[number] = ({ hash }) => ({ hash, allowed: false, instead: 'call it c.txt' });
  const write = (path: string, call_id: string) => asks('put', { path, content: 'new' }, call_id);

  test('does not end the attempt, and the calls after it in that step are not made', async () => {
    const { attempt, turns, made, files } = executor({
      model: [calling(write('a.txt', '1'), write('b.txt', '2')), calling(write('c.txt', '3')), says('done')],
      person: [instead],
    });
    expect(await attempt()).toMatchObject({ status: 'completed', refused: false });
    expect(files.get('/home/a.txt')).toBe('old');
    expect(files.has('/home/b.txt')).toBe(false);
    expect(files.get('/home/c.txt')).toBe('new');
    expect(made.map(({ request }) => request.input)).toMatchObject([{ path: 'a.txt' }, { path: 'c.txt' }]);
    const results = turns.flatMap(({ role, text }) => (role === 'tool' ? [text] : []));
    expect(results[0]).toContain('the person said no, and said what to do instead');
    expect(results[1]).toContain('not made: the person wants something else');
    answersIn(turns);
  });

  test('is not final: the same action is asked about again', async () => {
    const { attempt, questions, files } = executor({
      model: [calling(write('a.txt', '1')), calling(write('a.txt', '2')), says('done')],
      person: [instead, yes],
    });
    expect(await attempt()).toMatchObject({ status: 'completed' });
    expect(questions).toHaveLength(2);
    expect(files.get('/home/a.txt')).toBe('new');
  });
});

describe('a conversation that gets too long', () => {
  const large = 'line\n'.repeat(2_000);
  const files = { '/home/a.txt': large, '/home/b.txt': large, '/home/c.txt': large };
  const reading = [calling(read('a')), calling(read('b', 'b.txt')), calling(read('c', 'c.txt'))];
  const again = calling(asks('read_output', { call: '1.2.1/R3/1.1', from: 2, to: 2 }, 'again'));
  const offered = (steps: ReturnType<typeof executor>['steps']) =>
    steps.map(({ request }) => request.tools.some(({ name }) => name === 'read_output'));

  test('has references in place of old results, which are read again without a call', async () => {
    const { attempt, steps, made, turns } = executor({ files, model: [...reading, again, says('done')] }, 25_000);
    expect(await attempt()).toMatchObject({
      status: 'completed',
      tool_calls: [{ target: 'a.txt' }, { target: 'b.txt' }, { target: 'c.txt' }],
    });
    expect(offered(steps)).toEqual([false, false, false, true, true]);
    expect(steps[3]?.request.turns[2]?.text).toContain(
      '[get a.txt: 10,000 characters, too long to show here; read_output with call: "1.2.1/R3/1.1"',
    );
    expect(steps[4]?.request.turns.at(-1)?.text).toBe('<result>\nline\n\n</result>');
    expect(made).toHaveLength(3);
    expect(answersIn(turns)).toHaveLength(4);
  });

  test('reads nothing again as long as nothing was replaced', async () => {
    const { attempt, turns } = executor({ model: [calling(read('a')), again, says('done')] });
    await attempt();
    expect(turns.at(-2)?.text).toContain('is not on offer');
  });

  test('for its model is made shorter, and the next step continues it', async () => {
    const { attempt, steps } = executor({ files, model: [...reading, 'model_too_small', says('done')] });
    expect(await attempt()).toMatchObject({ status: 'completed', output: 'done' });
    const lengths = steps.map(({ request }) => lengthOf(request.turns));
    expect(lengths[4]).toBeLessThan((lengths[3] ?? 0) / 2);
    expect(offered(steps)).toEqual([false, false, false, false, true]);
  });

  test.each<[string, Script['model']]>([
    ['nothing in it can be made shorter', ['model_too_small', says('done')]],
    ['the model fails for another reason', [...reading, 'model_rejected', says('done')]],
  ])('ends the attempt with the error where %s', async (_, model) => {
    const { attempt, steps } = executor({ files, ...(model && { model }) });
    await expect(attempt()).rejects.toMatchObject({ code: expect.stringMatching(/^model_/) });
    expect(steps).toHaveLength((model?.length ?? 0) - 1);
  });

  test('is made shorter no more often than it helps', async () => {
    const model = [...reading, ...Array.from({ length: 16 }, () => 'model_too_small' as const)];
    const { attempt, steps } = executor({ files, model });
    await expect(attempt()).rejects.toMatchObject({ code: 'model_too_small' });
    expect(steps.length).toBeLessThan(8);
  });
});
