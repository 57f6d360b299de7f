import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { createCassette } from '../effects/cassette.ts';
import { openMemory } from '../memory/memory.ts';
import { glob } from '../tools/glob.ts';
import { createArtoo } from './artoo.ts';

const model = createCassette([]);
const refused = (message: string) =>
  expect.objectContaining({ name: 'ArtooError', code: 'usage', message: expect.stringContaining(message) });

describe('createArtoo refuses by name', () => {
  test.each<[string, unknown, string]>([
    ['what are no options', 5, 'createArtoo: options must be an object, not 5'],
    ['an unknown option', { modle: model }, 'modle is not known; did you mean model?'],
    ['an option that resembles no other', { flavour: 1 }, 'flavour is not known; there are parallel, '],
    ['a model without a step', { model: {} }, 'model must be a model, { step(request, origin, signal) }'],
    ['a model that is a name', { model: 'gpt' }, 'model must be a model'],
    ['a folder that is not there', { cwd: '/nowhere/at/all' }, 'cwd must be a folder that exists; there is no /nowhere/at/all (ENOENT)'],
    ['a folder that is a file', { cwd: '/etc/hostname' }, 'cwd must be a folder; /etc/hostname is none'],
    ['a folder that is no path', { cwd: 5 }, 'cwd must be the path of a folder, not 5'],
    ['two tools of one name', { tools: [glob, glob] }, 'tools has two tools called glob'],
    ['a tool that cannot run', { tools: [{ name: 'x' }] }, 'tools[0] must be a tool; it has no target, changes, repeatable, run'],
    ['a tool without a name', { tools: [{ ...glob, name: '' }] }, 'tools[0] has no name'],
    ['tools that are no list', { tools: glob }, "tools must be a list of tools, or a function from artoo's own to one, not an object"],
    ['a constant that is no number', { control: { epsilon: Number.NaN } }, 'control.epsilon must be a number from 0 to 1; it is NaN'],
    ['a negative constant', { control: { maxReplans: -1 } }, 'control.maxReplans must be a whole number from 0 to 1,000; it is -1'],
    ['a constant as text', { control: { delta: '0.1' } }, 'control.delta must be a number, not a text'],
    ['an unknown constant', { control: { epsilom: 0.1 } }, 'control.epsilom is not known; did you mean epsilon?'],
    ['too many at once', { parallel: 1_000 }, 'parallel must be a whole number from 1 to 64; it is 1000'],
    ['no step at all', { steps: 0 }, 'steps must be a whole number from 1 to 100; it is 0'],
    [
      'a cap that is no number',
      { caps: { tokens: Number.NaN } },
      'caps.tokens must be a number that is not negative, or null for no cap, not NaN',
    ],
    ['an unknown cap', { caps: { token: 5 } }, 'caps.token is not known; did you mean tokens?'],
    ['caps that are none', { caps: 5 }, 'caps must be an object of caps, not 5'],
    ['an answer that is no function', { answers: { confirm: true } }, 'answers.confirm must be a function, not true'],
    ['an unknown answer', { answers: { confrim: () => true } }, 'answers.confrim is not known; did you mean confirm?'],
    [
      'rules as texts',
      { rules: { deny: ['shell(rm*)'] } },
      'rules.deny[0] must be a rule, as readRule(text, { cwd, home }) returns it, not a text',
    ],
    ['a rule that could not be read', { rules: { allow: [{ wrong: 'it cannot be' }] } }, 'rules.allow[0] is no rule: it cannot be'],
    ['a memory of another kind', { memory: {} }, 'memory must be true, false or a memory for tasks; it has no recall'],
    ['a switch that is none', { review: 1 }, 'review must be true or false, not 1'],
    ['a clock that does not tell', { clock: {} }, 'clock must be a clock; it has no now, monotonic'],
    ['what cannot be called', { onNotice: 'x' }, 'onNotice must be a function, not a text'],
    ['the home of another', { data: '~bob/x' }, "names another user's home"],
  ])('%s', (_, options, message) => {
    expect(() => createArtoo(options as never)).toThrow(refused(message));
  });

  test('what openMemory returns, and says what to pass', async () => {
    await using memory = await openMemory(scratch());
    expect(() => createArtoo({ memory: memory as never })).toThrow(
      refused("Pass true; openMemory(join(data, 'memory')) opens the same one"),
    );
  });

  test('nothing of what is undefined', () => {
    expect(() => createArtoo({ model, caps: undefined, cwd: undefined, tools: undefined } as never)).not.toThrow();
  });
});

describe('a task is refused', () => {
  const artoo = () => createArtoo({ model, data: scratch(), env: {} });

  test.each<[string, readonly unknown[], string]>([
    ['without a goal', [], 'run: the goal must be a text, not nothing'],
    ['with options in its place', [{ cwd: '/' }], 'run: the goal must be a text, not an object; options come after it'],
    ['with an unknown option', ['x', { workspace: '/' }], 'run: workspace is not known; there are cwd, session, data, task_id'],
    ['in a folder that is not there', ['x', { cwd: '/nowhere/at/all' }], 'run: cwd must be a folder that exists'],
    ['with a session of another kind', ['x', { session: 'y' }], 'run: session must be a list of { input, output }, not a text'],
  ])('%s', (_, args, message) => {
    expect(() => artoo().run(...(args as [string]))).toThrow(refused(message));
  });

  test('with an empty goal', () => {
    expect(() => artoo().run(' \n')).toThrow(expect.objectContaining({ code: 'goal_empty' }));
  });

  test.each([
    [undefined, 'fork: options must be an object, not nothing'],
    [{}, 'fork: at is missing'],
    [{ at: 2.5 }, 'fork: at must be the number of an entry, not 2.5'],
    [{ at: 2, control: { rho: 2 } }, 'fork: control.rho must be a number from 0 to 1; it is 2'],
  ])('as a fork with %j', async (options, message) => {
    await expect(artoo().fork('some-task', options as never)).rejects.toEqual(refused(message));
  });

  test('when artoo is closed', async () => {
    const closed = artoo();
    await closed.close();
    const over = refused('this artoo is closed and starts no more tasks; create another');
    expect(() => closed.run('x')).toThrow(over);
    expect(() => closed.resume('x')).toThrow(over);
    await expect(closed.fork('x', { at: 2 })).rejects.toEqual(over);
    await closed.close(); // once more does nothing
  });

  test('when a function makes two tools of one name', async () => {
    const data = scratch();
    await using twins = createArtoo({ model, data, env: {}, tools: (own) => [...own, ...own.slice(0, 1)] });
    expect(() => twins.run('x', { cwd: '/' })).toThrow(refused('tools has two tools called glob'));
    writeFileSync(join(data, 'config.yaml'), 'quiet: true\n');
    await expect(twins.run('x', { cwd: '/' }).result).rejects.toEqual(refused('tools has two tools called glob'));
  });
});
