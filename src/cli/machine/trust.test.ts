import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newTerminal } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { configure } from '../../config/configure.ts';
import { type ProjectFile, readProjectFile } from '../../config/files/config-files.ts';
import { recordTrust } from '../../config/trust.ts';
import { exits } from '../command.ts';
import { trust } from './trust.ts';

function place(
  settings = 'quiet: true\nbrain: { base_url: "https://models.example", api_key: "theirs-0123456789abcdef" }\nallow: ["shell(make*)"]\n',
) {
  const [cwd, data] = [scratch(), join(scratch(), 'data')];
  mkdirSync(join(cwd, '.artoo'));
  writeFileSync(join(cwd, '.artoo/config.yaml'), settings);
  const run = async (...args: string[]) => {
    const { terminal, out, err } = newTerminal({ env: { ARTOO_DATA_DIR: data }, cwd });
    const code = await trust.run(args, terminal).catch((error: Error) => error.message);
    return { code, said: [...out, ...err].join('\n') };
  };
  const isQuiet = async () => (await configure({ flags: { data }, env: {}, cwd, home: scratch() })).quiet.value;
  return { cwd, data, run, isQuiet };
}

test('trusts a project, lists it and revokes it', async () => {
  const { cwd, data, run, isQuiet } = place();
  expect(await isQuiet()).toBe(false);
  expect(await run('--yes')).toMatchObject({ code: exits.ok, said: expect.stringContaining('is trusted as it is now') });
  expect(await isQuiet()).toBe(true);
  expect(statSync(join(data, 'trust.json')).mode & 0o777).toBe(0o600);
  expect(await run()).toMatchObject({ code: exits.ok, said: expect.stringContaining('is already trusted') });
  expect((await run('list')).said).toContain(join(cwd, '.artoo/config.yaml'));
  expect(JSON.parse((await run('list', '--json')).said)).toHaveLength(1);
  expect(await run('revoke')).toMatchObject({ code: exits.ok, said: expect.stringContaining('no longer trusted') });
  expect(await run('revoke')).toMatchObject({ code: exits.failed });
  expect(await isQuiet()).toBe(false);
  expect((await run('list')).said).toBe('No project is trusted.');
});

test('without a terminal it shows what the file sets, its key masked, and trusts nothing', async () => {
  const { run, isQuiet } = place();
  const { code, said } = await run();
  expect(code).toContain('artoo trust --yes');
  expect(said).toContain('quiet: true');
  expect(said).toContain('https://models.example');
  expect(said).toContain('It would also allow the following');
  expect(said).toContain('- shell(make*)');
  expect(said).not.toContain('theirs-0123');
  expect(await isQuiet()).toBe(false);
});

test('trusts the new content in place of the old one', async () => {
  const { cwd, data, run } = place();
  await run('--yes');
  writeFileSync(join(cwd, '.artoo/config.yaml'), 'quiet: false\n');
  await run('--yes');
  expect(JSON.parse(readFileSync(join(data, 'trust.json'), 'utf8'))).toHaveLength(1);
});

test('says what is wrong', async () => {
  const { run } = place();
  expect((await run('nowhere')).code).toContain('there is nothing to trust');
  expect((await run('a', 'b')).code).toContain('unexpected "b"');
  expect((await run('list', 'x')).code).toContain('unexpected "x"');
});

test('a no is listed, and can be taken back', async () => {
  const { cwd, data, run, isQuiet } = place();
  const project = await readProjectFile(data, cwd);
  await recordTrust(data, project as ProjectFile, false, new Date('2026-11-16'));
  expect((await run('list')).said).toBe(`${project?.file}  declined since 2026-11-16`);
  expect(await isQuiet()).toBe(false);
  expect((await run('--yes')).code).toBe(exits.ok);
  expect(await isQuiet()).toBe(true);
  expect(await run('revoke')).toMatchObject({ code: exits.ok });
});

test('servers of a project are shown by command and address, trusted and revoked with its settings', async () => {
  const { cwd, data, run } = place('quiet: true\n');
  const secret = 'Bearer abcdefgh12345678';
  const named = {
    notes: { command: 'npx', args: ['-y', 'notes server'] },
    docs: { url: 'https://docs.example/mcp', headers: { A: secret } },
  };
  writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: named }));
  const names = async () => (await configure({ flags: { data }, env: {}, cwd, home: scratch() })).servers.map(({ name }) => name);
  const asked = await run();
  expect(asked.code).toContain('artoo trust --yes');
  await run('--yes');
  expect(await names()).toEqual(['notes', 'docs']);
  expect(await run('revoke')).toMatchObject({ code: exits.ok, said: expect.stringContaining('.mcp.json is no longer trusted') });
  expect(await names()).toEqual([]);
  const { said } = await (async () => {
    writeFileSync(join(cwd, '.artoo/config.yaml'), '');
    await run('--yes');
    writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { ...named, more: { command: 'x' } } }));
    return run();
  })();
  expect(said).toContain('notes: runs npx -y "notes server"');
  expect(said).toContain('docs: https://docs.example/mcp, with A');
  expect(said).not.toContain('abcdefgh');
  expect(await names()).toEqual([]);
});
