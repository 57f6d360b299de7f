import { expect, test } from 'vitest';
import { replanSentence } from './replan-sentence.ts';

const directed = { directive: 'break_symmetry', failed_criterion: null, blocked_targets: [] } as const;

test.each([
  [['shell:sleep', 'shell:wc'], 'That was not enough. It plans again, without what did not work: wc.'],
  [['shell:sleep'], 'That was not enough. It plans something quite different.'],
])('programs that do no work are not named: %j', (blocked_tools, expected) => {
  expect(replanSentence({ ...directed, blocked_tools })).toBe(expected);
});
