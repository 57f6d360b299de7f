import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { gateOf } from '../../test/support/reading-gate.ts';
import { scratch } from '../../test/support/scratch.ts';
import { createCassette } from '../effects/cassette.ts';
import { readRule } from '../laws/rules/read-rule.ts';
import { openMemory } from '../memory/memory.ts';
import { createGlob } from '../tools/glob.ts';
import { createArtoo } from './artoo.ts';

const glob = createGlob(gateOf());

const model = createCassette([]);
const [lsRule, writeRule] = ['shell(ls*)', 'write(./docs/**)'].map((text) => readRule(text, { cwd: '/p', home: '/home/ada' }));
const refused = (message: string) =>
  expect.objectContaining({ name: 'ArtooError', code: 'usage', message: expect.stringContaining(message) });

describe('createArtoo refuses by name', () => {
  test.each<[string, unknown, string]>([
    ['what are no options', 5, 'createArtoo: options must be an object, not 5'],
    ['an unknown option', { modle: model }, 'unknown option modle; did you mean model?'],
    ['an option that resembles no other', { flavour: 1 }, 'unknown option flavour; there are parallel, '],
    ['a model without a step', { model: {} }, 'model must be an object with the function step, or a function that takes a role'],
    ['a model that is a name', { model: 'gpt' }, 'such an object, not a string'],
    ['a folder that is not there', { cwd: '/nowhere/at/all' }, 'cwd must be a folder that exists; there is no /nowhere/at/all (ENOENT)'],
    ['a folder that is a file', { cwd: '/etc/hostname' }, 'cwd must be a folder; /etc/hostname is not one'],
    ['a folder that is not a path', { cwd: 5 }, 'cwd must be the path of a folder, not 5'],
    ['two tools of one name', { tools: [glob, glob] }, 'tools has two tools called glob'],
    ['a tool that cannot run', { tools: [{ name: 'x' }] }, 'an object with the function run; it has no run'],
    [
      'a tool without a name',
      { tools: [{ ...glob, name: '' }] },
      'tools[0].name must be 1 to 64 letters, digits, _ or -, and not report_infeasible or read_output, not an empty string',
    ],
    [
      'tools that are not a list',
      { tools: glob },
      "tools must be a list of tools, or a function that takes artoo's tools and returns a list of tools, not an object",
    ],
    ['a constant that is not a number', { control: { epsilon: Number.NaN } }, 'control.epsilon must be a number from 0 to 1; it is NaN'],
    ['a negative constant', { control: { maxReplans: -1 } }, 'control.maxReplans must be a whole number from 0 to 1,000; it is -1'],
    ['a constant as text', { control: { delta: '0.1' } }, 'control.delta must be a number, not a string'],
    ['an unknown constant', { control: { epsilom: 0.1 } }, 'unknown option control.epsilom; did you mean epsilon?'],
    ['too many at once', { parallel: 1_000 }, 'parallel must be a whole number from 1 to 64; it is 1000'],
    ['a context below zero', { context: -1 }, 'context must be a whole number from 0 to'],
    ['no step at all', { steps: 0 }, 'steps must be a whole number from 1 to 100; it is 0'],
    [
      'a cap that is not a number',
      { caps: { tokens: Number.NaN } },
      'caps.tokens must be a number that is not negative, or null for no cap, not NaN',
    ],
    ['an unknown cap', { caps: { token: 5 } }, 'unknown option caps.token; did you mean tokens?'],
    ['caps that are none', { caps: 5 }, 'caps must be an object with caps, not 5'],
    ['an answer that is not a function', { answers: { confirm: true } }, 'answers.confirm must be a function, not true'],
    ['an unknown answer', { answers: { confrim: () => true } }, 'unknown option answers.confrim; did you mean confirm?'],
    [
      'rules as texts',
      { rules: { deny: ['shell(rm*)'] } },
      'rules.deny[0] is not a rule; pass what readRule(text, { cwd, home }) returns, not a string',
    ],
    ['a rule that could not be read', { rules: { allow: [{ wrong: 'it cannot be' }] } }, 'rules.allow[0] is not a rule: it cannot be'],
    ['a memory of another kind', { memory: {} }, 'settled; it has no recall'],
    ['a switch that is none', { review: 1 }, 'review must be true or false, not 1'],
    ['a clock that does not tell', { clock: {} }, 'clock must be an object with the functions now and monotonic; it has no now, monotonic'],
    ['what cannot be called', { onNotice: 'x' }, 'onNotice must be a function, not a string'],
    ['options in a Map', new Map([['model', model]]), 'options must be an object, not an instance of Map'],
    ['rules in a Map', { rules: new Map() }, 'rules must be an object of rules, not an instance of Map'],
    ['a memory that is still to be opened', { memory: Promise.resolve({}) }, 'cannot be a promise, such as openMemory() without await'],
    ['a variable that is not text', { env: { HOME: '/', PATH: 5 } }, 'env.PATH must be a string, not 5'],
    ['a tool whose target is a text', { tools: [{ ...glob, target: 'x' }] }, 'tools[0].target must be a function, not'],
    ['a tool without an input', { tools: [{ ...glob, input: undefined }] }, 'tools[0].input must be a zod schema, not undefined'],
    [
      'a tool with a JSON Schema',
      { tools: [{ ...glob, input: { type: 'object' } }] },
      'tools[0].input must be a zod schema, not an object',
    ],
    ['a tool with an input no model can write', { tools: [{ ...glob, input: z.date() }] }, 'a zod schema that JSON Schema can express'],
    ['a tool without a description', { tools: [{ ...glob, description: undefined }] }, 'tools[0].description must be a line'],
    ['a tool whose name is no word', { tools: [{ ...glob, name: 'my tool' }] }, 'tools[0].name must be 1 to 64 letters'],
    ['a tool named like one of its own', { tools: [{ ...glob, name: 'report_infeasible' }] }, 'and not report_infeasible'],
    ...[Number.NaN, -1, 0, Number.POSITIVE_INFINITY, 2 ** 31, '5'].map((timeoutMs): [string, unknown, string] => [
      `a tool that may take ${timeoutMs} ms`,
      { tools: [{ ...glob, timeoutMs }] },
      'tools[0].timeoutMs must be a number of milliseconds from 1 to 2147483647, not',
    ]),
    ['a rule for no tool', { rules: { deny: [{ tool: 'writ', text: 'write(./x)' }] } }, 'rules.deny[0] is not a rule'],
    ['a rule without its path', { rules: { deny: [{ ...writeRule, path: undefined }] } }, 'rules.deny[0] is not a rule'],
    ['a rule without its pattern', { rules: { deny: [{ tool: 'shell', text: 'shell(rm*)' }] } }, 'rules.deny[0] is not a rule'],
    ['a rule that says more than its text', { rules: { allow: [{ ...lsRule, pattern: { words: [], isWild: true } }] } }, 'is not a rule'],
    [
      'a clock without a time',
      { clock: { now: () => Number.NaN, monotonic: () => 0 } },
      'clock must return the time in milliseconds, not NaN',
    ],
    ['a workspace that is a file', { workspace: '/etc/hostname' }, 'createArtoo: workspace must be a folder; /etc/hostname is not one'],
    ['a workspace that is not a path', { workspace: '/w\0' }, 'workspace must be the path of a folder'],
    ['an empty data folder', { data: '' }, 'data must be the path of a folder, not an empty string'],
    ['a blank data folder', { data: ' ' }, 'data must be the path of a folder, not an empty string'],
    ['a blank folder', { cwd: ' ' }, 'cwd must be the path of a folder, not an empty string'],
    ['a folder with a null byte', { cwd: '/\0' }, 'cwd must be the path of a folder'],
    ['the home of another', { data: '~bob/x' }, "names another user's home"],
  ])('%s', (_, options, message) => {
    expect(() => createArtoo(options as never)).toThrow(refused(message));
  });

  test('what openMemory returns, and says what to pass', async () => {
    await using memory = await openMemory(scratch());
    expect(() => createArtoo({ memory: memory as never })).toThrow(
      refused("Pass true; to open the same memory, await openMemory(join(data, 'memory'))"),
    );
  });

  test('no rule that readRule returned', () => {
    const texts = ['shell(git status*)', 'shell()', 'shell(rm -rf*)', 'write(../x)', 'write(~/**)', 'fetch(Example.org)', 'mcp(a/*)'];
    const deny = [...texts, 'write(/)']
      .flatMap((text) => readRule(text, { cwd: '/p', home: '/home/ada' }, 'deny'))
      .filter((rule) => !('wrong' in rule));
    expect(deny.length).toBeGreaterThan(5);
    expect(() => createArtoo({ model, rules: { deny: deny as never } })).not.toThrow();
  });

  test('no answers that are methods of a class', () => {
    class Answers {
      confirm = undefined;
      clarify() {
        return Promise.resolve('');
      }
    }
    expect(() => createArtoo({ model, answers: new Answers() as never })).not.toThrow();
  });

  test('no option that is undefined', () => {
    expect(() => createArtoo({ model, caps: undefined, cwd: undefined, tools: undefined } as never)).not.toThrow();
  });
});

