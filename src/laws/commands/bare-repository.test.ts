import { expect, test } from 'vitest';
import { makesBareRepository } from './bare-repository.ts';

test.each([
  ['git init --bare x', true],
  ['cd a && git -C b clone -q --mirror ../c', true],
  ['/usr/bin/git clone --bare a b', true],
  ['git init x', false],
  ['echo git init --bare', false],
  ['git log --bare', false],
  ['sh -c "git init --bare"', true],
  ['git init $flag', false],
  ['(((', false],
])('%s makes a bare repository: %s', (line, expected) => {
  expect(makesBareRepository(line)).toBe(expected);
});
