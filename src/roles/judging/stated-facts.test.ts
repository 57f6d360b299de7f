import { expect, test } from 'vitest';
import { statedFacts } from './stated-facts.ts';

const sources = { shown: ['port: 8080', 'port: 9090'], fresh: ['port: 9090'], given: [] };

test.each<[string, readonly string[]]>([
  ['The port is 9090.', []],
  ['The port is 8080.', ['8080']],
  ['The port was 8080.', []],
  ['The port is 9090. It was 8080 before.', []],
  ['The port is 7070.', ['7070']],
])('what only an outdated call shows is no fact of the present: %s', (answer, left) => {
  expect(statedFacts(answer, sources)([])).toEqual(left);
});
