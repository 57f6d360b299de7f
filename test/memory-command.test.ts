/** `artoo memory` on real memories in a home of their own. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLevel } from '../src/store/level.ts';
import { artoo, type Ended, type Home, newHome, startArtoo } from './support/command.ts';
import { startGreeting } from './support/greeting.ts';
import { startProvider } from './support/provider-server.ts';
import { runArtoo } from './support/run-artoo.ts';
import { dueEvents, event, memoryIn, stock } from './support/stocked-memory.ts';
import { atTerminal } from './support/terminal.ts';

const memory = (at: Home, args: readonly string[], input?: string | Buffer): Promise<Ended> =>
  runArtoo(['memory', ...args], { at, ...(input !== undefined && { input }) });

/** Runs in another process, because this one holds the memory. */
const memoryElsewhere: typeof memory = (at, args) => artoo(['memory', ...args], { at });

async function jsonOf(at: Home, args: readonly string[], run = memory) {
  const { out, code } = await run(at, [...args, '--json']);
  expect(code).toBe(0);
  return JSON.parse(out);
}

const failing = { entity: 'tool:shell:find', state: 'change_approach', f: 0.85, sigma: -1 } as const;

async function stocked(): Promise<Home> {
  const home = newHome();
  await stock(home.data, [event('a-m01', 3), event('b-m01', 1), event('c-m01', 2, failing)]);
  return home;
}

describe('what is remembered', () => {
  test('is said in a sentence to be nothing, and no memory is created', async () => {
    const home = newHome();
    const { out, err, code } = await memory(home, []);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^The memory in .*\.artoo is empty\. .*artoo memory remember/);
    expect(await jsonOf(home, [])).toMatchObject({ levels: { M: 0, K: 0, C: 0 }, tags: 0, strongest: [], due: 0 });
    for (const args of [['export'], ['dream'], ['show', 'x'], ['forget', 'x']]) await memory(home, args);
    expect(existsSync(join(home.data, 'memory'))).toBe(false);
  });

  test('is shown in sentences', async () => {
    const home = await stocked();
    await memory(home, ['remember', 'use', 'pnpm']);
    const { out, err, code } = await memory(home, []);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n').slice(0, 7)).toEqual([
      'You told it',
      '  • use pnpm',
      '',
      'In tasks like find_large_files',
      '  ✓ `du` has worked twice, the last time yesterday.',
      '  ✗ Avoid `find`: it has failed once, 2 days ago.',
      '    lesson of c-m01',
    ]);
    expect(out).not.toMatch(/attention|decision|σ/);
  });

  test('is counted by level, with the strongest tags first, on request', async () => {
    const home = await stocked();
    await memory(home, ['remember', 'use', 'pnpm']);
    const { out, err, code } = await memory(home, ['--verbose']);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      '4 memories at 3 tags: 3 events (M), 1 rule or fact (C), 0 notes and former rules (K)',
      '',
      'intent:find_large_files tool:shell:du',
      '  attention 1.63  decision +1.63  exploit  2 memories',
      'intent:find_large_files tool:shell:find',
      '  attention 0.77  decision −0.77  avoid  1 memory',
      'global user',
      '  1 rule, which does not fade',
      '',
    ]);
    expect(await jsonOf(home, [])).toMatchObject({
      levels: { M: 3, K: 0, C: 1 },
      tags: 3,
      strongest: [{ count: 2 }, { action: 'Avoid' }, { rules: 1 }],
    });
  });

  test('counts what waits to be written, too', async () => {
    const home = await stocked();
    const { leaveInInbox: leave } = await import('../src/memory/transfer/inbox.ts');
    await leave(join(home.data, 'memory'), [event('late-m01', 0)]);
    expect(await jsonOf(home, [])).toMatchObject({ levels: { M: 4 } });
    expect(readdirSync(join(home.data, 'memory', 'inbox'))).toEqual([]);
  });

  test('a time that is ahead of the clock is shown', async () => {
    const home = newHome();
    const keeper = memoryIn(home.data);
    const at = new Date(Date.now() + 10 * 3_600_000).toISOString();
    await keeper.importAll({ kept: [{ id: 'x', megram: { ...event('x', 0), created_at: at } }], check: false });
    await keeper.close();
    expect((await memory(home, [])).out).toContain("Memory's clock is 10.0 h ahead of this machine's: nothing fades");
  });
});

