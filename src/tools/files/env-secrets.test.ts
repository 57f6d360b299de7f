import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { createEnvSecrets } from './env-secrets.ts';

const value = 'a-value-of-words';

/** Called twice, as before and after a command. */
async function learnt(
  files: Readonly<Record<string, string>>,
  { home = scratch(), mayShow = (): boolean => false } = {},
): Promise<readonly string[]> {
  const cwd = join(home, 'project');
  mkdirSync(cwd, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  }
  const secrets = createEnvSecrets({ home, mayShow });
  await secrets.lookIn(cwd);
  await secrets.lookIn(cwd);
  return secrets.known().map((secret) => secret.value);
}

describe('the values are known of', () => {
  test.each([
    ['project/.env', `API_KEY=${value}\n`],
    ['project/packages/api/.env.local', `export API_KEY="${value}"\n`],
    ['.env', `API_KEY=${value}\n`],
    ['project/.env~', `API_KEY=${value}\n`],
    ['project/.envs/.local/.django', `API_KEY=${value}\n`],
    ['other/.env', `API_KEY=${value}\n`],
    ['work/app/deploy/prod.env', `API_KEY=${value}\n`],
    ['keys/server.key', `secret = ${value}\n`],
    ['.npmrc', `//registry.example.org/:_authToken=${value}\n`],
    ['.m2/settings.xml', `<server>\n  <id>a</id><password>${value}</password></server>\n`],
    ['.config/composer/auth.json', JSON.stringify({ 'github-oauth': { token: value } }, undefined, 2)],
    ['.config/pip/pip.conf', `[global]\nindex-url = https://ada:${value}@example.org/simple\n`],
    ['.gradle/gradle.properties', `signing.password=${value}\n`],
  ])('%s', async (path, content) => {
    expect(await learnt({ [path]: content })).toContain(value);
  });
});

test('of an ordinary file none are known', async () => {
  expect(await learnt({ 'project/settings.ini': `API_KEY=${value}\n`, 'notes.txt': `API_KEY=${value}\n` })).toEqual([]);
});

test('of a file that a rule lets a model read none are known', async () => {
  expect(await learnt({ 'project/.env': `API_KEY=${value}\n` }, { mayShow: () => true })).toEqual([]);
});

test.each([
  ['one with many values', Object.fromEntries([['project/.env.aaa', decoys(2_000)]])],
  ['many with a value each', Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`project/.env.${at}`, `KEY=decoy-value-${at}\n`]))],
  ['many with many', Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`project/.env.${at}`, decoys(200, at)]))],
  ['many folders', Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`project/${at}/x`, '']))],
])('files that are made later do not crowd out those that were there: %s', async (_, crowd) => {
  const home = scratch();
  await learnt({ 'project/deep/er/.env': `API_KEY=${value}\n` }, { home });
  expect(await learnt(crowd, { home })).toContain(value);
});

function decoys(count: number, start = 0): string {
  return Array.from({ length: count }, (_, at) => `KEY_${at}=decoy-value-${start}-${at}\n`).join('');
}
test('of many that look in a folder at once, one looks, and all know what it found', async () => {
  const folder = scratch();
  writeFileSync(join(folder, '.env'), 'API_TOKEN=correct-horse-battery-staple\n');
  const asked: string[] = [];
  const secrets = createEnvSecrets({ mayShow: (path) => asked.push(path) === 0 });
  const known = await Promise.all(Array.from({ length: 10 }, () => secrets.lookIn(folder).then(() => secrets.known().length)));
  expect(known).toEqual(Array.from({ length: 10 }, () => 1));
  expect(asked.filter((path) => path === join(folder, '.env'))).toHaveLength(1);
});
