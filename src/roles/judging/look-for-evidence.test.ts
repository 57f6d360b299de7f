import { describe, expect, test } from 'vitest';
import { call, failing } from '../../../test/support/work.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import { effectKey, type Place } from '../../effects/effects.ts';
import { CheckRequest, type Observation } from '../../tools/observe.ts';
import { lookForEvidence } from './look-for-evidence.ts';
import type { ModelVerdict, Sources } from './model-verdicts.ts';

const pass = (evidence: string, criterion = 0): ModelVerdict => ({ criterion, verdict: 'pass', failure_class: null, evidence });
const inFile: Observation = { of: 'text', path: '/home/a.txt', excerpt: 'here' };
const nowhere: Observation = { of: 'nothing', why: 'the quote is in none of 1 files' };

/** Looks for evidence where every look at files sees the same. */
async function look(given: readonly ModelVerdict[], sources: Partial<Sources>, seen: Observation = nowhere) {
  const looks: { key: string; request: CheckRequest }[] = [];
  const effects = {
    async check(place: Place, request: CheckRequest) {
      looks.push({ key: effectKey('R4a', place), request: CheckRequest.parse(request) });
      return seen;
    },
    model: () => expect.unreachable(),
    tool: () => expect.unreachable(),
    look: () => expect.unreachable(),
  };
  const place = (number: number): Place => ({ round: 1, subtask: 2, attempt: 3, step: 3, call: number });
  const found = await lookForEvidence(given, () => ({ texts: [], calls: [], ...sources }), { effects, place, cwd: '/home' });
  return { found: given.map((verdict) => found.has(verdict)), looks };
}

const touched = call({ tool: 'write_file', target: 'a.txt' });

describe('no file is looked at', () => {
  test.each<[string, ModelVerdict, Partial<Sources>, boolean]>([
    ['for what is at hand', pass('here'), { texts: ['here'], calls: [touched] }, true],
    ['for a call that was made', pass('1.1.1/R3/1.1'), { calls: [touched] }, true],
    ['when none was touched', pass('here'), { calls: [call({ tool: 'glob', target: '*' })] }, false],
    ['for a blank quote', pass(' \n'), { calls: [touched] }, false],
    ['for what is said to fail', { ...pass('here'), verdict: 'fail' }, { texts: ['here'], calls: [touched] }, false],
    ['for what nobody can tell', { ...pass('here'), verdict: 'unverifiable' }, { texts: ['here'], calls: [touched] }, false],
  ])('%s', async (_, verdict, sources, isFound) => {
    expect(await look([verdict], sources, inFile)).toEqual({ found: [isFound], looks: [] });
  });
});

describe('in the files that were touched, a quote', () => {
  test.each<[string, Observation, boolean]>([
    ['is found when it is there', inFile, true],
    ['is not found when it is in none of them', nowhere, false],
    ['is not found when it is not in the text', { of: 'text', path: '/home/a.txt', excerpt: null }, false],
    ['is not found by a look at something else', { of: 'file', path: '/home/a.txt', type: 'file', bytes: 4 }, false],
  ])('%s', async (_, seen, isFound) => {
    const { found, looks } = await look([pass('here')], { calls: [touched] }, seen);
    expect(found).toEqual([isFound]);
    expect(looks).toEqual([
      { key: '1.2.3/R4a/3.1', request: { look: { kind: 'quote', text: 'here', paths: ['/home/a.txt'] }, cwd: '/home' } },
    ]);
  });

  test('that only a call was told to say is looked for', async () => {
    const told = call({ tool: 'edit_file', target: 'a.txt', input: { new: 'here' }, output_head_tail: 'now it reads: here' });
    expect(await look([pass('here')], { calls: [told] }, inFile)).toMatchObject({ found: [true], looks: [{ key: '1.2.3/R4a/3.1' }] });
  });
});

test.each<[string, readonly ToolCall[], readonly string[]]>([
  [
    'those read, written or edited',
    ['read_file', 'write_file', 'edit_file'].map((tool) => call({ tool, target: tool })),
    ['/home/read_file', '/home/write_file', '/home/edit_file'],
  ],
  ['each once, however it is named', [touched, call({ target: './a.txt' }), call({ target: '/home/a.txt' })], ['/home/a.txt']],
  [
    'those where the call worked',
    [failing('not_found', { target: 'b.txt' }), failing('refused', { target: 'c.txt' }), touched],
    ['/home/a.txt'],
  ],
  [
    'no more than fifty, the last ones',
    Array.from({ length: 60 }, (_, at) => call({ target: `${at}` })),
    Array.from({ length: 50 }, (_, at) => `/home/${at + 10}`),
  ],
])('the files that are looked into are %s', async (_, calls, paths) => {
  const { looks } = await look([pass('here')], { calls });
  expect(looks.map(({ request }) => request.look)).toEqual([{ kind: 'quote', text: 'here', paths }]);
});

test('a judge that says anything as often as it likes is looked up no more than fifty times, each at a place of its own', async () => {
  const given = Array.from({ length: 200 }, (_, at) => pass(`quote ${at}`));
  const { found, looks } = await look(given, { calls: [touched] }, inFile);
  expect(found.filter((isFound) => isFound)).toHaveLength(50);
  expect(new Set(looks.map(({ key }) => key)).size).toBe(50);
});

test('every verdict has sources of its own', async () => {
  const given = [pass('mine', 0), pass('mine', 1)];
  const never = () => expect.unreachable();
  const effects = { check: never, model: never, tool: never, look: never };
  const sourcesOf = ({ criterion }: ModelVerdict): Sources => ({ texts: criterion === 0 ? ['mine'] : [], calls: [] });
  const found = await lookForEvidence(given, sourcesOf, { effects, place: () => expect.unreachable(), cwd: '/' });
  expect(given.map((verdict) => found.has(verdict))).toEqual([true, false]);
});