describe('show', () => {
  test('a space, a tag, a memory', async () => {
    const home = await stocked();
    const space = await memory(home, ['show', 'intent:find_large_files', '--verbose']);
    expect(space).toMatchObject({ code: 0, err: '', out: expect.stringContaining('tool:shell:find') });
    const tag = await memory(home, ['show', 'intent:find_large_files', 'tool:shell:du', '--verbose']);
    expect(tag).toMatchObject({ code: 0, err: '' });
    for (const part of ['today', 'what still counts today', 'lesson of a-m01', 'a-m01  M accept  σ +1.0  f 0.90  k 0.05  3 days ago'])
      expect(tag.out).toContain(part);
    expect(tag.out.indexOf('b-m01')).toBeLessThan(tag.out.indexOf('a-m01'));
    for (const line of tag.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect((await memory(home, ['show', 'c-m01', '--verbose'])).out).toBe(
      'intent:find_large_files tool:shell:find\nc-m01  M change_approach  σ −1.0  f 0.85  k 0.05  2 days ago\n  lesson of c-m01\n',
    );
  });

  test('the same in sentences, by the bare name of a kind of task too', async () => {
    const home = await stocked();
    const space = await memory(home, ['show', 'find_large_files']);
    expect(space).toMatchObject({ code: 0, err: '', out: expect.stringContaining('✗ Avoid `find`: it has failed once') });
    expect((await memory(home, ['show', 'intent:find_large_files'])).out).toBe(space.out);
    const tag = await memory(home, ['show', 'find_large_files', 'tool:shell:du']);
    expect(tag.out).toMatch(/^✓ In tasks like find_large_files, `du` has worked twice, the last time yesterday\.\n/);
    expect(tag.out.indexOf('b-m01')).toBeLessThan(tag.out.indexOf('a-m01'));
    expect((await memory(home, ['show', 'c-m01'])).out).toContain('`artoo memory forget c-m01` forgets it.');
  });

  test('the same as data', async () => {
    const home = await stocked();
    expect(await jsonOf(home, ['show', 'intent:find_large_files'])).toMatchObject({ more: 0, tags: [{ count: 2 }, { count: 1 }] });
    const tag = await jsonOf(home, ['show', 'intent:find_large_files', 'tool:shell:du']);
    expect(tag).toMatchObject({ standing: { count: 2, action: 'Exploit' }, entries: [{ id: 'b-m01' }, { id: 'a-m01' }], more: 0 });
    expect(tag.curve).toHaveLength(61);
    expect(await jsonOf(home, ['show', 'c-m01'])).toMatchObject({ id: 'c-m01', megram: { sigma: -1 } });
  });

  test.each([
    [['large'], 'artoo memory show intent:find_large_files\n'],
    [['shell:du'], 'artoo memory show intent:find_large_files tool:shell:du\n'],
    [['intent:find_large_files', 'shell:d'], 'artoo memory show intent:find_large_files tool:shell:du\n'],
    [['intent:find_large_files', 'nothing'], 'artoo memory show intent:find_large_files tool:shell:find\n'],
  ])('if there is nothing at %j, it names similar tags', async (args, near) => {
    const home = await stocked();
    const { out, err, code } = await memory(home, ['show', ...args]);
    expect([code, out]).toEqual([64, '']);
    expect(err).toContain(near);
    const asJson = await memory(home, ['show', ...args, '--json']);
    expect([asJson.code, JSON.parse(asJson.out).found]).toEqual([64, false]);
  });

  test('of many memories of a tag the newest, and all on request', async () => {
    const home = newHome();
    await stock(
      home.data,
      Array.from({ length: 30 }, (_, at) => event(`t${at}-m01`, at / 100)),
    );
    const tag = ['show', 'intent:find_large_files', 'tool:shell:du'];
    const { out } = await memory(home, tag);
    expect([out.match(/^ {4}t\d+-m01/gm)?.length, out.includes('and 10 more, with --all')]).toEqual([20, true]);
    expect((await memory(home, [...tag, '--all'])).out.match(/^ {4}t\d+-m01/gm)).toHaveLength(30);
  });
});

describe('tags are any text', () => {
  test.each([
    ['bars', 'a|b||', '|'],
    ['line ends', 'a\nb', '\r\n'],
    ['emoji', '👩‍👩‍👧‍👦', '🎉|🎉'],
    ['Chinese', 'intent:查找大文件', 'path:文档/笔记'],
    ['10 kB', 'x'.repeat(10_000), '语'.repeat(3_400)],
    ['escapes of a terminal', '\u001b[2Ja', '\u202eb'],
  ])('%s', async (_, space, entity) => {
    const home = newHome();
    await stock(home.data, [event('a-m01', 1, { space, entity }), event('b-m01', 1)]);
    const shown = await memory(home, ['show', space, entity]);
    expect(shown).toMatchObject({ code: 0, err: '', out: expect.stringContaining('lesson of a-m01') });
    expect([...shown.out.matchAll(/[\p{Cc}\u202e]/gu)].every(([sign]) => sign === '\n')).toBe(true);
    expect((await memory(home, ['show', space])).code).toBe(0);
    expect((await memory(home, [])).code).toBe(0);
    expect((await jsonOf(home, ['show', space, entity])).standing).toMatchObject({ space, entity });
    expect(await jsonOf(home, ['forget', space, entity, '--yes'])).toEqual({ ids: ['a-m01'], purged: false });
    expect(await jsonOf(home, [])).toMatchObject({ levels: { M: 1 }, tags: 1 });
  });
});

describe('remember', () => {
  test('words, as a fact that does not fade', async () => {
    const home = newHome();
    const { out, err, code } = await memory(home, ['remember', 'Use pnpm,', 'never npm']);
    const [, id = ''] = /^Remembered as (\S+)\. .*artoo memory forget \1`\.\n$/.exec(out) ?? [];
    expect([code, err]).toEqual([0, '']);
    expect((await jsonOf(home, ['show', id])).megram).toMatchObject({
      level: 'C',
      state: 'declared',
      space: 'global',
      entity: 'user',
      content: 'Use pnpm, never npm',
      f: 1,
      sigma: 1,
      k: 0,
    });
  });

  test('what is piped in, in several lines', async () => {
    const home = newHome();
    const { out } = await memory(home, ['remember', '-', '--json'], 'one\ntwo 二\n');
    expect(JSON.parse(out)).toMatchObject({ content: 'one\ntwo 二', redacted: false });
  });

  test('leaves out what looks like a key, and says so', async () => {
    const home = newHome();
    const { out, err } = await memory(home, ['remember', '--json', 'the key is sk-proj-abcdefghijklmnopqrstuvwx']);
    expect(JSON.parse(out)).toMatchObject({ content: 'the key is [redacted]', redacted: true });
    expect(err).toContain('A part that looks like a key was left out');
    expect(await memory(home, ['export'])).toMatchObject({ out: expect.not.stringContaining('abcdefghijkl') });
  });

  test('says when plans hear only the beginning', async () => {
    expect((await memory(newHome(), ['remember', 'long '.repeat(100)])).err).toContain('only its beginning is used for planning');
  });

  test.each<[string, readonly string[], string | Buffer | undefined]>([
    ['nothing', ['remember', ' '], undefined],
    ['nothing that was piped in', ['remember', '-'], undefined],
    ['too much', ['remember', 'x'.repeat(2_001)], undefined],
    ['what is no text', ['remember', '-'], Buffer.from([0xff, 0xfe])],
  ])('refuses %s', async (_, args, input) => {
    const home = newHome();
    expect((await memory(home, args, input)).code).toBe(64);
    expect(existsSync(join(home.data, 'memory'))).toBe(false);
  });
});

describe('forget', () => {
  test('one memory: it counts no more, and its words stay', async () => {
    const home = await stocked();
    const { out, err, code } = await memory(home, ['forget', 'a-m01']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('lesson of a-m01');
    expect(out).toContain('1 memory forgotten.');
    expect(await jsonOf(home, ['show', 'a-m01'])).toMatchObject({ megram: { content: 'lesson of a-m01' }, forgotten: { purged: false } });
    expect(await memory(home, ['forget', 'a-m01'])).toEqual({ code: 0, out: '', err: 'a-m01 was already forgotten.\n' });
  });

  test('with --purge erases the words, and says where they may still be', async () => {
    const home = await stocked();
    const { out, err, code } = await memory(home, ['forget', 'a-m01', '--purge']);
    expect([code, out.endsWith('1 memory forgotten, and the words erased.\n')]).toEqual([0, true]);
    for (const part of ['the task that wrote them: a\n', 'artoo gc', 'exports']) expect(err).toContain(part);
    expect(await jsonOf(home, ['show', 'a-m01'])).toMatchObject({ megram: null, forgotten: { purged: true } });
    const store = join(home.data, 'memory', 'store');
    for (const name of readdirSync(store)) expect(readFileSync(join(store, name), 'latin1')).not.toContain('lesson of a-m01');
  });

  test('a purge of a tag also erases what no longer counts there', async () => {
    const home = await stocked();
    await memory(home, ['forget', 'a-m01']);
    const { ids } = await jsonOf(home, ['forget', 'intent:find_large_files', 'tool:shell:du', '--purge', '--yes']);
    expect(ids.toSorted()).toEqual(['a-m01', 'b-m01']);
    expect((await memory(home, ['export'])).out).not.toMatch(/lesson of [ab]-m01/);
    expect((await memory(home, ['export'])).out).toContain('lesson of c-m01');
  });

  test('names the rule that was made of what is erased', async () => {
    const home = newHome();
    const rule = { id: 'rule-1', megram: { ...event('rule-1', 1), level: 'C', state: 'rule', k: 0 } };
    const consolidated = { into: 'rule-1', at: new Date().toISOString() };
    const lines = [{ artoo_memory: 1 }, { id: 'a-m01', megram: event('a-m01', 1), consolidated }, rule].map((line) => JSON.stringify(line));
    expect((await memory(home, ['import', '-'], lines.join('\n'))).code).toBe(0);
    expect((await memory(home, ['forget', 'a-m01', '--purge'])).err).toContain('rule that was made from them: rule-1;');
  });

  test('a tag needs --yes without a terminal', async () => {
    const home = await stocked();
    const tag = ['forget', 'intent:find_large_files', 'tool:shell:du'];
    expect(await memory(home, tag)).toMatchObject({ code: 64, err: expect.stringContaining('--yes') });
    expect(await jsonOf(home, [])).toMatchObject({ levels: { M: 3 } });
    expect(await memory(home, [...tag, '--yes'])).toMatchObject({ code: 0, out: expect.stringContaining('2 memories forgotten') });
    expect(await jsonOf(home, [])).toMatchObject({ levels: { M: 1 } });
  });

  test('a tag is shown and asked about at a terminal', async () => {
    const home = await stocked();
    const no = atTerminal(['memory', 'forget', 'intent:find_large_files', 'tool:shell:du'], home);
    await no.shows('Forget 2 memories? [y/N]');
    no.type('\n');
    expect([await no.ended, no.screen().includes('lesson of a-m01'), no.screen().includes('Nothing was forgotten.')]).toEqual([
      2,
      true,
      true,
    ]);
    const yes = atTerminal(['memory', 'forget', '--purge', 'intent:find_large_files', 'tool:shell:du'], home);
    await yes.shows('Forget 2 memories, and erase the words? [y/N]');
    yes.type('y\n');
    expect(await yes.ended).toBe(0);
    const single = atTerminal(['memory', 'forget', 'intent:find_large_files', 'tool:shell:find'], home);
    expect(await single.ended).toBe(0);
    expect(await jsonOf(home, [])).toMatchObject({ levels: { M: 0 } });
  });

  test.each([
    [['forget', 'nothing'], 'nothing is remembered about nothing'],
    [['forget', 'intent:find_large_files'], 'this is a space with 2 tags'],
    [['forget', 'intent:find_large_files', 'x', '--yes'], 'artoo memory show intent:find_large_files tool:shell:du'],
  ])('%j is nothing to forget', async (args, why) => {
    expect(await memory(await stocked(), args)).toMatchObject({ code: 64, err: expect.stringContaining(why) });
  });
});

describe('export and import', () => {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  /** One memory of each kind. */
  const everything = [
    { id: 'a|1\n', megram: { ...event('a|1\n', 2), content: 'half a pair \ud800, a line\u2028, 二' }, recalled_at: at },
    { id: 'b', megram: event('b', 2), consolidated: { into: 'rule-1', at } },
    { id: 'c', megram: { ...event('c', 2), level: 'C', state: 'rule', k: 0 }, demoted_at: at },
    { id: 'd', megram: { ...event('d', 2), level: 'C', state: 'rule', k: 0, sigma: 0.3333333333333333 }, superseded: { by: 'rule-1', at } },
    { id: 'e', megram: { ...event('e', 2), fingerprint: 'f1' }, forgotten: { at, purged: false } },
    { id: 'f', megram: null, forgotten: { at, purged: true } },
    { id: '語', megram: event('語', 2) },
  ];
  const header = { artoo_memory: 1 };
  const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value));
  const text = (values: readonly unknown[]) => `${lines(values).join('\n')}\n`;

  test('give the same bytes again', async () => {
    const [home, other] = [newHome(), newHome()];
    expect(await memory(home, ['import', '-'], text([header, ...everything.toReversed()]))).toMatchObject({
      code: 0,
      out: '7 memories added, 0 already known.\n',
    });
    const { out } = await memory(home, ['export']);
    const [first, ...rest] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([first, new Set(rest)]).toEqual([header, new Set(everything)]);
    const file = join(home.cwd, 'memory.jsonl');
    expect(await jsonOf(home, ['export', 'memory.jsonl'])).toEqual({ file, count: 7 });
    expect(readFileSync(file, 'utf8')).toBe(out);
    expect(await jsonOf(other, ['import', file])).toEqual({ added: 7, known: 0 });
    expect((await memory(other, ['export'])).out).toBe(out);
    expect(await jsonOf(other, ['import', file])).toEqual({ added: 0, known: 7 });
    expect((await memory(other, ['export'])).out).toBe(out);
    expect(await jsonOf(other, [])).toMatchObject({
      ...(await jsonOf(home, [])),
      now: expect.any(String),
      ahead_ms: expect.any(Number),
      strongest: expect.any(Array),
    });
  });

  test('go page by page', async () => {
    const [home, other] = [newHome(), newHome()];
    const many = Array.from({ length: 1_201 }, (_, at) => ({
      id: `m${String(at).padStart(5, '0')}`,
      megram: event(`m${String(at).padStart(5, '0')}`, 1),
    }));
    expect(await memory(home, ['import', '-'], text([header, ...many]))).toMatchObject({ code: 0 });
    const { out } = await memory(home, ['export']);
    expect(out.split('\n')).toHaveLength(1_203);
    expect(await memory(other, ['import', '-'], out)).toMatchObject({ out: '1,201 memories added, 0 already known.\n' });
    expect((await memory(other, ['export'])).out).toBe(out);
  });

  test('an export never replaces a file', async () => {
    const home = await stocked();
    writeFileSync(join(home.cwd, 'mine'), 'mine');
    expect((await memory(home, ['export', 'mine'])).code).toBe(64);
    expect([readFileSync(join(home.cwd, 'mine'), 'utf8'), readdirSync(home.cwd)]).toEqual(['mine', ['mine']]);
  });

  const [good, other] = lines(everything.slice(1, 3));
  test.each<[string, string]>([
    ['ends of lines of another system', lines([header, everything[1], everything[2]]).join('\r\n')],
    ['a byte order mark', `\uFEFF${text([header])}${good}\n${other}\n`],
    ['empty lines', `\n${text([header])}\n\n${good}\n \n${other}\n\n`],
    ['no end of the last line', `${text([header])}${good}\n${other}`],
  ])('an import accepts %s', async (_, input) => {
    expect(await memory(newHome(), ['import', '-'], input)).toMatchObject({ code: 0, out: '2 memories added, 0 already known.\n' });
  });

  const far = new Date(Date.now() + 3 * 86_400_000).toISOString();
  test.each<[string, string, number, RegExp]>([
    ['that is not JSON', '{"id":', 64, /^artoo: line 1202: it is not JSON; nothing was imported$/m],
    ['of another shape', '{"id":"x","megram":{"id":"x"}}', 64, /^artoo: line 1202: megram\.level: /m],
    ['out of range', JSON.stringify({ id: 'x', megram: { ...event('x', 1), f: 2 } }), 64, /^artoo: line 1202: megram\.f: /m],
    ['of the laws', JSON.stringify({ id: 'x', megram: { ...event('x', 1), level: 'T' } }), 64, /^artoo: line 1202: x: .*laws/m],
    [
      'from the future',
      JSON.stringify({ id: 'x', megram: { ...event('x', 1), created_at: far } }),
      64,
      /^artoo: line 1202: x: .*is in the future/m,
    ],
    ['without words', JSON.stringify({ id: 'x', megram: null }), 64, /^artoo: line 1202: x: it has no content/m],
    ['with two ids', JSON.stringify({ id: 'x', megram: event('y', 1) }), 64, /^artoo: line 1202: x: it has two ids/m],
    [
      'that was there before',
      JSON.stringify({ id: 'm0007', megram: event('m0007', 1) }),
      64,
      /^artoo: line 1202: m0007 is already on line 9/m,
    ],
    [
      'that says otherwise of what is known',
      JSON.stringify({ id: 'a-m01', megram: event('a-m01', 9) }),
      64,
      /^artoo: line 1202: a-m01: a different memory/m,
    ],
  ])('a line %s in the middle is refused, and nothing is imported', async (_, line, exit, why) => {
    const home = await stocked();
    const before = await memory(home, ['export']);
    const many = Array.from({ length: 2_000 }, (_, at) => ({
      id: `m${String(at).padStart(4, '0')}`,
      megram: event(`m${String(at).padStart(4, '0')}`, 1),
    }));
    const input = [...lines([header, ...many.slice(0, 1_200)]), line, ...lines(many.slice(1_200))].join('\n');
    const { code, err, out } = await memory(home, ['import', '-'], input);
    expect([code, out]).toEqual([exit, '']);
    expect(err).toMatch(why);
    expect(await memory(home, ['export'])).toEqual(before);
  });

  test.each<[string, string, number, string]>([
    ['of a newer artoo', '{"artoo_memory":2}\n', 70, 'version 2'],
    ['without a header', `${good}\n`, 64, '{"artoo_memory":1}'],
    ['that is empty', '', 64, '{"artoo_memory":1}'],
    ['that is something else', 'PK\u0003\u0004', 64, 'not an export of a memory'],
  ])('a file %s is refused', async (_, content, exit, why) => {
    const home = newHome();
    writeFileSync(join(home.cwd, 'file'), content);
    expect(await memory(home, ['import', 'file'])).toMatchObject({ code: exit, out: '', err: expect.stringContaining(why) });
    expect(existsSync(join(home.data, 'memory'))).toBe(false);
  });

  test.each(['nothing-there', '.'])('%s cannot be imported', async (name) => {
    expect((await memory(newHome(), ['import', name])).code).toBe(64);
  });
});

describe('two processes at once', () => {
  test('a process that does not hold the memory asks the one that does', async () => {
    const home = newHome();
    const keeper = memoryIn(home.data);
    await keeper.write({ megrams: [event('a-m01', 1), event('b-m01', 1)] });
    expect(await jsonOf(home, [], memoryElsewhere)).toMatchObject({ levels: { M: 2 } });
    expect(await jsonOf(home, ['show', 'intent:find_large_files', 'tool:shell:du'], memoryElsewhere)).toMatchObject({
      standing: { count: 2 },
    });
    expect((await memoryElsewhere(home, ['remember', 'a fact'])).code).toBe(0);
    expect((await memoryElsewhere(home, ['forget', 'a-m01', '--purge'])).code).toBe(0);
    const { out } = await memoryElsewhere(home, ['export']);
    expect(await jsonOf(home, ['import', '--json', writeFile(home, out)], memoryElsewhere)).toEqual({ added: 0, known: 3 });
    expect(await keeper.overview({ strongest: 0 })).toMatchObject({ levels: { M: 1, C: 1 } });
    const doctor = await artoo(['doctor', '--json'], { at: home });
    expect(JSON.parse(doctor.out).checks).toContainEqual({
      name: 'memory',
      about: 'machine',
      state: 'ok',
      detail: 'served by another process, 2 memories',
    });
  });

  test('many commands at once all succeed', async () => {
    const home = newHome();
    const facts = Array.from({ length: 6 }, (_, at) => `fact ${at}`);
    const ended = await Promise.all(facts.map((fact) => memoryElsewhere(home, ['remember', fact])));
    expect(ended.map(({ code }) => code)).toEqual(facts.map(() => 0));
    expect(await jsonOf(home, [], memoryElsewhere)).toMatchObject({ levels: { C: 6 } });
  });
});

function writeFile({ cwd }: Home, content: string): string {
  const path = join(cwd, 'export.jsonl');
  writeFileSync(path, content);
  return path;
}

describe('a memory that cannot be opened', () => {
  test('of a newer artoo is left as it is, by every command', async () => {
    const home = newHome();
    await stock(home.data, [event('a-m01', 1)]);
    const store = await openLevel(join(home.data, 'memory', 'store'));
    if (store === 'locked') throw new Error('no other process is here');
    await store.write([{ type: 'put', key: 'n|', value: '{"format":99}' }], { durable: true });
    await store.close();
    writeFileSync(join(home.cwd, 'file'), `{"artoo_memory":1}\n${JSON.stringify({ id: 'x', megram: event('x', 1) })}`);
    for (const args of [[], ['show', 'x'], ['remember', 'x'], ['forget', 'a-m01'], ['dream'], ['export'], ['import', 'file']])
      expect(await memory(home, args)).toMatchObject({ code: 70, err: expect.stringMatching(/has format 99.*\n.*Update artoo/s) });
    const doctor = JSON.parse((await runArtoo(['doctor', '--json'], { at: home })).out);
    expect(doctor.checks).toContainEqual(
      expect.objectContaining({ name: 'memory', state: 'warning', detail: expect.stringContaining('format 99') }),
    );
  });
});

describe('why', () => {
  test('tells what memory said to a planner, and what the task taught', async () => {
    const home = newHome();
    await using provider = await startGreeting();
    const env = { BRAIN_BASE_URL: provider.url, BRAIN_MODEL: 'good-model', BRAIN_API_KEY: 'key' };
    const run = (...flags: readonly string[]) => runArtoo(['--quiet', '--workspace', '.', ...flags, 'greet a friend'], { at: home, env });
    expect((await run()).code).toBe(0);
    const first = await memory(home, ['why', 'last']);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('Memory returned nothing: nothing was remembered about this.');
    expect(first.out).toContain('What it taught\n');
    expect((await run()).code).toBe(0);
    const { out } = await memory(home, ['why', 'last']);
    for (const part of ['Before the plan of round 1, for a task like write_greeting', 'Prefer: write_file in tasks like', '-m02'])
      expect(out).toContain(part);
    const { out: figures } = await memory(home, ['why', 'last', '--verbose']);
    for (const part of ['Round 1 (entry ', 'seen as intent:write_greeting', 'SHOULD PREFER: write_file in tasks', 'σ +1.0'])
      expect(figures).toContain(part);
    const story = await jsonOf(home, ['why', 'last']);
    expect(story).toMatchObject({
      memory: true,
      isOver: true,
      rounds: [{ round: 1, came: 'said', missing: null }],
      taught: [{ level: 'M' }, { level: 'M' }, { level: 'K' }],
    });
    const { id } = story.rounds[0].entries[0].megrams[0];
    expect((await memory(home, ['show', id])).code).toBe(0);
    expect((await run('--no-memory')).code).toBe(0);
    expect((await memory(home, ['why', 'last'])).out).toContain('The task ran without memory');
  });

  test('of a task that is not there says so', async () => {
    expect((await memory(newHome(), ['why', 'nothing'])).code).toBe(64);
  });
});

describe('dream', () => {
  test('without a model makes no rules, and says so', async () => {
    const home = newHome();
    await stock(home.data, [...dueEvents(), event('faded-m01', 300, { space: 'intent:old' })]);
    const { out, code } = await memory(home, ['dream']);
    expect(code).toBe(0);
    for (const part of ['Forgotten: 1 faded memory.', 'Made: no rules.', 'none is configured', '1 cluster is still due to become a rule.'])
      expect(out).toContain(part);
    expect(await jsonOf(home, ['dream'])).toMatchObject({ forgotten: 0, rules: [], failure: { code: 'model_unset' }, due: 1, usage: null });
    expect((await memory(home, [])).out).toContain('1 lesson has proved true often enough to become a rule');
  });

  test('with a model makes the rule that is due, and says what that cost', async () => {
    const home = newHome();
    await stock(home.data, dueEvents());
    await using provider = await startProvider({
      models: ['good-model'],
      answer: () => ({ text: 'Use du: it is fast.', usage: { input: 100, output: 20 } }),
    });
    const env = { BRAIN_BASE_URL: provider.url, BRAIN_MODEL: 'good-model', BRAIN_API_KEY: 'key' };
    const { out, code } = await runArtoo(['memory', 'dream'], { at: home, env });
    expect(code).toBe(0);
    const [, rule = ''] = /^Made: 1 rule\.\n {2}artoo memory show (\S+)$/m.exec(out) ?? [];
    expect(out).toContain('Cost: 120 tokens of good-model');
    expect(JSON.parse((await runArtoo(['cost', '--json'], { at: home })).out)).toMatchObject({
      total: { model_calls: 1, input_tokens: 100, output_tokens: 20, unpriced: ['good-model'] },
      by_role: [{ role: 'R5' }],
    });
    expect((await memory(home, ['show', rule])).out).toContain('Use du: it is fast.');
    expect((await memory(home, ['show', 'task0-m01'])).out).toContain(`It became part of the rule ${rule}, just now.`);
    const again = JSON.parse((await runArtoo(['memory', 'dream', '--json'], { at: home, env })).out);
    expect([again, provider.requests.length]).toEqual([expect.objectContaining({ promoted: 0, due: 0, failure: null }), 1]);
  });

  test('is stopped by Ctrl+C while a model is waited for, and nothing is lost', async () => {
    const home = newHome();
    await stock(home.data, dueEvents());
    await using provider = await startProvider({ models: ['good-model'], answer: () => ({ fault: 'silence' }) });
    const env = { BRAIN_BASE_URL: provider.url, BRAIN_MODEL: 'good-model', BRAIN_API_KEY: 'key' };
    const { process, ended } = startArtoo(['memory', 'dream'], { at: home, env });
    await provider.nextRequest();
    process.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, out: expect.stringContaining('Then you stopped the dream.') });
    expect(await jsonOf(home, [])).toMatchObject({ levels: { M: 6, C: 0 }, due: 1 });
  });

  test('with a model that fails leaves everything as it was, and its exit code says so', async () => {
    const home = newHome();
    await stock(home.data, dueEvents());
    await using server = await startGreeting(() => ({ fault: 'status', status: 401, body: { error: { message: 'wrong key' } } }));
    const env = { BRAIN_BASE_URL: server.url, BRAIN_MODEL: 'good-model', BRAIN_API_KEY: 'key' };
    const { out, code } = await runArtoo(['memory', 'dream'], { at: home, env });
    expect([code, /Then the dream stopped: .* The next dream tries again/.test(out)]).toEqual([69, true]);
    expect(await jsonOf(home, [])).toMatchObject({ levels: { M: 6, C: 0 }, due: 1 });
  });

  test('leaves it to a process that is already dreaming', async () => {
    const home = newHome();
    const keeper = memoryIn(home.data);
    await keeper.write({ megrams: dueEvents() });
    await keeper.alone(async () => {
      expect(await memoryElsewhere(home, ['dream'])).toMatchObject({
        code: 0,
        out: expect.stringContaining('Another artoo process is already dreaming'),
      });
      expect(await jsonOf(home, ['dream'], memoryElsewhere)).toMatchObject({ busy: true, rules: [] });
    });
    expect(await jsonOf(home, ['dream'], memoryElsewhere)).toMatchObject({ busy: false });
  });
});

test.each([
  [['shw'], 'did you mean show?'],
  [
    ['leaks', 'in', 'my', 'program'],
    'there are show, why, remember, forget, dream, repair, export, import (to run a goal that begins like this, put it after --)',
  ],
  [['show'], 'artoo memory show <space> [entity]'],
  [['show', 'a', 'b', 'c'], 'unexpected "c"'],
  [['why', 'a', 'b'], 'artoo memory why [task]'],
  [['dream', 'now'], 'unexpected "now"'],
  [['--purge'], '--purge does not apply to artoo memory'],
  [['show', '--purge', 'x'], '--purge does not apply to artoo memory show'],
  [['remember', '--verbose', 'x'], '--verbose does not apply to artoo memory remember'],
  [['--colour'], 'no option --colour'],
])('artoo memory %j is a usage error that helps', async (args, why) => {
  const home = newHome();
  expect(await memory(home, args)).toMatchObject({ code: 64, out: '', err: expect.stringContaining(why) });
  expect(readdirSync(home.data)).toEqual([]);
});

test('its help names every part, in 80 columns or a few more', async () => {
  const { out, code } = await memory(newHome(), ['--help']);
  expect(code).toBe(0);
  for (const part of [
    'show <space> [entity]',
    'why [task]',
    'remember "…"',
    '--purge',
    'dream',
    'export [file]',
    'import <file>',
    '--json',
    '--data',
  ])
    expect(out).toContain(part);
  expect((await runArtoo(['--help'], { at: newHome() })).out).toContain('artoo memory');
});
