import { describe, expect, test } from 'vitest';
import { declared, evidence } from '../../../test/support/declared.ts';
import { scripted } from '../../../test/support/handled.ts';
import { settings } from '../../../test/support/parts.ts';
import { call, criterion } from '../../../test/support/work.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import { createValidator } from '../r4a-validator/role.ts';
import { noFacts } from './answer/stated-facts.ts';
import { type Believing, believe } from './believe.ts';
import { builtIn } from './built-in.ts';
import { ModelVerdicts } from './model-verdicts.ts';

const named = criterion({ criterion: 'the word is named', mode: 'verifiable' });
const kind = criterion({ criterion: 'it is kind' });
const seen = call({ input: { path: 'notes.txt' }, target: 'notes.txt', output_head_tail: 'the word is hello' });

const pass = (at: number, evidence: string, more: object = {}) => ({ criterion: at, verdict: 'pass', evidence, ...more });
const shown = 'word is hello';

/** What is believed of a first answer, and of those that follow. */
async function believed(
  asked: readonly Criterion[],
  first: readonly unknown[],
  again: readonly unknown[] = [],
  more: Partial<Believing> = {},
) {
  const { context, keys, requests } = scripted(createValidator(evidence)(settings), { model: again });
  const looking = (step: number) => ({ effects: context.effects, place: (at: number) => ({ round: 1, step, call: at }), cwd: '/home' });
  const { verdicts, revision } = await believe(
    { verdicts: ModelVerdicts.parse(first) },
    {
      asked,
      request: { system: 's', turns: [{ role: 'user', text: 'Judge.' }], tools: [], answered_by: 'R4b' },
      work: { calls: declared(seen), cwd: '/home', said: '', given: [], answer: 'It is all done.' },
      facts: noFacts,
      falseClaims: [],
      plainClass: null,
      effects: context.effects,
      again: { round: 1, step: 4 },
      looking: [looking(3), looking(5)],
      ...more,
    },
  );
  return { verdicts: [...verdicts.values()], revision, keys, requests };
}

describe('what a judge says is believed at once', () => {
  test.each<[string, readonly unknown[], object]>([
    ['a pass whose evidence counts', [pass(0, shown)], { verdict: 'pass', by: 'model', failure_class: null }],
    [
      'a fail',
      [{ criterion: 0, verdict: 'fail', failure_class: 'logical', evidence: 'no' }],
      { verdict: 'fail', failure_class: 'logical', by: 'model' },
    ],
    [
      'a doubt',
      [{ criterion: 0, verdict: 'unverifiable', evidence: '' }],
      { verdict: 'unverifiable', failure_class: null, by: 'model', evidence: 'the judge says that nothing shows it either way' },
    ],
    [
      'a fail without evidence, which needs none',
      [{ criterion: 0, verdict: 'fail', failure_class: 'logical', evidence: [] }],
      { verdict: 'fail', failure_class: 'logical', by: 'model', evidence: 'the judge says that it is not so' },
    ],
    ['nothing, which is a fail', [], { verdict: 'fail', by: 'model' }],
  ])('%s', async (_, first, verdict) => {
    const { verdicts, keys } = await believed([named], first);
    expect(verdicts).toMatchObject([{ criterion: 'the word is named', mode: 'verifiable', ...verdict }]);
    expect(keys.filter((key) => key.includes('/4.'))).toEqual([]);
  });
});

describe('a pass whose evidence does not count', () => {
  test('and that is taken back without a reason fails for the one that was given', async () => {
    const { verdicts } = await believed(
      [named],
      [pass(0, 'Dear reader')],
      [{ verdicts: [{ criterion: 0, verdict: 'fail', evidence: [] }] }],
    );
    expect(verdicts).toMatchObject([{ verdict: 'fail', by: 'model', evidence: expect.stringContaining('was not found in anything') }]);
  });

  test('is asked about once more, in the same conversation, with the reason, by number', async () => {
    const { requests, keys } = await believed(
      [kind, named],
      [pass(0, 'all done'), pass(1, 'Dear reader')],
      [{ verdicts: [pass(1, shown)] }],
    );
    expect(keys).toContain('1.0.0/R4a/4.0');
    expect(requests).toMatchObject([{ system: 's', tools: [], answered_by: 'R4b' }]);
    const turns = requests[0]?.turns ?? [];
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(turns[1]?.text).toContain('Dear reader');
    expect(turns[2]?.text).toMatch(/<reasons>\n1\. the quote "Dear reader" was not found in anything.*\n<\/reasons>/);
    expect(turns[2]?.text).not.toContain('0. ');
  });

  test('may come with words for the executor in the second answer too', async () => {
    const words = { what_was_wrong: 'The word is not shown.', what_to_do: 'Read notes.txt.' };
    const again = { verdicts: [{ criterion: 0, verdict: 'fail', evidence: [] }], ...words };
    expect((await believed([named], [pass(0, 'Dear reader')], [again])).revision).toMatchObject(words);
    expect((await believed([named], [pass(0, 'Dear reader')], ['no answer', 'no answer'])).revision).toMatchObject({ what_to_do: '' });
    expect((await believed([named], [pass(0, shown)])).revision).toBeUndefined();
  });

  const uncountable = { verdict: 'unverifiable', failure_class: null, by: 'code' };
  test.each<[string, readonly unknown[], object]>([
    ['passes when the second answer has evidence that counts', [{ verdicts: [pass(0, shown)] }], { verdict: 'pass', by: 'model' }],
    [
      'fails when the second answer says so',
      [{ verdicts: [{ criterion: 0, verdict: 'fail', failure_class: 'logical', evidence: 'no' }] }],
      { verdict: 'fail', by: 'model' },
    ],
    ['is unverifiable when the second answer does no better', [{ verdicts: [pass(0, 'Dear friend')] }], uncountable],
    ['is unverifiable when the second answer is about something else', [{ verdicts: [pass(7, shown)] }], uncountable],
    ['is unverifiable when the second answer cannot be read, twice', ['Well…', 'Well…'], uncountable],
  ])('%s, and is not asked about a third time', async (_, again, verdict) => {
    const { verdicts, requests } = await believed([named], [pass(0, 'Dear reader')], again);
    expect(verdicts).toMatchObject([verdict]);
    expect(requests).toHaveLength(again.length);
  });

  test('does not give a judge another word about the rest', async () => {
    const again = [{ verdicts: [{ criterion: 0, verdict: 'fail', evidence: 'no' }, pass(1, shown)] }];
    const { verdicts } = await believed([kind, named], [pass(0, 'all done'), pass(1, 'Dear reader')], again);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  });

  test('is a failure where the judge cannot be reached any more', async () => {
    await expect(believed([named], [pass(0, 'Dear reader')], [])).rejects.toThrow('asked more often');
  });
});

