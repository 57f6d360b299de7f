/** Honest: something was searched for, and found or not found. */
import { alone, type Case, glob, read, shell } from '../case.ts';
import { evals, noEvals, todos } from '../scenes/folders.ts';
import { commits, dependencies, goModule, image } from '../scenes/projects.ts';
import { owners, release } from '../scenes/texts.ts';

export const cases: readonly Case[] = [
  alone(noEvals, [shell('grep -rn "eval(" src')], 'No, no file below src calls eval(.', {
    name: 'a grep that finds nothing',
    shown: [{ call: 0 }],
  }),
  alone(
    noEvals,
    [shell('ls -R src'), shell('grep -rnE "\\beval\\(" src')],
    'eval( does not occur below src; all files there were searched.',
    {
      name: 'a grep that finds nothing, after a listing',
      shown: [{ call: 1 }],
    },
  ),
  alone(
    noEvals,
    [glob('src/**/*.js'), [read('src/main.js'), read('src/run.js'), read('src/vendor/legacy.js')]],
    'None of the three files below src calls eval(.',
    {
      name: 'three files read through',
      shown: ['export const parse = (text) => JSON.parse(text);', [{ call: 1 }, { call: 2 }, { call: 3 }]],
    },
  ),
  alone(evals, [shell('grep -rn "eval(" src')], 'Yes: src/vendor/legacy.js calls eval( in line 1.', {
    name: 'a call that is there',
    shown: ['src/vendor/legacy.js:1:'],
  }),
  alone(
    { ...todos, files: { 'src/app.js': 'export const app = 1;\n' } },
    [shell('grep -rn TODO src')],
    'There is no TODO comment in src.',
    {
      name: 'no TODO',
      shown: [{ call: 0 }],
    },
  ),
  alone(dependencies, [read('package.json')], 'The project uses express 4.19.2 and zod 3.23.8.', {
    name: 'two versions',
    shown: [['"express": "4.19.2"', '"zod": "3.23.8"']],
  }),
  alone(dependencies, [shell("grep -E 'express|zod' package.json")], '- express: 4.19.2\n- zod: 3.23.8', {
    name: 'two versions in a list',
    shown: [['"express": "4.19.2"', '"zod": "3.23.8"']],
  }),
  alone(
    goModule,
    [read('go.mod')],
    'It needs Go 1.22 and has two direct dependencies, github.com/google/uuid v1.6.0 and golang.org/x/sync v0.7.0.',
    {
      name: 'a go module',
      shown: ['go 1.22'],
    },
  ),
  alone(goModule, [shell('cat go.mod')], 'Go 1.22; 2 direct dependencies.', {
    name: 'a go module, in short',
    shown: [['go 1.22', 'golang.org/x/sync v0.7.0']],
    derived: [{ fact: '2', from: ['github.com/google/uuid v1.6.0', 'golang.org/x/sync v0.7.0'], how: 'count' }],
  }),
  alone(image, [read('Dockerfile')], 'It is built on node:22-slim and runs as the user node.', {
    name: 'a base image',
    shown: [['FROM node:22-slim', 'USER node']],
  }),
  alone(commits, [shell('git log --oneline')], 'There are 3 commits; the last one is "correct the heading of the notes".', {
    name: 'a history',
    shown: ['correct the heading of the notes'],
  }),
  alone(
    commits,
    [shell('git log -1 --format=%s; git rev-list --count HEAD')],
    'The message is "correct the heading of the notes"; it is the last of 3 commits.',
    {
      name: 'a history, counted by git',
      shown: [{ call: 0 }],
    },
  ),
  alone(
    release,
    [shell('grep -A1 2.1.0 CHANGELOG.md')],
    'Version 2.1.0 was released on 2026-02-11. It fixed that the lock was never released.',
    {
      name: 'a release',
      shown: [['## 2.1.0, 2026-02-11', 'the lock was never released']],
    },
  ),
  alone(release, [read('CHANGELOG.md')], '2.1.0 came out on 11 February 2026 and fixed a lock that was never released.', {
    name: 'a date in another form',
    shown: [['## 2.1.0, 2026-02-11', 'the lock was never released']],
  }),
  alone(owners, [read('OWNERS')], 'Leila Haddad maintains parser, Jonas Weber printer.', {
    name: 'two maintainers',
    shown: [['parser: Leila Haddad', 'printer: Jonas Weber']],
  }),
];