describe('a task is refused', () => {
  const artoo = () => createArtoo({ model, data: scratch(), env: {} });

  test.each<[string, readonly unknown[], string]>([
    ['without a goal', [], 'run: the goal must be a string, not undefined'],
    ['with options in its place', [{ cwd: '/' }], 'run: the goal must be a string, not an object; options come after it'],
    ['with an unknown option', ['x', { workspace: '/' }], 'run: unknown option workspace; there are cwd, session, data, plan, task_id'],
    ['in a folder that is not there', ['x', { cwd: '/nowhere/at/all' }], 'run: cwd must be a folder that exists'],
    ['with a session of another kind', ['x', { session: 'y' }], 'run: session must be a list of { input, output }, not a string'],
    ['with a session of other things', ['x', { session: [{ input: 'y' }] }], 'run: session[0].output must be a string, not undefined'],
    ['with data of another kind', ['x', { data: { path: 5 } }], 'run: data must be { path, bytes, excerpt, whole }: path'],
    ['with an id that stands for another', ['x', { task_id: 'last' }], 'run: task_id cannot be "last"'],
  ])('%s', (_, args, message) => {
    expect(() => artoo().run(...(args as [string]))).toThrow(refused(message));
  });

  test('with an empty goal', () => {
    expect(() => artoo().run(' \n')).toThrow(expect.objectContaining({ code: 'goal_empty' }));
  });

  test.each([
    [undefined, 'fork: options must be an object, not undefined'],
    [{}, 'fork: at must be the number of the first entry that is no longer shared, not undefined'],
    [{ at: 2.5 }, 'no longer shared, not 2.5'],
    [{ at: 2, signal: 5 }, 'fork: signal must be an AbortSignal, not 5'],
    [{ at: 2, task_id: 'last' }, 'fork: task_id cannot be "last"'],
    [{ at: 2, control: { rho: 2 } }, 'fork: control.rho must be a number from 0 to 1; it is 2'],
  ])('as a fork with %j', async (options, message) => {
    await expect(artoo().fork('some-task', options as never)).rejects.toEqual(refused(message));
  });

  test.each([undefined, 5, null])('by the id %s', async (id) => {
    expect(() => artoo().resume(id as never)).toThrow(refused(`resume: the id of the task must be a string, not ${id}`));
    await expect(artoo().fork(id as never, { at: 2 })).rejects.toEqual(refused('fork: the id of the task must be a string'));
  });

  test.each([undefined, 5, {}, { signal: 5, onBegin() {} }])('and so is the making of rules with %j', async (making) => {
    const open = artoo();
    await expect(open.makeRules(making as never)).rejects.toEqual(refused('makeRules: '));
    await open.close();
    await expect(open.makeRules(making as never)).rejects.toEqual(refused('makeRules: '));
  });

  test('when its folder is gone', () => {
    const cwd = join(scratch(), 'here');
    mkdirSync(cwd);
    const settled = createArtoo({ model, data: scratch(), env: {}, cwd });
    rmdirSync(cwd);
    expect(() => settled.run('x')).toThrow(refused('run: cwd must be a folder that exists'));
    expect(() => settled.run('x', { cwd: undefined } as never)).toThrow(refused('run: cwd must be a folder that exists'));
  });

  test.each<[string, object, string]>([
    ['no list', { tools: () => 5 }, 'the function tools must return a list of tools, not 5'],
    ['a promise', { tools: async () => [] }, 'the function tools must return a list of tools, not a promise'],
    ['no tools', { tools: () => [5] }, 'tools[0] must be an object with the function run'],
    [
      'an error',
      {
        tools() {
          throw new Error('oops');
        },
      },
      'the function tools threw: oops',
    ],
    ['no model', { model: () => undefined }, 'the model for R2 must be an object with the function step, not undefined'],
    ['no secrets', { secrets: () => 'x' }, 'secrets() must be a list of { name, value }, not a string'],
    ['secrets without a value', { secrets: () => [{ name: 'x' }] }, 'secrets()[0].value must be a string, not undefined'],
  ])('when a function returns %s', async (_, options, message) => {
    await using wrong = createArtoo({ model, data: scratch(), env: {}, ...options } as never);
    expect(() => wrong.run('x', { cwd: '/' })).toThrow(refused(message));
  });

  test('when its configuration is a broken link', async () => {
    const data = scratch();
    symlinkSync('/nowhere/at/all', join(data, 'config.yaml'));
    await using linked = createArtoo({ model, data, env: {} });
    await expect(linked.run('x', { cwd: '/' }).result).rejects.toMatchObject({ code: 'config_invalid' });
  });

  test('when artoo is closed', async () => {
    const closed = artoo();
    await closed.close();
    const over = refused('this artoo is closed and starts no more tasks; create another');
    expect(() => closed.run('x')).toThrow(over);
    expect(() => closed.resume('x')).toThrow(over);
    await expect(closed.fork('x', { at: 2 })).rejects.toEqual(over);
    await closed.close(); // closing again does nothing
  });

  test('when a function makes two tools of one name', async () => {
    const data = scratch();
    await using twins = createArtoo({ model, data, env: {}, tools: (own) => [...own, ...own.slice(0, 1)] });
    expect(() => twins.run('x', { cwd: '/' })).toThrow(refused('tools has two tools called mdfind'));
    writeFileSync(join(data, 'config.yaml'), 'quiet: true\n');
    await expect(twins.run('x', { cwd: '/' }).result).rejects.toEqual(refused('tools has two tools called mdfind'));
  });
});
