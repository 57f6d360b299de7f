import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseContainment } from '../choose.ts';
import type { ContainedRun, Containment } from '../containment.ts';
import type { RestoredRequest } from './restored.ts';

const { signal } = new AbortController();
let containment: Containment;
let folder: string;
const there = '/somewhere/else/project';

beforeAll(async () => {
  folder = mkdtempSync('/var/tmp/artoo-test-');
  const env = { PATH: '/usr/bin:/bin', HOME: join(folder, 'home') };
  mkdirSync(env.HOME);
  writeFileSync(join(env.HOME, 'of-the-worker'), 'private');
  const surroundings = { home: env.HOME, data: join(folder, 'data'), env, secrets: [], stagings: ['/var/tmp', '/tmp'] };
  containment = await chooseContainment({ surroundings, signal });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function restoredFolder(): string {
  made += 1;
  const source = join(folder, `restored-${made}`);
  mkdirSync(join(source, 'sub'), { recursive: true });
  for (const name of ['a.txt', 'sub/b.txt', 'hidden']) writeFileSync(join(source, name), `${name}\n`);
  return source;
}

async function run(command: string, more: Partial<RestoredRequest> = {}): Promise<ContainedRun & { readonly output: string }> {
  if (!containment.restored) throw new Error(containment.detail);
  const source = restoredFolder();
  const ran = await containment.restored({
    ...{ command, cwd: there, roots: [{ path: there, source }], home: '/somewhere/else', language: { LANG: 'C' } },
    ...{ closed: [{ path: join(there, 'hidden'), isFolder: false }], timeoutMs: 20_000, signal, ...more },
  });
  await ran[Symbol.asyncDispose]();
  return { ...ran, output: ran.ended.output };
}

describe('a command on folders of another machine', () => {
  test('sees them at their own paths, and what it changes there has those paths', async () => {
    const ran = await run('pwd; cat a.txt; echo new > sub/new.txt; rm sub/b.txt; echo more >> a.txt; echo $HOME');
    expect(ran.output).toBe(`${there}\na.txt\n/somewhere/else\n`);
    expect(ran.whyUnknown).toBeUndefined();
    expect(ran.changes.map(({ path, after }) => [path.slice(there.length), after?.kind ?? null])).toEqual([
      ['/sub/b.txt', null],
      ['/a.txt', 'file'],
      ['/sub/new.txt', 'file'],
    ]);
    expect(JSON.stringify({ ...ran, changes: ran.changes.map(({ from: _, ...change }) => change) })).not.toContain('restored-');
  });

  test('sees nothing of this machine but its system, and no network', async () => {
    const ran = await run(
      `cat ${folder}/home/of-the-worker; ls ${folder} /home /root /somewhere 2>&1; ls -A ~ 2>&1; grep -c . /proc/net/route; test -x /usr/bin/env && echo system`,
    );
    expect(ran.output).not.toContain('private');
    expect(ran.output).not.toContain('restored');
    expect(ran.output).toContain("'/somewhere': Permission denied");
    expect(ran.output).toContain('project');
    expect(ran.output).toMatch(/\n1\nsystem\n$/);
  });

  test('is refused by name what is closed', async () => {
    const ran = await run('cat hidden; rm -f hidden; ls');
    expect(ran.output).toContain('hidden');
    expect(ran.deniedPlaces).toEqual([join('~', 'project/hidden')]);
    expect(ran.changes).toEqual([]);
  });

  test('finds its home empty, and what it leaves there is lost and counted', async () => {
    const ran = await run('echo x > ~/cache; echo y > /tmp/y; ls ~');
    expect(ran.changes).toEqual([]);
    expect(ran.left.files).toBe(2);
  });

  test('changes nothing of what was restored, and stops at its limit', async () => {
    const source = restoredFolder();
    const ran = await run('echo x > a.txt; sleep 20', { roots: [{ path: there, source }], timeoutMs: 300 });
    expect(ran.ended.killedBy).toBe('timeout');
    expect(execFileSync('cat', [join(source, 'a.txt')], { encoding: 'utf8' })).toBe('a.txt\n');
  });
});
