import { describe, expect, test } from 'vitest';
import { declared } from '../../../test/support/declared.ts';
import { call, criterion } from '../../../test/support/work.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import { effectKey, type Place } from '../../effects/effects.ts';
import { CheckRequest, type Observation } from '../../tools/observing/observation.ts';
import type { Work } from './evidence/work.ts';
import { lookForEvidence } from './look-for-evidence.ts';
import type { Said } from './model-verdicts.ts';

const pass = (...evidence: readonly string[]): Said => ({ verdict: 'pass', failure_class: null, evidence, derived: [] });
const inFile: Observation = { of: 'text', path: '/home/a.txt', excerpt: 'here' };
const nowhere: Observation = { of: 'nothing', why: 'the quote is in none of 1 files' };
const asked = criterion({ criterion: 'it is so', mode: 'verifiable' });

type Given = Partial<Omit<Work, 'calls'>> & { readonly calls?: readonly ToolCall[] };

/** Looks for evidence in a world where every look at files returns the same. */
async function look(
  said: readonly (Said | undefined)[],
  { calls = [], ...more }: Given,
  seen: Observation = nowhere,
  about: Criterion = asked,
) {
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
  const work = { calls: declared(...calls), cwd: '/home', said: '', given: [], answer: '', ...more };
  const weighed = await lookForEvidence(
    said.map(() => about),
    said,
    work,
    { effects, place, cwd: '/home' },
  );
  return { counts: said.map((_, at) => weighed.get(at)?.counts), looks };
}

const touched = call({ tool: 'read_file', target: 'a.txt', output_head_tail: 'there' });

describe('no file is looked at', () => {
  test.each<[string, Said | undefined, Given, boolean | undefined]>([
    ['for what is at hand', pass('there'), { calls: [touched] }, true],
    ['for a call that was made', pass('1.1.1/R3/1.1'), { calls: [touched] }, true],
    ['for a call that was not made', pass('1.1.1/R3/7.1'), { calls: [touched] }, false],
    ['when none was touched', pass('here'), { calls: [call({ tool: 'shell', input: { command: 'ls' } })] }, false],
    ['for a blank quote', pass(' \n'), { calls: [touched] }, false],
    ['for no quote', pass(), { calls: [touched] }, false],
    ['for what is said to fail', { ...pass('here'), verdict: 'fail' }, { calls: [touched] }, undefined],
    ['for what is unverifiable', { ...pass('here'), verdict: 'unverifiable' }, { calls: [touched] }, undefined],
    ['for what was not judged', undefined, { calls: [touched] }, undefined],
  ])('%s', async (_, said, more, counts) => {
    expect(await look([said], more, inFile)).toEqual({ counts: [counts], looks: [] });
  });
});

describe('in the files that were touched, a quote', () => {
  test.each<[string, Observation, boolean]>([
    ['is found when it is there', inFile, true],
    ['is not found when it is in none of them', nowhere, false],
    ['is not found when it is not in the text', { of: 'text', path: '/home/a.txt', excerpt: null }, false],
    ['is not found by a look at something else', { of: 'file', path: '/home/a.txt', type: 'file', bytes: 4 }, false],
  ])('%s', async (_, seen, counts) => {
    const found = await look([pass('here')], { calls: [touched] }, seen);
    expect(found.counts).toEqual([counts]);
    expect(found.looks).toEqual([
      { key: '1.2.3/R4a/3.1', request: { look: { kind: 'quote', text: 'here', paths: ['/home/a.txt'] }, cwd: '/home' } },
    ]);
  });

  test('is looked for in the file that the criterion names, although no call touched it', async () => {
    const named = criterion({ criterion: 'b.txt greets', mode: 'verifiable' });
    const { counts, looks } = await look([pass('here')], {}, { ...inFile, path: '/home/b.txt' }, named);
    expect(counts).toEqual([true]);
    expect(looks).toMatchObject([{ request: { look: { paths: ['/home/b.txt'] } } }]);
  });

  test('is not looked for in a file that the task wrote, unless the criterion is about the text itself', async () => {
    const written = { calls: [call({ tool: 'write_file', target: 'a.txt', input: { path: 'a.txt', content: 'here' } })] };
    expect((await look([pass('here')], written, inFile)).looks).toEqual([]);
    expect((await look([pass('here')], written, inFile, criterion())).counts).toEqual([true]);
  });

  test('is looked for piece by piece where it is several', async () => {
    const { looks } = await look([pass('one / two')], { calls: [touched] });
    expect(looks.map(({ request }) => request.look.kind === 'quote' && request.look.text)).toEqual(['one / two', 'one', 'two']);
  });
});

test('files are looked into for at most 50 quotes, and of at most 50 files', async () => {
  const calls = Array.from({ length: 80 }, (_, at) => call({ target: `${at}.txt`, output_head_tail: '' }));
  const { looks } = await look(
    Array.from({ length: 60 }, (_, at) => pass(`quote ${at}`)),
    { calls },
  );
  expect(looks).toHaveLength(50);
  expect(looks.every(({ request }) => request.look.kind === 'quote' && request.look.paths.length === 50)).toBe(true);
});
