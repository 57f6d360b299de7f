import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collected } from '../../../test/support/collected.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { chainsOf } from './chains.ts';
import { openSuite } from './open-suite.ts';
import type { SuiteTask } from './suite-task.ts';

function written(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = scratch();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const opened = (content: string | Buffer) => openSuite(join(written({ 's.yaml': content }), 's.yaml'), 's.yaml');
const task = (id: string, more = ''): string => `---\ntask: ${id}\ngoal: Do ${id}.\nchecks: [{ kind: file_exists, path: x }]\n${more}`;

test('a suite is read with what holds for all its tasks', async () => {
  const suite = await opened(
    `suite: mine\nabout: Small things.\nlimits: { time: 5m, max_cost: 1 }\nrepeats: 3\n${task('a', 'limits: { time: 90s, max_tokens: 20k }\n')}${task('b', 'repeats: 2\nneeds: [git]\n')}`,
  );
  expect(suite).toMatchObject({ name: 'mine', about: 'Small things.', count: 2 });
  const [a, b] = await collected(suite.tasks());
  expect(a).toMatchObject({ id: 'a', kind: 'any', goal: 'Do a.', repeats: 3, limits: { active_ms: 90_000, tokens: 20_000, usd: 1 } });
  expect(b).toMatchObject({ repeats: 2, limits: { active_ms: 300_000, usd: 1 }, needs: [{ what: 'git' }] });
});

test('files are texts or bytes, and hidden tests are read with their time', async () => {
  const suite = await opened(
    'suite: s\n---\ntask: a\ngoal: g\nfiles:\n  a/b.txt: |\n    one\n    ---\n  c.bin: { base64: AAH/ }\n  empty:\ntests: { run: sh t.sh, files: { t.sh: exit 0 }, time: 5s }\n',
  );
  const [only] = await collected(suite.tasks());
  expect(only?.files).toEqual({ 'a/b.txt': 'one\n---\n', 'c.bin': Buffer.from([0, 1, 255]), empty: '' });
  expect(only?.tests).toEqual({ run: 'sh t.sh', files: { 't.sh': 'exit 0' }, timeout_ms: 5_000 });
});

test('included suites come first, each with its own folder', async () => {
  const folder = written({
    's.yaml': `suite: s\ninclude: [sub/t.yaml]\n${task('b')}`,
    'sub/t.yaml': `suite: t\n${task('a', 'copy: files\n')}`,
  });
  const suite = await openSuite(join(folder, 's.yaml'), 's.yaml');
  const tasks = await collected(suite.tasks());
  expect(tasks.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(tasks[0]?.copy).toMatch(/sub\/files$/);
  expect(suite.closed).toHaveLength(2);
});

describe('what is wrong is said with its place, before anything runs', () => {
  test.each<[what: string, text: string | Buffer, message: RegExp]>([
    ['nothing', '', /s\.yaml is empty/],
    ['bytes', Buffer.from([0xff, 0xfe, 1, 2]), /not UTF-8/],
    ['a control character', 'suite: s\n\u0007', /s\.yaml:2:1: .*control character/],
    ['no YAML', 'suite: [s', /s\.yaml:\d:\d+: /],
    ['a suite without a name', 'about: x\n', /s\.yaml:1:1: .*suite/],
    ['a suite without tasks', 'suite: s\n', /has no tasks/],
    ['a key that is not known', `suite: s\n${task('a', 'goall: x\n')}`, /s\.yaml:6:1: goall is not known here; did you mean goal\?/],
    [
      'a key that is not known inside',
      `suite: s\n${task('a', 'limits: { tim: 5m }\n')}`,
      /s\.yaml:6:11: limits\.tim is not known here; did you mean time/,
    ],
    ['no goal', 'suite: s\n---\ntask: a\nchecks: [{ kind: file_exists, path: x }]\n', /s\.yaml:3:1: goal/],
    [
      'a kind of check that is none',
      'suite: s\n---\ntask: a\ngoal: g\nchecks:\n  - { kind: file_exits, path: x }\n',
      /s\.yaml:6:5: .*did you mean file_exists/,
    ],
    [
      'a check that cannot fail',
      "suite: s\n---\ntask: a\ngoal: g\nchecks: [{ kind: command, run: 'true' }]\n",
      /s\.yaml:5:10: .*always holds/,
    ],
    [
      'a check of half its fields',
      'suite: s\n---\ntask: a\ngoal: g\nchecks: [{ kind: file_contains, path: x }]\n',
      /not a whole file_contains: text/,
    ],
    ['a pattern that is none', "suite: s\n---\ntask: a\ngoal: g\nchecks: [{ kind: output_matches, pattern: '(' }]\n", /never be decided/],
    [
      'a check of another place',
      'suite: s\n---\ntask: a\ngoal: g\nchecks: [{ kind: file_exists, path: ../x }]\n',
      /below the task's folder/,
    ],
    ['a file in another place', `suite: s\n${task('a', 'files: { /etc/x: y }\n')}`, /s\.yaml:6:8: .*below the task's folder/],
    ['no check', 'suite: s\n---\ntask: a\ngoal: g\n', /needs checks or tests/],
    ['guards alone', 'suite: s\n---\ntask: a\ngoal: g\nchecks: [{ kind: file_exists, path: x, guard: true }]\n', /only guards/],
    ['a name twice', `suite: s\n${task('a')}${task('a')}`, /two tasks with the name a/],
    ['a time without a unit', `suite: s\n${task('a', 'limits: { time: 5 }\n')}`, /s\.yaml:6:17: .*needs a unit/],
    [
      'tasks in a circle',
      `suite: s\n${task('a', 'after: c\n')}${task('b', 'after: a\n')}${task('c', 'after: b\n')}`,
      /in a circle: a runs after c runs after b runs after a/,
    ],
    ['a task after itself', `suite: s\n${task('a', 'after: a\n')}`, /in a circle: a runs after a/],
    ['a task after none', `suite: s\n${task('a', 'after: z\n')}`, /there is no such task/],
    ['a task after one further up', `suite: s\n${task('a')}${task('b')}${task('c', 'after: a\n')}`, /directly above it/],
    ['a suite that includes itself', `suite: s\ninclude: [s.yaml]\n${task('a')}`, /includes itself/],
    ['a suite that includes none', `suite: s\ninclude: [t.yaml]\n${task('a')}`, /t\.yaml: there is no such file/],
  ])('%s', async (_, text, message) => {
    await expect(opened(text)).rejects.toMatchObject({ code: 'suite_invalid', message: expect.stringMatching(message) });
  });

  test('suites that include each other', async () => {
    const folder = written({ 'a.yaml': 'suite: a\ninclude: [b.yaml]\n', 'b.yaml': 'suite: b\ninclude: [a.yaml]\n' });
    await expect(openSuite(join(folder, 'a.yaml'), 'a.yaml')).rejects.toMatchObject({
      message: expect.stringMatching(/a\.yaml includes itself, through b\.yaml/),
    });
  });

  test('no file, and a folder without a suite', async () => {
    const folder = scratch();
    await expect(openSuite(join(folder, 'x'), 'x')).rejects.toMatchObject({ code: 'suite_invalid' });
    await expect(openSuite(folder, 'x')).rejects.toMatchObject({ code: 'suite_invalid' });
  });
});

const many = 10_000 / oneIn(10);

test('a suite of any length is read one task at a time', async () => {
  const text = `suite: big\n${Array.from({ length: many }, (_, at) => task(`t${at}`)).join('')}`;
  const suite = await opened(text);
  expect(suite.count).toBe(many);
  let read = 0;
  for await (const _ of suite.tasks()) {
    read += 1;
    if (read === 3) break; // later tasks are not parsed
  }
  expect(read).toBe(3);
});

test('tasks that follow each other are one chain', async () => {
  const suite = await opened(`suite: s\n${task('a')}${task('b', 'after: a\n')}${task('c', 'after: b\n')}${task('d')}`);
  const chains = await collected(chainsOf(suite.tasks()));
  expect(chains.map((chain) => chain.map(({ id }: SuiteTask) => id))).toEqual([['a', 'b', 'c'], ['d']]);
});

test('the hash is of all files, so that a change anywhere is another suite', async () => {
  const [one, same, other] = await Promise.all([
    opened(`suite: s\n${task('a')}`),
    opened(`suite: s\n${task('a')}`),
    opened(`suite: s\n${task('b')}`),
  ]);
  expect(one.hash).toBe(same.hash);
  expect(one.hash).not.toBe(other.hash);
});
