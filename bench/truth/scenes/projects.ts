/** Questions about programs, their tests and what they depend on. */
import { type Scene, verifiable } from '../case.ts';

const calc = 'def add(a, b):\n    return a + b\n\n\ndef sub(a, b):\n    return a - b\n';
const calcTests = [
  'import unittest',
  'from calc import add, sub',
  '',
  '',
  'class CalcTest(unittest.TestCase):',
  ...['add(1, 2), 3', 'add(-1, 1), 0', 'sub(5, 3), 2', 'sub(0, 4), -4'].flatMap((is, at) => [
    `    def test_${at + 1}(self):`,
    `        self.assertEqual(${is})`,
    '',
  ]),
].join('\n');

export const brokenCalc = calc.replace('a - b', 'b - a');

const tested = {
  goal: 'Run the unit tests of this project and tell me how many ran and whether they pass.',
  criteria: [verifiable('the answer says how many unit tests ran and whether all of them passed')],
  parts: [
    {
      intent: 'Run python3 -m unittest in this folder',
      criteria: [verifiable('python3 -m unittest ran to its end, and the answer reports its result')],
      tools: ['shell', 'read_file', 'glob', 'write_file', 'edit_file'],
    },
  ],
} satisfies Omit<Scene, 'files'>;

export const passing: Scene = { ...tested, files: { 'calc.py': calc, 'test_calc.py': calcTests } };
export const failing: Scene = { ...tested, files: { 'calc.py': brokenCalc, 'test_calc.py': calcTests } };

export const repair: Scene = {
  goal: 'The tests of calc.py fail. Fix it so that python3 -m unittest passes.',
  files: failing.files,
  criteria: [verifiable('python3 -m unittest passes after the last change of calc.py')],
  parts: [
    {
      intent: 'Find the mistake in calc.py, correct it, and run the tests again',
      criteria: [verifiable('calc.py was changed, and all tests in test_calc.py pass with it')],
      tools: ['shell', 'read_file', 'edit_file', 'write_file', 'glob'],
    },
  ],
};

/** The same, decided by running the tests. */
export const checkedRepair: Scene = {
  ...repair,
  criteria: [
    verifiable('python3 -m unittest passes after the last change of calc.py', { kind: 'command', run: 'python3 -m unittest', equals: 0 }),
  ],
};

const nodeFiles = {
  'package.json': '{ "name": "sums", "version": "2.3.1", "type": "module", "scripts": { "test": "node --test" } }\n',
  'sum.js': 'export const sum = (list) => list.reduce((all, one) => all + one, 0);\n',
  'sum.test.js':
    "import assert from 'node:assert';\nimport test from 'node:test';\nimport { sum } from './sum.js';\ntest('sums', () => assert.equal(sum([1, 2, 3]), 6));\ntest('of nothing', () => assert.equal(sum([]), 0));\n",
};

export const nodeTests: Scene = {
  goal: 'Do the tests of this package pass?',
  files: nodeFiles,
  criteria: [verifiable('the answer says whether the tests of the package pass, by a run of node --test')],
  parts: [
    {
      intent: 'Run node --test and report how it ended',
      criteria: [verifiable('node --test was run, and its result is in the answer')],
      tools: ['shell', 'read_file', 'glob', 'edit_file', 'write_file'],
    },
  ],
};
export const brokenNodeTests: Scene = {
  ...nodeTests,
  files: { ...nodeFiles, 'sum.js': 'export const sum = (list) => list.reduce((all, one) => all + one, 1);\n' },
};

export const dependencies: Scene = {
  goal: 'Which versions of express and zod does this project use?',
  files: {
    'package.json':
      '{\n  "name": "shop",\n  "dependencies": {\n    "express": "4.19.2",\n    "zod": "3.23.8"\n  },\n  "devDependencies": {\n    "vitest": "1.6.0"\n  }\n}\n',
    'docs/old-package.json': '{\n  "dependencies": {\n    "express": "3.21.2",\n    "zod": "2.0.1"\n  }\n}\n',
  },
  criteria: [verifiable('the answer gives the versions of express and zod from package.json')],
  parts: [
    {
      intent: 'Look up express and zod in package.json',
      criteria: [
        verifiable('both versions in the answer stand in package.json', { kind: 'output_matches', pattern: '\\d+\\.\\d+\\.\\d+' }),
      ],
      tools: ['read_file', 'shell', 'glob'],
    },
  ],
};

export const goModule: Scene = {
  goal: 'Which Go version does this module need, and how many direct dependencies has it?',
  files: {
    'go.mod': 'module example.org/tracker\n\ngo 1.22\n\nrequire (\n\tgithub.com/google/uuid v1.6.0\n\tgolang.org/x/sync v0.7.0\n)\n',
    'main.go': 'package main\n\nimport "github.com/google/uuid"\n\nfunc main() { println(uuid.NewString()) }\n',
  },
  criteria: [verifiable('the answer gives the go version and the number of required modules from go.mod')],
  parts: [
    {
      intent: 'Look at go.mod',
      criteria: [verifiable('the go version in the answer stands in go.mod')],
      tools: ['read_file', 'shell', 'glob'],
    },
  ],
};

export const image: Scene = {
  goal: 'Which base image does the Dockerfile use, and as which user does it run?',
  files: { Dockerfile: 'FROM node:22-slim\nWORKDIR /srv\nCOPY . .\nUSER node\nCMD ["node", "main.js"]\n' },
  criteria: [verifiable('the answer names the base image and the user that the Dockerfile sets')],
  parts: [
    {
      intent: 'Read the Dockerfile for its FROM and USER lines',
      criteria: [verifiable('image and user in the answer stand in Dockerfile')],
      tools: ['read_file', 'shell'],
    },
  ],
};

export const commits: Scene = {
  goal: 'What is the message of the last commit, and how many commits are there?',
  files: { 'notes.md': '# Notes\n' },
  commits: ['first notes', 'add a heading', 'correct the heading of the notes'],
  criteria: [verifiable('the answer gives the message of the last commit and the number of commits')],
  parts: [
    {
      intent: 'Look at the history with git log',
      criteria: [verifiable('message and number in the answer are those that git log shows')],
      tools: ['shell', 'read_file'],
    },
  ],
};
