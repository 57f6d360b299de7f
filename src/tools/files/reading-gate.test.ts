import { linkSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { gateOf } from '../../../test/support/reading-gate.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { openFile } from './open-file.ts';

/** A home that has not changed for long enough to be cached. */
async function homeAtRest() {
  const home = scratch();
  for (const folder of ['files', 'others', '.config/gh', 'project']) mkdirSync(join(home, folder), { recursive: true });
  symlinkSync(join(home, 'files'), join(home, '.aws'));
  symlinkSync(join(home, 'others/key'), join(home, '.netrc'));
  await wait(150);
  return home;
}

test.each<readonly [string, string, (home: string) => void]>([
  ['is made, as a link', 'others', (home) => symlinkSync('others', join(home, '.ssh'))],
  [
    'is replaced by a link',
    'others',
    (home) => {
      rmSync(join(home, '.config/gh'), { recursive: true });
      symlinkSync('../others', join(home, '.config/gh'));
    },
  ],
  [
    'gets a link above it',
    'others/gh',
    (home) => {
      renameSync(join(home, '.config'), join(home, 'old'));
      symlinkSync('others', join(home, '.config'));
    },
  ],
  [
    'is a link to another link',
    'others',
    (home) => {
      rmSync(join(home, 'files'), { recursive: true });
      symlinkSync('others', join(home, 'files'));
    },
  ],
  ['is a link to what was not there', 'others/key', (home) => writeFileSync(join(home, 'others/key'), '')],
])('a place where secrets are kept, which %s, is hidden from models where it leads now', async (_, leadsTo, change) => {
  const home = await homeAtRest();
  const gate = gateOf({ home });
  const task = { cwd: join(home, 'project') };
  const before = gate.for(task);
  expect(gate.for(task)).toBe(before);
  expect(before(join(home, leadsTo)).read).toBe('whole');
  change(home);
  expect(gate.for(task)(join(home, leadsTo)).read).toBe('no');
});

describe('a file of another home', () => {
  test('is refused; named by the goal it is read, unless it is a secret', () => {
    const [home, other] = ['/people/ada', '/people/bob'];
    const gate = gateOf({ home, homes: [home, other] });
    const task = { cwd: '/people/ada/project' };
    expect(gate.for(task)(`${other}/notes.txt`).read).toBe('no');
    const named = gate.for({ ...task, places: [other] });
    expect(named(`${other}/notes.txt`).read).toBe('whole');
    expect(named(`${other}/.ssh/id`).read).toBe('no');
  });
});

test.each<readonly [string, string, (folder: string) => void]>([
  ['was not there', 'people/bob/.netrc', (folder) => renameSync(join(folder, 'moved'), join(folder, 'people/bob'))],
  [
    'is now behind a link',
    'crowd/ada/.netrc',
    (folder) => {
      renameSync(join(folder, 'people'), join(folder, 'crowd'));
      symlinkSync('crowd', join(folder, 'people'));
    },
  ],
])('secrets of a home that %s are found', async (_, found, change) => {
  const folder = scratch();
  for (const home of ['people/ada', 'moved']) {
    mkdirSync(join(folder, home), { recursive: true });
    writeFileSync(join(folder, home, '.netrc'), '');
  }
  await wait(150);
  const gate = gateOf({ homes: ['people/ada', 'people/bob'].map((home) => join(folder, home)) });
  expect(gate.places()).toEqual([join(folder, 'people/ada/.netrc')]);
  expect(gate.places()).toBe(gate.places());
  change(folder);
  expect(gate.places()).toContain(join(folder, found));
});

test('a secret file is known under another name, and after it was removed', async () => {
  const home = await homeAtRest();
  writeFileSync(join(home, '.pgpass'), 'x');
  linkSync(join(home, '.pgpass'), join(home, 'project/plain.txt'));
  const gate = gateOf({ home }).for({ cwd: join(home, 'project') });
  expect(gate(join(home, 'project/plain.txt'), { entry: statSync(join(home, '.pgpass')) }).read).toBe('no');
  expect(gate(`${join(home, '.pgpass')} (deleted)`).read).toBe('no');
});

describe('a file with another name, by a hard link,', () => {
  const rows = [
    ['.env of the project', 'project/app/.env', 'names'],
    ['.env beside the project', 'other/.env.local', 'names'],
    ['key in the home', 'keys/id_ed25519', 'no'],
    ['file deep in a secret place', '.gnupg/private-keys-v1.d/1.key', 'no'],
    ['file in a copy of a secret place', '.ssh (copy)/inner/config', 'no'],
    ['key in the project', 'project/fixtures/server.key', 'whole'],
    ['ordinary file', 'notes.txt', 'whole'],
  ] as const;

  test.each(rows)('that is a %s (%s) is read like it: %s', async (_, original, read) => {
    const home = await homeAtRest();
    mkdirSync(join(home, original, '..'), { recursive: true });
    writeFileSync(join(home, original), 'x');
    const plain = join(home, 'project/plain.txt');
    linkSync(join(home, original), plain);
    const gate = gateOf({ home }).for({ cwd: join(home, 'project') });
    expect(gate(plain, { entry: statSync(plain) }).read).toBe(read);
  });

  test('is known though it got the name after the last look', async () => {
    const home = await homeAtRest();
    const [one, two, env] = [join(home, 'project/one'), join(home, 'project/two'), join(home, 'project/.env')];
    writeFileSync(one, 'x');
    linkSync(one, `${one}-more`);
    await wait(150);
    const gate = gateOf({ home }).for({ cwd: join(home, 'project') });
    expect(gate(one, { entry: statSync(one) }).read).toBe('whole');
    writeFileSync(env, 'KEY=value');
    linkSync(env, two);
    expect(gate(two, { entry: statSync(two) }).read).toBe('names');
    expect(gate(one, { entry: statSync(one) }).read).toBe('whole');
  });
});

test('a link that is swapped while files are opened never leads to a secret', async () => {
  const home = await homeAtRest();
  for (const [name, text] of [
    ['project/good/a', 'good'],
    ['.ssh/a', 'secret'],
  ] as const) {
    mkdirSync(join(home, name, '..'), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const link = join(home, 'project/link');
  const gate = gateOf({ home });
  const seen = new Set<string>();
  for (let round = 0; round < 200; round += 1) {
    rmSync(link, { force: true });
    symlinkSync('good', link);
    const opening = openFile(join(link, 'a'), gate.for({ cwd: join(home, 'project') })).catch(() => undefined);
    rmSync(link);
    symlinkSync('../.ssh', link);
    const opened = await opening;
    if (!opened) continue;
    if ('read' in opened) seen.add('refused');
    else {
      await using _ = opened;
      seen.add(await opened.file.readFile('utf8'));
    }
  }
  expect(seen.has('secret')).toBe(false);
});

test('rules count with the folders as the person knows them', () => {
  const home = scratch();
  mkdirSync(join(home, 'real'));
  symlinkSync('real', join(home, 'project'));
  const cwd = join(home, 'project');
  const decide = (action: object) => ({
    decision: 'path' in action && action.path === join(cwd, '.env') ? ('allow' as const) : ('none' as const),
    rule: 'read(./.env)',
  });
  expect(gateOf({ home, decide }).for({ cwd })(join(home, 'real/.env')).read).toBe('whole');
  expect(gateOf({ home }).for({ cwd })(join(home, 'real/.env')).read).toBe('names');
});
