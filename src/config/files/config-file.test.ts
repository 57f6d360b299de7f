import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { Config } from '../config.ts';
import { readConfigFile } from './config-file.ts';

function file(content: string | Uint8Array): string {
  const path = join(scratch(), 'config.yaml');
  writeFileSync(path, content);
  return path;
}

const refusal = async (path: string): Promise<{ code?: string; message: string }> =>
  readConfigFile(path, 'config.yaml').then(
    () => ({ message: 'it was read' }),
    (error) => ({ code: error.code, message: error.message }),
  );

const defaults = Config.parse({});

describe('a file of settings', () => {
  test.each<[string, string | Uint8Array, object]>([
    ['that is empty', '', defaults],
    ['of comments', '# nothing\n\n', defaults],
    [
      'as people write them',
      'brain: gpt-5.4-mini\nbudget: 10m # enough\n',
      { brain: { model: 'gpt-5.4-mini' }, budget: { cap_ms: 600_000 } },
    ],
    ['whose lines end as on Windows', 'budget: 10m\r\nstrict: true\r\n', { budget: { cap_ms: 600_000 }, strict: true }],
    ['with a byte order mark', '\uFEFFbudget: 10m\n', { budget: { cap_ms: 600_000 } }],
    ['in JSON', '{"budget": "10m", "roles": {"R3": "brain"}}', { budget: { cap_ms: 600_000 }, roles: { R3: 'brain' } }],
    ['in any script', 'workspace: /tmp/工作\n', { workspace: '/tmp/工作' }],
    ['with a key that has no value', 'budget:\nstrict: true\n', { budget: defaults.budget, strict: true }],
  ])('%s is read', async (_, content, values) => {
    expect((await readConfigFile(file(content)))?.values).toMatchObject(values);
  });

  test('says what it says and where, and what it does not', async () => {
    const path = file('# mine\nbrain: gpt-5.4-mini\nroles:\n  R3: {model: x}\nbudget:\n');
    const { given, from, subject } = (await readConfigFile(path, 'my.yaml')) ?? expect.fail('it is there');
    expect([['brain'], ['roles', 'R3'], ['roles', 'R1'], ['budget'], ['strict']].map((where) => given(where))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([from(['brain']), from(['brain', 'model']), from(['roles', 'R3', 'model'])]).toEqual(['my.yaml:2', 'my.yaml:2', 'my.yaml:4']);
    expect(subject(['roles', 'R3'])).toBe('my.yaml:4:7: roles.R3');
  });

  test('that is not there is none', async () => {
    const folder = scratch();
    writeFileSync(join(folder, 'file'), '');
    expect(await readConfigFile(join(folder, 'config.yaml'))).toBeUndefined();
    expect(await readConfigFile(join(folder, 'no', 'config.yaml'))).toBeUndefined();
    expect(await readConfigFile(join(folder, 'file', 'config.yaml'))).toBeUndefined();
  });

  test('may be a link', async () => {
    const link = join(scratch(), 'config.yaml');
    symlinkSync(file('strict: true\n'), link);
    expect((await readConfigFile(link))?.values.strict).toBe(true);
  });
});

describe('what is not a file of settings is refused', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['a syntax error', 'brain: "x\n', /^config\.yaml:2:1: /],
    ['a tab', 'roles:\n\tR3: brain\n', /^config\.yaml:2:1: .*tab/],
    ['the same key twice', 'strict: true\nstrict: false\n', /^config\.yaml:2:1: .*twice/],
    ['an unknown key', 'brain: x\nbugdet: 5m\n', /^config\.yaml:2:1: bugdet .*did you mean budget\?/],
    ['an unknown key behind a byte order mark', '\uFEFFbugdet: 5m\n', /^config\.yaml:1:1: bugdet/],
    ['a wrong value', 'max_cost: lots\n', /^config\.yaml:1:11: max_cost must be an amount/],
    ['a wrong value in a map', 'roles:\n  R3: { provider: antropic }\n', /^config\.yaml:2:19: R3\.provider .*did you mean anthropic\?/],
    ['an infinite value', 'max_tokens: 1e999\n', /^config\.yaml:1:13: max_tokens/],
    ['a value that is not a number', 'max_cost: .nan\n', /^config\.yaml:1:11: max_cost/],
    ['a negative value', 'parallel: -1\n', /^config\.yaml:1:11: parallel/],
    ['an empty value', 'workspace: ""\n', /^config\.yaml:1:12: workspace/],
    ['a list', '- brain\n', /^config\.yaml:1:1: the file must be a map/],
    ['a sentence', 'hello world\n', /^config\.yaml:1:1: the file must be a map/],
    ['the data folder', 'strict: true\ndata: /tmp\n', /^config\.yaml:2:1: data .*ARTOO_DATA_DIR/],
    ['a prototype', '__proto__: { strict: true }\n', /^config\.yaml:1:1: __proto__/],
    ['a tag', 'brain: !!js/function "x"\n', /^config\.yaml:1:8: .*tags/],
    ['a key that draws on the terminal', '"\\e[31m\\u202E": 1\n', /^config\.yaml:1:1: \uFFFD\[31m\uFFFD is not a setting/],
    ['bytes that are not UTF-8', new Uint8Array([0x61, 0x0a, 0x62, 0xff]), /^config\.yaml:2:2: is not UTF-8/],
    ['UTF-16', Buffer.from('\uFEFFbrain: x', 'utf16le'), /^config\.yaml:1:1: is not UTF-8/],
    ['binary', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0]), /^config\.yaml:1:1: .*control/],
    ['a control character', 'brain: x\nbudget: \u001b5m\n', /^config\.yaml:2:9: .*control/],
    ['10 MB', 'a'.repeat(10_000_000), /1 MiB/],
    ['1 MiB of settings', 'a: 1\n'.repeat(200_000), /^config\.yaml:1:1: is too long/],
  ])('%s', async (_, content, message) => {
    expect(await refusal(file(content))).toEqual({ code: 'config_invalid', message: expect.stringMatching(message) });
  });

  test('with everything that is wrong, line by line, up to ten', async () => {
    const { message } = await refusal(file('brian: x\nbudget: 5\nroles: {R9: 1}\n'));
    expect(message.split('\n').map((line) => line.slice(0, 20))).toEqual([
      'config.yaml:1:1: bri',
      'config.yaml:2:9: bud',
      'config.yaml:3:9: rol',
    ]);
    const many = await refusal(file(Array.from({ length: 50 }, (_, at) => `unknown${at}: 1`).join('\n')));
    expect(many.message.split('\n').slice(-1)).toEqual(['and 40 more']);
  });

  test('and a key is never shown', async () => {
    for (const content of ['brain: { api_key: "hunter2\\nhunter2" }', 'brain: { api_key: [hunter2] }', 'brain: { api_key: hunter2, x: 1 }'])
      expect(JSON.stringify(await refusal(file(content)))).not.toContain('hunter2');
  });

  test('a folder', async () => {
    const path = join(scratch(), 'config.yaml');
    mkdirSync(path);
    expect(await refusal(path)).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('folder') });
  });

  test('a pipe, which is not waited for', async () => {
    const path = join(scratch(), 'config.yaml');
    execFileSync('mkfifo', [path]);
    expect(await refusal(path)).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('regular') });
  });

  test('a device without an end', async () => {
    const path = join(scratch(), 'config.yaml');
    symlinkSync('/dev/zero', path);
    expect(await refusal(path)).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('regular') });
  });

  test('a link to nothing', async () => {
    const path = join(scratch(), 'config.yaml');
    symlinkSync('/nowhere/at/all', path);
    expect(await refusal(path)).toMatchObject({ code: 'config_invalid', message: 'config.yaml is a link to a file that does not exist' });
  });

  test('a link to itself', async () => {
    const path = join(scratch(), 'config.yaml');
    symlinkSync(path, path);
    expect(await refusal(path)).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('ELOOP') });
  });
});
