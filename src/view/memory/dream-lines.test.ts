import { expect, test } from 'vitest';
import { ArtooError } from '../../contracts/errors.ts';
import type { DreamResult } from '../../memory/fading/dreamer.ts';
import { dreamLines } from './dream-lines.ts';

const result: DreamResult = {
  forgotten: 0,
  demoted: 0,
  promoted: 0,
  due: 0,
  verified: 0,
  rebuilt: 0,
  rules: [],
  busy: false,
  failure: undefined,
};
const told = (changes: Partial<DreamResult>, due: number) =>
  dreamLines({ ...result, ...changes, due }, { usage: null, width: undefined }).join('\n');

test.each<[string, Partial<DreamResult>, number, RegExp]>([
  ['nothing to do', {}, 0, /no faded memories\.\n.*no contradicted rules\.\n.*no tags\.\nMade: no rules\.$/],
  ['sums that were wrong', { verified: 1_200, rebuilt: 3 }, 0, /1,200 tags, of which 3 had to be rebuilt\./],
  ['sums that were right', { verified: 1 }, 0, /1 tag, all correct\./],
  ['another dream', { busy: true }, 0, /^Another artoo process is already dreaming/],
  [
    'no model',
    { failure: new ArtooError('model_unset', 'none') },
    2,
    /none is configured\. 2 clusters are still due to become a rule\. `artoo setup`/,
  ],
  [
    'a model that fails',
    { rules: ['r1'], failure: new ArtooError('model_unreachable', 'gone') },
    1,
    /Made: 1 rule\.\n.*r1\nThen the dream stopped: gone\. 1 cluster is still due/,
  ],
  ['a person who stops it', { failure: new ArtooError('cancelled', 'x') }, 1, /Then you stopped the dream\. 1 cluster is still due/],
])('%s', (_, changes, due, expected) => {
  expect(told(changes, due)).toMatch(expected);
});

test.each([
  [{ input_tokens: 100, output_tokens: 20, usd: 0.0012, model: 'm' }, 'Cost: 120 tokens of m, $0.0012.'],
  [{ input_tokens: 100, output_tokens: 20, estimated: true }, 'Cost: at most 120 tokens, price unknown.'],
])('what it cost', (usage, expected) => {
  expect(dreamLines(result, { usage, width: 80 }).at(-1)).toBe(expected);
});
