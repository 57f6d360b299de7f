/** C2, S1, S2, N1: what reads, what artoo itself starts, and what a rule allows stay within walls. */
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { artoo, newHome } from '../../support/command.ts';
import { sampled } from '../../support/sample.ts';

/** A home with keys, and a project that contains a link to a place outside it. */
function projectWithLink(name: string, target: string) {
  const at = newHome();
  mkdirSync(join(at.home, '.aws'));
  writeFileSync(join(at.home, '.aws/credentials'), 'region = very-private-words\n');
  symlinkSync(target, join(at.cwd, name));
  return at;
}

test.each(
  sampled(
    [
      'grep -R "" .',
      'grep -r "" vendor/',
      'diff -r vendor .',
      'cat vendor/credentials',
      'head -c 100 vendor/*',
      'find -L . -type f -exec cat {} +',
      'cat < vendor/credentials',
    ],
    4,
  ),
)('a link that a repository ships leads no reading command to a key: %s', async (command) => {
  const { out, err } = await artoo(['try', '--auto', '--', command], { at: projectWithLink('vendor', '../.aws') });
  expect(out + err).not.toContain('very-private-words');
});

test.each(
  sampled(
    [
      'cat p/PID/environ',
      'cat p/self/../PID/environ',
      'strings p/PID/environ',
      'cat /proc/PID/environ',
      'cat p/PID/root/proc/PID/environ',
      'tr "\\0" "\\n" < p/PID/environ',
    ],
    4,
  ),
)('no environment of a process outside is read: %s', async (command) => {
  const { out, err } = await artoo(['try', '--auto', '--', command.replaceAll('PID', String(process.pid))], {
    at: projectWithLink('p', '/proc'),
  });
  expect(out + err).not.toMatch(/PATH=|HOME=/);
});

const planted = [
  'ls',
  'cat',
  'mkfifo',
  'git',
  'bash',
  'sh',
  'ps',
  'df',
  'env',
  'rg',
  'bwrap',
  'mount',
  'setpriv',
  'unshare',
  'cp',
  'rm',
  'perl',
];

test.each(sampled(['ls', 'cat README', 'mkfifo pipe', 'git status', 'bash -c true', 'ps aux', 'df', 'rm README'], 4))(
  'a program planted on PATH runs nowhere but within walls: %s',
  async (command) => {
    const at = newHome();
    const bin = join(at.cwd, 'venv/bin');
    const marks = [join(at.home, 'planted'), `/tmp/artoo-planted-${process.pid}`];
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(at.cwd, 'README'), 'words');
    for (const name of planted) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${marks.map((mark) => `echo ran >> ${mark}`).join('\n')}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    await artoo(['try', '--auto', '--', command], { at, env: { PATH: `${bin}:${process.env.PATH}` } });
    expect(marks.filter((mark) => existsSync(mark))).toEqual([]);
  },
);

test('a rule that allows a line does not bring the network with it', async () => {
  const line = 'wget -q http://web.example/';
  const { code } = await artoo(['try', '--auto', '--allow', `shell(${line})`, '--', line], { at: newHome() });
  expect(code).toBe(3);
});
