import { expect, test } from 'vitest';
import type { Settled } from '../../../config/settle.ts';
import { textOf } from '../../../view/style/line.ts';
import { type AllowPorts, allowInShell } from './allow-in-shell.ts';

/** A shell for a person whose own file allows `lasting`. */
function shellWith(lasting: readonly string[] = []) {
  let flags: AllowPorts['settings']['flags'] = {};
  const settled = async () => ({ rules: { allow: [...lasting, ...rules()].map((text) => ({ text })) } }) as unknown as Settled; // no other field is read
  const rules = (): readonly string[] => (Array.isArray(flags.allow) ? flags.allow : []);
  const settings: AllowPorts['settings'] = {
    settled,
    async change(more) {
      flags = { ...flags, ...more };
      return settled();
    },
    get flags() {
      return flags;
    },
  };
  const allow = async (rest: string) => (await allowInShell(rest, { settings, data: '/data' })).map(textOf).join('\n');
  return { allow, rules };
}

test('rules are added, listed, and withdrawn one by one or all at once', async () => {
  const { allow, rules } = shellWith();
  for (const rule of ["'shell(git commit*)'", 'write(./docs/**)', 'shell(make)']) await allow(rule);
  expect(await allow('')).toContain('\n  1 shell(git commit*)\n  2 write(./docs/**)\n  3 shell(make)\n/allow off');
  expect(await allow('off 2')).toBe('You will be asked about write(./docs/**) again.');
  expect(rules()).toEqual(['shell(git commit*)', 'shell(make)']);
  expect(await allow('off')).toContain('You will be asked about shell(make) again.');
  expect(rules()).toEqual([]);
});

test('what lasts is listed with the file it is deleted in', async () => {
  const { allow } = shellWith(['shell(ls)']);
  expect(await allow('')).toMatch(
    /^This shell has no rules of its own\.[\s\S]*\n {4}shell\(ls\)\nTo withdraw one, delete it from \/data\/config\.yaml$/,
  );
});

test.each(['off 0', 'off 2', 'off x', 'off 1 2'])('%j withdraws nothing', async (rest) => {
  const { allow, rules } = shellWith();
  await allow('shell(ls)');
  await expect(allow(rest)).rejects.toMatchObject({ code: 'usage' });
  expect(rules()).toEqual(['shell(ls)']);
});
