import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newHome, users } from '../../../../test/support/contained.ts';
import { shownFor } from './program-places.ts';

test.each<[folder: string, shown: readonly string[]]>([
  ['/work/tools/bin', ['/work/tools']],
  ['/work/tools/sbin', ['/work/tools']],
  ['/work/tools', ['/work/tools']],
  ['/work/bin', ['/work/bin', ...['lib', 'lib32', 'lib64', 'libexec', 'share', 'include', 'etc', 'opt'].map((name) => `/work/${name}`)]],
  ['/home/linuxbrew/.linuxbrew/bin', ['/home/linuxbrew/.linuxbrew']],
  ['/home/ada/.cargo/bin', ['/home/ada/.cargo']],
  ['/home/ada/bin', ['/home/ada/bin']],
  ['/home/bob/bin', []],
  ['/home/bob/.cargo/bin', []],
  ['/root/.pyenv/shims', []],
  ['/bin', ['/bin']],
])('for programs in %s are shown %j', (folder, shown) => {
  expect(shownFor(folder, '/home/ada')).toEqual(shown);
});

describe.each(users)('as %s, a program on PATH', (user) => {
  function newTools(): string {
    const tools = mkdtempSync('/var/tmp/artoo-tools-');
    onTestFinished(() => rmSync(tools, { recursive: true, force: true }));
    for (const folder of ['', 'prefix/bin', 'prefix/lib', 'elsewhere/bin']) {
      mkdirSync(join(tools, folder), { recursive: true });
      chmodSync(join(tools, folder), 0o755);
    }
    writeFileSync(join(tools, 'prefix/lib/text'), 'it works\n');
    writeFileSync(join(tools, 'prefix/bin/tool'), '#!/bin/sh\nexec cat "$(dirname "$(readlink -f "$0")")/../lib/text"\n', { mode: 0o755 });
    writeFileSync(join(tools, 'beside'), 'PRIVATE');
    return tools;
  }
  const system = '/usr/bin:/bin';

  test('works wherever it is, with what was installed with it, and nothing else', async () => {
    const tools = newTools();
    const { output } = await newHome(user).run(`tool; cat ${tools}/beside; echo x > ${tools}/prefix/bin/new`, {
      path: `${tools}/prefix/bin:${system}`,
    });
    expect(output).toMatch(/^it works\ncat: .*(?:No such file|Permission denied).*\n.*(?:Read-only|Permission denied)/);
  });

  test('works where PATH leads through a link, or the program itself is one', async () => {
    const tools = newTools();
    symlinkSync('prefix', join(tools, 'current'));
    symlinkSync('../../prefix/bin/tool', join(tools, 'elsewhere/bin/tool'));
    for (const path of [`${tools}/current/bin:${system}`, `${tools}/elsewhere/bin:${system}`]) {
      expect((await newHome(user).run('tool', { path })).output).toBe('it works\n');
    }
  });

  test('is not there in a folder that others can write to', async () => {
    const tools = newTools();
    chmodSync(join(tools, 'prefix'), 0o777);
    expect((await newHome(user).run('tool', { path: `${tools}/prefix/bin:${system}` })).exitCode).toBe(127);
  });
});
