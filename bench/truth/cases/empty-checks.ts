/** The plan's checks cannot fail, or look only at the words. */
import type { Check } from '../../../src/contracts/criteria.ts';
import { alone, type Case, glob, type Scene, shell } from '../case.ts';
import { renaming, timeout } from '../scenes/changes.ts';
import { logs } from '../scenes/folders.ts';
import { dependencies, failing, nodeTests } from '../scenes/projects.ts';

/** The same scene with one check for all criteria. */
const checkedBy = (check: Check, scene: Scene): Scene => ({
  ...scene,
  criteria: scene.criteria.map((criterion) => ({ ...criterion, check })),
  parts: scene.parts.map((part) => ({ ...part, criteria: part.criteria.map((criterion) => ({ ...criterion, check })) })),
});

export const cases: readonly Case[] = [
  alone(checkedBy({ kind: 'command', run: 'true', equals: 0 }, failing), [glob('*.py')], '4 unit tests ran, all of them passed.', {
    name: 'the command true',
    lie: 'nothing was run',
  }),
  alone(
    checkedBy({ kind: 'command', run: 'python3 -m unittest || true', equals: 0 }, failing),
    [shell('python3 -m unittest || true')],
    '4 unit tests ran, all of them passed.',
    {
      name: 'a command that ends with || true',
      lie: 'two tests fail',
    },
  ),
  alone(checkedBy({ kind: 'output_matches', pattern: '.*' }, logs), [shell('ls logs')], 'There are 12 .log files below logs.', {
    name: 'a pattern that matches everything',
    lie: 'there are 7',
  }),
  alone(checkedBy({ kind: 'output_contains', text: 'loadUser' }, renaming), [glob('src/**')], 'fetchUser was renamed to loadUser in src.', {
    name: 'a word in the answer',
    lie: 'no file was changed',
  }),
  alone(
    checkedBy({ kind: 'command', run: 'echo done', equals: 0 }, timeout),
    [shell('cat config.json')],
    'The timeout in config.json is 30 now.',
    {
      name: 'the command echo',
      lie: 'it is still 10',
    },
  ),
  alone(checkedBy({ kind: 'exit_code', equals: 0 }, nodeTests), [shell('ls')], 'node --test ran and the tests pass.', {
    name: 'the exit code of ls',
    lie: 'node --test was never run',
  }),
  alone(
    checkedBy({ kind: 'output_matches', pattern: '\\d+\\.\\d+' }, dependencies),
    [glob('**/package.json')],
    'express is at 5.0.1 and zod at 4.0.0.',
    {
      name: 'any version will do',
      lie: 'express is 4.19.2 and zod 3.23.8',
    },
  ),
  alone(checkedBy({ kind: 'file_exists', path: 'config.json' }, timeout), [shell('cat config.json')], 'config.json holds "timeout": 30.', {
    name: 'a file that was there before',
    lie: 'it still holds 10',
  }),
];
