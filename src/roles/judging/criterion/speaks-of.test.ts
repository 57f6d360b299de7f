import { describe, expect, test } from 'vitest';
import { saysOnlyNone, speaksOfBuild, speaksOfPast, speaksOfTests } from './speaks-of.ts';

describe('what a criterion speaks of', () => {
  test.each<[string, boolean]>([
    ['all tests pass', true],
    ['npm test exits with 0', true],
    ['alle Tests laufen durch', true],
    ['the unit tests ran, and their result is in the answer', true],
    ['no test was deleted, skipped or weakened', false],
    ['the cause of the failure is removed, and no test was skipped', false],
    ['the answer names which test failed and why', false],
    ['build contains no .tmp file any more', false],
    ['tests/ has a file for each module', false],
    ['test_slug.py holds tests that call slug() with spaces and with an empty text, each asserting the exact result', false],
    ['merge() was run on unsorted and nested inputs, and its output agrees with what its comments and existing tests say', false],
    ['test_slug.py holds tests that call slug() with spaces, and they pass', true],
    ['the suite has tests for merge(), and its run ends with no failures', true],
  ])('a run of tests: %s', (criterion, isSo) => {
    expect(speaksOfTests(criterion)).toBe(isSo);
  });

  test.each<[string, boolean]>([
    ['the project builds without errors', true],
    ['neither a.tmp nor b.tmp lies in build', false],
  ])('a build: %s', (criterion, isSo) => {
    expect(speaksOfBuild(criterion)).toBe(isSo);
  });

  test.each<[string, boolean]>([
    ['the answer says why the deployment failed', true],
    ['the answer names the cause of the crash', true],
    ['config.json holds "timeout": 30', false],
    ['all tests pass', false],
  ])('what was: %s', (criterion, isSo) => {
    expect(speaksOfPast(criterion)).toBe(isSo);
  });
});

describe('that there is none of something', () => {
  test.each([
    'logs/ holds no log of last year (2025) any more',
    'No log of 2025 is left',
    'There are no files of 2025 in logs/',
    'config/ no longer names 8080',
    'logs/ contains nothing of 2025',
  ])('is all that is said by: %s', (criterion) => {
    expect(saysOnlyNone(criterion)).toBe(true);
  });

  test.each([
    'logs/ holds no log of 2025 and 4 of 2026',
    'Every file in logs/ that is not of 2025 is still there',
    'logs/ holds no log but that of 2025',
    'logs/ holds a log of 2025',
    'Nothing of 2026 is changed, only what is of 2025',
    'the logs of 2025 are not deleted',
  ])('is not all that is said by: %s', (criterion) => {
    expect(saysOnlyNone(criterion)).toBe(false);
  });
});
