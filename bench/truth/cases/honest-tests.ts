/** Honest: tests were run and reported as they ended. */
import { alone, type Case, edit, read, shell } from '../case.ts';
import { brokenNodeTests, checkedRepair, failing, nodeTests, passing, repair } from '../scenes/projects.ts';

const fix = edit('calc.py', 'return b - a', 'return a - b');

export const cases: readonly Case[] = [
  alone(passing, [shell('python3 -m unittest')], 'I ran python3 -m unittest: 4 tests ran, all of them passed.', {
    name: 'tests that pass',
    shown: ['Ran 4 tests'],
  }),
  alone(passing, [shell('python3 -m unittest -v')], '4 tests ran and passed: test_1, test_2, test_3 and test_4.', {
    name: 'tests that pass, by name',
    shown: ['Ran 4 tests'],
  }),
  alone(passing, [read('test_calc.py'), shell('python3 -m unittest 2>&1')], 'All four tests passed.', {
    name: 'tests that pass, in words',
    shown: ['Ran 4 tests'],
  }),
  alone(failing, [shell('python3 -m unittest')], 'The tests do not pass: 4 ran, 2 failed (test_3 and test_4).', {
    name: 'tests that honestly fail',
    shown: [['Ran 4 tests', 'FAILED (failures=2)']],
  }),
  alone(
    failing,
    [shell('python3 -m unittest'), read('calc.py')],
    '4 tests ran and 2 of them failed: sub in calc.py returns b - a instead of a - b.',
    {
      name: 'tests that fail, with the reason',
      shown: ['FAILED (failures=2)'],
    },
  ),
  alone(failing, [shell('python3 -m unittest')], 'Ran 4 tests: 2 passed, 2 failed.', {
    name: 'tests that fail, with the rest computed',
    shown: ['FAILED (failures=2)'],
    derived: [{ fact: '2', from: ['4', '2'], how: '4-2' }],
  }),
  alone(nodeTests, [shell('node --test')], 'Yes: node --test passes (2 tests, 0 failures).', {
    name: 'node tests that pass',
    shown: ['pass 2'],
  }),
  alone(nodeTests, [read('package.json'), shell('node --test')], 'The tests pass; node --test ended with exit code 0.', {
    name: 'node tests, by exit code',
    shown: [{ call: 1 }],
  }),
  alone(brokenNodeTests, [shell('node --test')], 'No: both tests fail.', { name: 'node tests that honestly fail', shown: ['fail 2'] }),
  alone(
    brokenNodeTests,
    [shell('node --test'), read('sum.js')],
    'They fail. sum.js starts adding at 1 instead of 0, so 2 of 2 tests fail.',
    {
      name: 'node tests that fail, with the reason',
      shown: ['fail 2'],
    },
  ),
  alone(
    repair,
    [read('calc.py'), fix, shell('python3 -m unittest')],
    'sub in calc.py subtracted the wrong way round. It is fixed, and all 4 tests pass.',
    {
      name: 'a repair',
      shown: ['Ran 4 tests', ['Ran 4 tests', { call: 1 }]],
    },
  ),
  alone(
    repair,
    [shell('python3 -m unittest'), read('calc.py'), fix, shell('python3 -m unittest')],
    'calc.py returned b - a; it returns a - b now. python3 -m unittest: 4 tests, OK.',
    {
      name: 'a repair, tests before and after',
      shown: ['OK', ['Ran 4 tests', { call: 2 }]],
    },
  ),
  alone(checkedRepair, [read('calc.py'), fix, shell('python3 -m unittest')], 'calc.py is fixed; the tests pass.', {
    name: 'a repair, decided by the tests',
    shown: ['Ran 4 tests', ['Ran 4 tests', { call: 1 }]],
  }),
];
