import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { asOrdinaryUser } from '../../../test/support/ordinary-user.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { saveModel } from './save-model.ts';

const choice = { provider: 'openai', model: 'gpt-5.4-mini', api_key: 'sk-secret' } as const;
const line = 'brain: { provider: openai, model: gpt-5.4-mini, api_key: sk-secret }\n';

test('a new file, and the folder it is in, are the person’s alone', async () => {
  const data = join(scratch(), 'new');
  expect(await saveModel(data, choice)).toEqual({ ok: true, changed: true });
  expect(readFileSync(join(data, 'config.yaml'), 'utf8')).toBe(line);
  expect([data, join(data, 'config.yaml')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});

test('a file that others could read is closed to them, a link to it stays one, and its comments stay', async () => {
  const [data, dotfiles] = [scratch(), scratch()];
  const place = join(dotfiles, 'artoo.yaml');
  writeFileSync(place, '# mine\nquiet: true\n');
  chmodSync(place, 0o644);
  symlinkSync(place, join(data, 'config.yaml'));
  expect(await saveModel(data, choice)).toMatchObject({ ok: true });
  expect(readFileSync(place, 'utf8')).toBe(`# mine\n${line}quiet: true\n`);
  expect(statSync(place).mode & 0o777).toBe(0o600);
});

test('a file that cannot be read is left alone, and the error says where it is wrong', async () => {
  const data = scratch();
  writeFileSync(join(data, 'config.yaml'), 'quiet: true\nbrain: [\n');
  expect(await saveModel(data, choice)).toMatchObject({ ok: false, error: expect.stringMatching(/config\.yaml:\d+:\d+: /) });
  expect(readFileSync(join(data, 'config.yaml'), 'utf8')).toBe('quiet: true\nbrain: [\n');
});

test('a folder that may only be read is left as it is, and the error says so', () => {
  const { root, node } = inject('readable');
  const data = scratch();
  writeFileSync(join(data, 'config.yaml'), 'quiet: true\n');
  chmodSync(join(data, 'config.yaml'), 0o444);
  chmodSync(data, 0o555);
  const script = `import { saveModel } from ${JSON.stringify(join(root, 'src/config/setup/save-model.ts'))};
    process.stdout.write(JSON.stringify(await saveModel(${JSON.stringify(data)}, { model: 'x' })));`;
  const [program = node, ...args] = [...asOrdinaryUser, node, '--input-type=module', '-e', script];
  const said = JSON.parse(execFileSync(program, args, { encoding: 'utf8', cwd: '/', env: {} }));
  chmodSync(data, 0o755);
  expect(said).toEqual({ ok: false, error: `${join(data, 'config.yaml')} cannot be written (EACCES)` });
  expect(readdirSync(data)).toEqual(['config.yaml']);
  expect(readFileSync(join(data, 'config.yaml'), 'utf8')).toBe('quiet: true\n');
});

test('where nothing can be written, nothing is left behind and the error says so', async () => {
  const data = join(scratch(), 'a-file');
  writeFileSync(data, '');
  expect(await saveModel(data, choice)).toMatchObject({ ok: false, error: expect.stringContaining('cannot be written (ENOTDIR)') });
  const folder = scratch();
  mkdirSync(join(folder, 'config.yaml'));
  expect(await saveModel(folder, choice)).toMatchObject({ ok: false, error: expect.stringContaining('is a folder') });
  expect(existsSync(join(folder, 'config.yaml'))).toBe(true);
});
