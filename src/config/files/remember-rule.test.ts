import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { scratch } from '../../../test/support/scratch.ts';
import { readConfigFile } from './config-file.ts';
import { rememberRule } from './remember-rule.ts';
import { withRule } from './rule-text.ts';

const rule = 'shell(git commit*)';

function dataWith(text?: string): { readonly data: string; readonly path: string; readonly read: () => string } {
  const data = scratch();
  const path = join(data, 'config.yaml');
  if (text !== undefined) writeFileSync(path, text);
  return { data, path, read: () => readFileSync(path, 'utf8') };
}

describe('a rule is written', () => {
  test.each([
    ['to a file that is empty', '', 'allow:\n  - shell(git commit*)\n'],
    ['behind what is there', '# mine\nbrain:   x # the one\n\n\n', '# mine\nbrain:   x # the one\n\n\nallow:\n  - shell(git commit*)\n'],
    ['behind a last line without an end', 'brain: x', 'brain: x\nallow:\n  - shell(git commit*)\n'],
    [
      'below the others',
      'allow:\n- shell(a)   # why\n\n# end\nbrain: x\n',
      'allow:\n- shell(a)   # why\n- shell(git commit*)\n\n# end\nbrain: x\n',
    ],
    ['below one that ends the file', 'allow:\n   -  shell(a)', 'allow:\n   -  shell(a)\n   -  shell(git commit*)\n'],
    ['with the line ends of the file', 'allow:\r\n  - shell(a)\r\n', 'allow:\r\n  - shell(a)\r\n  - shell(git commit*)\r\n'],
    ['into a list on one line', 'allow: [shell(a)]\n', 'allow: [ shell(a), shell(git commit*) ]\n'],
    ['into a list that is empty', 'allow:\nbrain: x\n', 'allow:\n  - shell(git commit*)\nbrain: x\n'],
    ['into JSON', '{"budget": "10m"}', '{ "budget": "10m", allow: [ shell(git commit*) ] }\n'],
  ])('%s', async (_, before, after) => {
    const { data, read } = dataWith(before);
    expect(await rememberRule(data, rule)).toEqual({ ok: true, added: true });
    expect(read()).toBe(after);
  });

  test('once', async () => {
    const { data, read } = dataWith();
    await rememberRule(data, rule);
    const once = read();
    expect(await rememberRule(data, rule)).toEqual({ ok: true, added: false });
    expect(read()).toBe(once);
  });

  test('so that it is read again, whatever it says', async () => {
    for (const odd of [
      'shell(echo: #x)',
      "shell(it's*)",
      'write(/a b/**)',
      'shell(- [x]*)',
      'write(/ünï 任务/**)',
      `shell(${'x'.repeat(300)})`,
    ]) {
      const { data, path } = dataWith('allow:\n  - shell(a)\n');
      await rememberRule(data, odd);
      expect((await readConfigFile(path))?.values.allow).toEqual(['shell(a)', odd]);
    }
  });

  test('into a new folder, for its owner only', async () => {
    const data = join(scratch(), 'deep/data');
    expect(await rememberRule(data, rule)).toEqual({ ok: true, added: true });
    expect(statSync(join(data, 'config.yaml')).mode & 0o777).toBe(0o600);
    expect(readdirSync(data)).toEqual(['config.yaml']);
  });

  test('and the file keeps its permissions, and a link to it stays one', async () => {
    const elsewhere = join(scratch(), 'my.yaml');
    writeFileSync(elsewhere, 'budget: 5m\n');
    chmodSync(elsewhere, 0o640);
    const { data, path } = dataWith();
    symlinkSync(elsewhere, path);
    await rememberRule(data, rule);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(elsewhere, 'utf8')).toContain(rule);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o640);
  });
});

describe('a file is left alone', () => {
  test.each([
    ['that cannot be read', 'brain: [\n', /config\.yaml:\d+:\d+: /],
    ['with a key that nobody knows', 'brian: x\n', /brian/],
    ['whose rules are no list', 'allow: shell(a)\n', /allow must be a list/],
  ])('%s', async (_, text, error) => {
    const { data, read } = dataWith(text);
    expect(await rememberRule(data, rule)).toEqual({ ok: false, error: expect.stringMatching(error) });
    expect(read()).toBe(text);
    expect(readdirSync(data)).toEqual(['config.yaml']);
  });

  test('that is a folder', async () => {
    const { data, path } = dataWith();
    mkdirSync(path);
    expect(await rememberRule(data, rule)).toMatchObject({ ok: false });
  });

  test('where nothing can be written', async () => {
    expect(await rememberRule('/proc/nowhere', rule)).toEqual({ ok: false, error: expect.stringContaining('cannot be written') });
  });
});

test('whatever the file says, it says the same afterwards, and the rule', () => {
  const scalar = fc.oneof(fc.constantFrom('x', 'a: b', '# no comment', '- x', "it's", '', '"', '[', '|'), fc.string({ maxLength: 20 }));
  const values = fc.record({
    allow: fc.array(scalar, { maxLength: 4 }),
    other: fc.dictionary(fc.string({ minLength: 1 }), scalar, { maxKeys: 3 }),
  });
  const yamlOf = fc.tuple(values, fc.boolean(), fc.constantFrom('# top\n', '')).map(([{ allow, other }, isFlow, top]) => {
    const list = isFlow ? ` ${JSON.stringify(allow)}` : allow.map((each) => `\n- ${JSON.stringify(each)} # note`).join('');
    return `${top}allow:${list}\nother: ${JSON.stringify(other)}\n`;
  });
  fc.assert(
    fc.property(yamlOf, fc.string({ minLength: 1 }), (text, added) => {
      const before = parse(text);
      expect(parse(withRule(text, added))).toEqual({ ...before, allow: [...(before.allow ?? []), added] });
    }),
  );
});
