import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { badServer, nodeServer, publishedServer } from '../../test/support/mcp.ts';
import { scratch } from '../../test/support/scratch.ts';
import { settingsFor } from '../../test/support/settings.ts';
import { readRule } from '../laws/rules/read-rule.ts';
import { joined, resourcesIn, withResources } from './resources.ts';

const servers = { docs: nodeServer([publishedServer('everything')]), notes: badServer('plain') };
const document = (name: string): string => `docs:demo://resource/static/document/${name}.md`;

function use(signal = new AbortController().signal) {
  const [data, workspace] = [scratch(), scratch()];
  const settings = { ...settingsFor({ data, workspace }), servers };
  return { settings, env: { PATH: process.env.PATH }, cwd: scratch(), signal };
}

test.each([
  ['compare @docs:a://b with @docs:c, please', ['a://b', 'c']],
  ['(see @docs:a.md.)', ['a.md']],
  ['read @docs:a.md.', ['a.md']],
  ['@docs:a and @docs:a', ['a']],
  ['mail me@docs:a or @other:b or @docs: or @Docs:a', []],
])('%j names %j', (goal, uris) => {
  expect(resourcesIn(goal, servers).map(({ uri }) => uri)).toEqual(uris);
});

const part = (name: string, bytes: Uint8Array) => ({ name, bytes });

test('one part is handed over as it is, several texts each below its name, and nothing else beside them', () => {
  const [text, binary] = [part('@docs:a', Buffer.from('one')), part('@docs:b', Buffer.of(0, 1))];
  expect(joined([])).toBeUndefined();
  expect(joined([binary])).toBe(binary.bytes);
  expect(String(joined([text, part('two', Buffer.from('2'))]))).toBe('--- @docs:a ---\none\n--- two ---\n2\n');
  expect(() => joined([text, binary])).toThrow('@docs:b is not text');
  expect(() => joined([part('a', Buffer.alloc(64 * 1024 ** 2)), text])).toThrow('more than 64 MiB');
});

test('what a goal names is read of a server, with what was piped in', async () => {
  const goal = `compare @${document('startup')} and @${document('features')}`;
  const text = String(await withResources(goal, Buffer.from('piped'), use()));
  expect(text.match(/^--- .* ---$/gm)).toEqual([
    '--- standard input ---',
    `--- @${document('startup')} ---`,
    `--- @${document('features')} ---`,
  ]);
  expect(text).toContain('# Everything Server');
});

test('a server without resources says so, and one that is not named is not started', async () => {
  await expect(withResources('read @notes:x', undefined, use())).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/^notes: ./),
  });
  const piped = Buffer.from('x');
  expect(await withResources('read it', piped, use())).toBe(piped);
  expect(await withResources('read @other:x', undefined, use())).toBeUndefined();
});

test('a contained server does not see what a rule forbids to read', async () => {
  const home = mkdtempSync('/var/tmp/artoo-resources-'); // not below /tmp, which walls do not show
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const [cwd, secret] = [join(home, 'project'), join(home, 'private')];
  for (const folder of [cwd, secret]) mkdirSync(folder);
  writeFileSync(join(secret, 'x'), 'what is private');
  const telling = { ...nodeServer(['-c', `cat ${secret}/x >&2; exit 3`]), command: '/bin/sh', contained: true };
  const rule = readRule('read(~/private/**)', { cwd, home }, 'deny');
  if ('wrong' in rule) throw new Error(rule.wrong);
  const said = (deny: readonly (typeof rule)[]) => {
    const settings = { ...use().settings, servers: { telling }, rules: { allow: [], ask: [], deny } };
    return withResources('read @telling:x', undefined, { ...use(), settings, cwd, env: { HOME: home, PATH: process.env.PATH } });
  };
  await expect(said([])).rejects.toMatchObject({ message: expect.stringContaining('what is private') });
  await expect(said([rule])).rejects.toMatchObject({ message: expect.not.stringContaining('what is private') });
});
