/** What artoo advises works when it is pasted. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { narrowRuleFor } from '../src/laws/rules/narrow-rule.ts';
import { readRule } from '../src/laws/rules/read-rule.ts';
import { shellLine } from '../src/view/shell-words.ts';
import { newHome } from './support/command.ts';
import { runArtoo } from './support/run-artoo.ts';

/** The words into which a shell splits a line. */
const pasted = (line: string): readonly string[] =>
  execFileSync('bash', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

describe('a rule that would allow a command', () => {
  test.each([
    ['a plain name', 'notes.txt', 'rm notes.txt'],
    ['a name with a space', 'my notes.txt', "rm 'my notes.txt'"],
    ['a name with a quote', "it's.txt", `rm "it's.txt"`],
    ['a name with a dollar', '$HOME.txt', "rm '$HOME.txt'"],
    ['a name in another script', '备忘.txt', 'rm 备忘.txt'],
    ['a name with a backslash', 'a\\b.txt', "rm 'a\\b.txt'"],
  ])('is taken as it was printed: %s', async (_, name, command) => {
    const at = newHome();
    const path = join(at.cwd, name);
    writeFileSync(path, 'x\n');
    const refused = await runArtoo(['try', '--auto', '--', command], { at });
    expect(refused.code).toBe(3);
    const advice = /To allow it: (--allow .*)$/m.exec(refused.err)?.[1] ?? '';
    expect(advice).not.toBe('');
    expect(await runArtoo(['try', '--auto', ...pasted(advice), '--', command], { at })).toMatchObject({ code: 0 });
    expect(existsSync(path)).toBe(false);
  });

  test('for a folder is taken as it was printed', async () => {
    const at = newHome();
    mkdirSync(join(at.home, 'my cache'));
    const command = 'mkdir ~/"my cache/tool" && echo x > ~/"my cache/tool/y"';
    const refused = await runArtoo(['try', '--auto', '--', command], { at });
    const advice = [...refused.err.matchAll(/To allow it: (--allow .*)$/gm)].map(([, line = '']) => line);
    expect(advice.join('\n')).toContain('folder(');
    expect(await runArtoo(['try', '--auto', ...pasted(advice.at(-1) ?? ''), '--', command], { at })).toMatchObject({ code: 0 });
  });
});

test.each(['/p/VERSION', '/p/my file', "/p/it's", '/p/ü$x', '/p/.hidden', '/p/a"b'])(
  'a rule that would allow to write %s can be read again',
  (path) => {
    const rule = narrowRuleFor({ tool: 'write', path });
    if (rule === undefined) return;
    const [given = ''] = pasted(shellLine([rule]));
    expect(readRule(given, { cwd: '/p', home: '/h' })).toMatchObject({ tool: 'write' });
  },
);

test('the finding that is named in a report can be shown as it was printed', async () => {
  const at = newHome();
  const journal = readFileSync('test/golden/false-claim.jsonl', 'utf8');
  mkdirSync(join(at.data, 'tasks'), { recursive: true });
  writeFileSync(join(at.data, 'tasks', 'false-claim.jsonl'), journal);
  const report = await runArtoo(['audit', '--since', '2025-12-31'], { at });
  const [, name = ''] = /^ {4}(\S+-a\d+-\d+) /m.exec(report.out) ?? [];
  const shown = await runArtoo(['audit', 'show', ...pasted(name)], { at });
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('It is based on') });
  const [, advice = ''] = /The whole task: artoo (.*)$/m.exec(shown.out) ?? [];
  expect(await runArtoo(pasted(advice), { at })).toMatchObject({ code: 0, out: expect.stringContaining('false-claim') });
});
