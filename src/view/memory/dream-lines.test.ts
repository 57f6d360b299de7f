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
  ['nothing to do', {}, 0, /no memory\.\n.*no rule\.\n.*no tag\.\nMade: no rule\.$/],
  ['sums that were wrong', { verified: 1_200, rebuilt: 3 }, 0, /1,200 tags, of which 3 had to be made anew\./],
  ['sums that were right', { verified: 1 }, 0, /1 tag; all were right\./],
  ['somebody else who dreams', { busy: true }, 0, /^Another artoo process is dreaming/],
  ['no model', { failure: new ArtooError('model_unset', 'none') }, 2, /No model is configured.* 2 clusters wait to become a rule\. Set/],
  [
    'a model that fails',
    { rules: ['r1'], failure: new ArtooError('model_unreachable', 'gone') },
    1,
    /Made: 1 rule\.\n.*r1\nThen it stopped: gone\. 1 cluster waits/,
  ],
  ['a person who stops it', { failure: new ArtooError('cancelled', 'x') }, 1, /Then you stopped it\. 1 cluster waits/],
])('%s', (_, changes, due, expected) => {
  expect(told(changes, due)).toMatch(expected);
});

test.each([
  [{ input_tokens: 100, output_tokens: 20, usd: 0.0012, model: 'm' }, 'It used 120 tokens of m, $0.0012.'],
  [{ input_tokens: 100, output_tokens: 20, estimated: true }, 'It used at most 120 tokens, at a price that is not known.'],
])('what it cost', (usage, expected) => {
  expect(dreamLines(result, { usage, width: 80 }).at(-1)).toBe(expected);
});
