import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { addToSession, createSession, readSession } from './session-file.ts';

const now = new Date('2026-11-16T12:00:00Z');
const task = (name: string) => name as TaskId; // names of tests

function newSession(): { readonly data: string; readonly session: string; readonly path: string } {
  const data = scratch();
  const session = createSession(data, [{ input: 'before', output: 'yes' }], now);
  return { data, session, path: join(data, 'sessions', `${session}.jsonl`) };
}

describe('a session', () => {
  test('has the last five exchanges, oldest first, each with its answer', () => {
    const { data, session } = newSession();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      addToSession(data, session, { task: task(name), input: `${name}?` }, now);
      if (name !== 'e') addToSession(data, session, { task: task(name), output: `${name}!` }, now);
    }
    expect(readSession(data, session)).toEqual([
      ...['a', 'b', 'c', 'd'].map((name) => ({ task: name, input: `${name}?`, output: `${name}!` })),
      { task: 'e', input: 'e?' },
    ]);
  });

  test('begins with what was before it', () => {
    const { data, session } = newSession();
    expect(readSession(data, session)).toEqual([{ input: 'before', output: 'yes' }]);
  });

  test('keeps the head and the tail of what is long', () => {
    const { data, session } = newSession();
    addToSession(data, session, { task: task('a'), input: `begin${'x'.repeat(1_000_000)}end`, output: '' }, now);
    const { input = '' } = readSession(data, session).at(-1) ?? {};
    expect(input.length).toBeLessThanOrEqual(8_192);
    expect(input).toMatch(/^begin.*end$/s);
  });

  test.each<[string, string]>([
    ['no JSON', 'garbage\n'],
    ['other JSON', '[1]\nnull\n{"v":1}\n'],
    ['another version', '{"v":2,"at":"2026-11-16T12:00:00Z","input":"from the future","output":""}\n'],
    ['an answer to nothing', '{"v":1,"at":"2026-11-16T12:00:00Z","task":"x","output":"?"}\n'],
    ['a torn line', '{"v":1,"at":"2026-11-16T12:00:00Z","task":"x","inp'],
    ['bytes', '\0\xff\n'],
  ])('is read around %s', (_, text) => {
    const { data, session, path } = newSession();
    appendFileSync(path, text, 'latin1');
    addToSession(data, session, { task: task('a'), input: 'a?', output: 'a!' }, now);
    expect(readSession(data, session)).toEqual([
      { input: 'before', output: 'yes' },
      { task: 'a', input: 'a?', output: 'a!' },
    ]);
  });

  test('of 100 MB is read from its end, and cut down when it is added to', () => {
    const { data, session, path } = newSession();
    truncateSync(path, 100_000_000);
    appendFileSync(path, '\n');
    addToSession(data, session, { task: task('a'), input: 'a?', output: 'a!' }, now);
    expect(readSession(data, session)).toEqual([{ task: 'a', input: 'a?', output: 'a!' }]);
    expect(statSync(path).size).toBeLessThan(1_000);
  });

  test('that is not there has no exchanges and takes none', () => {
    const data = scratch();
    expect(readSession(data, 'none')).toEqual([]);
    expect(() => addToSession(data, 'none', { input: 'a?' }, now)).toThrow(expect.objectContaining({ code: 'data_unwritable' }));
  });

  test.each(['../x', '', 'a/b', 'x'.repeat(65), 'a\n'])('is never called %j', (name) => {
    expect(() => readSession(scratch(), name)).toThrow(expect.objectContaining({ code: 'id_invalid' }));
  });

  test('is neither a pipe, which would be waited at, nor a folder, nor a link', () => {
    const { data } = newSession();
    const at = (name: string) => join(data, 'sessions', `${name}.jsonl`);
    execFileSync('mkfifo', [at('pipe')]);
    mkdirSync(at('folder'));
    writeFileSync(join(data, 'elsewhere'), '');
    symlinkSync(join(data, 'elsewhere'), at('link'));
    for (const name of ['pipe', 'folder', 'link']) {
      expect(readSession(data, name)).toEqual([]);
      expect(() => addToSession(data, name, { input: 'a?' }, now)).toThrow(expect.objectContaining({ code: 'data_unwritable' }));
    }
  });

  test('outlives only so many later ones', () => {
    const { data, session } = newSession();
    for (let made = 0; made < 505; made += 1) createSession(data, [], new Date(now.getTime() + 1_000 + made));
    const names = readdirSync(join(data, 'sessions'));
    expect(names).toHaveLength(500);
    expect(names).not.toContain(`${session}.jsonl`);
  });

  test('cannot be begun where nothing can be written', () => {
    expect(() => createSession('/dev/null/x', [], now)).toThrow(expect.objectContaining({ code: 'data_unwritable' }));
  });
});
