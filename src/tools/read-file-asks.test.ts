/** A rule that requires approval before a file is read. */
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lawful } from '../../test/support/lawful.ts';

const files = {
  'project/private/diary.txt': 'dear diary\n',
  'project/private/other.txt': 'other\n',
  '.ssh/id': 'PRIVATE\n',
  'project/.env': 'A=12345678\n',
};
const rules = { ask: ['read(./private/**)', 'read(~/.ssh/**)', 'read(./.env)'], allow: ['read(./private/diary.txt)'] };

test('is a question of read_file, and a yes is for that file', async () => {
  const { call, cwd } = lawful(files, rules);
  const path = join(cwd, 'private/diary.txt');
  const asked = await call('read_file', { path: 'private/diary.txt' });
  expect(asked).toMatchObject({ ok: false, output: '', harm: { action: `read ${path}`, effects: [], rule: null } });
  const approved = asked.harm?.hash ?? '';
  expect(await call('read_file', { path: 'private/diary.txt' }, { approved })).toMatchObject({ ok: true, output: 'dear diary\n' });
  expect(await call('read_file', { path: 'private/other.txt' }, { approved })).toMatchObject({ ok: false, harm: {} });
});

test('a yes to a link is for what it led to', async () => {
  const { call, cwd } = lawful(files, rules);
  const link = join(cwd, 'd');
  symlinkSync('private/diary.txt', link);
  const { harm } = await call('read_file', { path: 'd' });
  expect(harm?.action).toBe(`read ${link}, which is ${join(cwd, 'private/diary.txt')}`);
  rmSync(link);
  symlinkSync('private/other.txt', link);
  const swapped = await call('read_file', { path: 'd' }, { approved: harm?.hash ?? '' });
  expect(swapped).toMatchObject({ ok: false, harm: {} });
});

test('there is none about what a yes would not open, and a yes shows no more than there is to see without the rule', async () => {
  const { call, home } = lawful(files, rules);
  const secret = await call('read_file', { path: join(home, '.ssh/id') });
  expect(secret).toMatchObject({ ok: false, error: { class: 'permission' } });
  expect(secret.harm).toBeUndefined();
  const { harm } = await call('read_file', { path: '.env' });
  expect(await call('read_file', { path: '.env' }, { approved: harm?.hash ?? '' })).toMatchObject({ output: 'A=<hidden>\n' });
});

test('commands, searches and edits are refused', async () => {
  const { call, run } = lawful(files, rules);
  expect((await run('cat private/diary.txt')).output).toMatch(/Permission denied[\s\S]*closed to commands: .*private/);
  expect((await call('grep', { pattern: 'dear' })).output).not.toContain('dear diary');
  expect(await call('edit_file', { path: 'private/diary.txt', old: 'dear', new: 'my' })).toMatchObject({
    error: { class: 'permission', message: expect.stringContaining('read_file asks') },
  });
});
