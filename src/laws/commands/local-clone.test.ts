import { expect, test } from 'vitest';
import { clonesLocally } from './local-clone.ts';

test.each([
  ['git clone a b', true],
  ['git clone -q -b main . ../copy', true],
  ['cd .. && /usr/bin/git -C a clone --depth 1 ./x', true],
  ['git clone ~/a "$HOME/b"', true],
  ['git clone "$(pwd)" b', true],
  ['sh -c "git clone a b"', true],
  ['git clone https://git.example/a.git a && cd a && npm ci', false],
  ['git clone git@git.example:a.git', false],
  ['git clone host:a.git b', false],
  ['git clone file:///srv/a.git b', false],
  ['git clone "$ADDRESS" b', false],
  ['echo git clone a b', false],
  ['(((clone', false],
])('%s clones a repository on this machine: %s', (line, expected) => {
  expect(clonesLocally(line)).toBe(expected);
});