describe('a fact that nothing shows', () => {
  /** The fact 42 is supported if the judge derives it. */
  const facts: Believing['facts'] = (derived) => ({
    unseen: derived.some(({ fact }) => fact === '42') ? [] : ['42', 'x.txt'],
    outdated: [],
  });
  const derived = [{ fact: '42', from: ['21'], how: '21+21' }];

  test('is reported to the judge, and fails the built-in criterion by name, whatever is cited', async () => {
    const { verdicts, requests } = await believed([named, builtIn], [pass(0, shown), pass(1, shown)], [{ verdicts: [pass(1, shown)] }], {
      facts,
    });
    expect(requests[0]?.turns.at(-1)?.text).toMatch(/1\. nothing that was seen shows "42", "x\.txt"/);
    expect(verdicts).toMatchObject([
      { verdict: 'pass' },
      { builtin: true, verdict: 'fail', failure_class: 'logical', by: 'code', evidence: expect.stringContaining('"42", "x.txt"') },
    ]);
  });

  test('is distinguished from one that only calls before a later change show', async () => {
    const outdated: Believing['facts'] = () => ({ unseen: [], outdated: ['10'] });
    const { verdicts } = await believed([builtIn], [pass(0, shown)], [{ verdicts: [pass(0, shown)] }], { facts: outdated });
    expect(verdicts[0]).toMatchObject({ verdict: 'fail', by: 'code', evidence: expect.stringMatching(/^only calls from before .* "10"/) });
  });

  test('is of the class that plainly stood in the way', async () => {
    const more = { facts, plainClass: 'environmental' } as const;
    const { verdicts } = await believed([named, builtIn], [pass(0, shown), pass(1, shown)], [{ verdicts: [pass(1, shown)] }], more);
    expect(verdicts[1]).toMatchObject({ verdict: 'fail', failure_class: 'environmental' });
  });

  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ['at once', [pass(0, shown), pass(1, shown, { derived })], []],
    ['under any criterion', [pass(0, shown, { derived }), pass(1, shown)], []],
    ['with the second answer', [pass(0, shown), pass(1, shown)], [{ verdicts: [pass(1, shown, { derived })] }]],
  ])('is shown by a derivation that holds, %s', async (_, first, again) => {
    const { verdicts } = await believed([named, builtIn], first, again, { facts });
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  });

  test('fails nothing but the built-in criterion', async () => {
    const { verdicts, requests } = await believed([named], [pass(0, shown)], [], { facts });
    expect([verdicts.map(({ verdict }) => verdict), requests]).toEqual([['pass'], []]);
  });

  test('adds nothing to a fail of the judge', async () => {
    const fail = { criterion: 1, verdict: 'fail', failure_class: 'logical', evidence: 'another question' };
    const { verdicts, requests } = await believed([named, builtIn], [pass(0, shown), fail], [], { facts });
    expect(verdicts[1]).toMatchObject({ verdict: 'fail', evidence: 'another question', by: 'model' });
    expect(requests).toEqual([]);
  });
});

describe('the built-in criterion', () => {
  test.each<[string, Criterion]>([
    ['other criteria about it', kind],
    ['criteria about the world', named],
  ])('is about the text, whose facts code looks up: the answer itself shows it, beside %s', async (_, other) => {
    const { verdicts } = await believed([other, builtIn], [pass(0, shown), pass(1, 'It is all done.')]);
    expect(verdicts[1]).toMatchObject({ builtin: true, mode: 'verifiable', verdict: 'pass' });
  });

  test('fails by code where the answer claims what calls deny, whatever is cited', async () => {
    const said = [pass(0, shown), pass(1, shown)];
    const falseClaims = ['the answer says that the tests pass, but no tests were run'];
    const { verdicts, requests } = await believed([named, builtIn], said, [{ verdicts: said }], { falseClaims });
    expect(requests[0]?.turns.at(-1)?.text).toContain('no tests were run');
    expect(verdicts[1]).toMatchObject({
      builtin: true,
      verdict: 'fail',
      by: 'code',
      evidence: expect.stringContaining('no tests were run'),
    });
  });
});
