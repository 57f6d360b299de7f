/** What is published: packed, installed in a folder of its own, and used there, as a command and as a library. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { isProof } from './support/sample.ts';
import { scratch } from './support/scratch.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, NODE_COMPILE_CACHE: inject('compileCache') };

test('the packed package installs elsewhere and works there', { timeout: 180_000 }, async () => {
  const folder = scratch();
  const { stdout: packed } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], { cwd: root, env });
  const [{ filename, files }] = JSON.parse(packed);
  const paths = files.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'bin/artoo.cjs',
      'dist/index.js',
      'dist/index.d.ts',
      'demo/first-task.jsonl',
      'suites/starter.yaml',
      'LICENSE',
      'README.md',
    ]),
  );
  expect(paths.filter((path: string) => /\.test\.|^(?:src|test|bench)\//.test(path))).toEqual([]);

  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'package.json'), '{ "private": true, "type": "module" }');
  await install(join(folder, filename), elsewhere);

  const artoo = (...args: string[]) =>
    run(join(elsewhere, 'node_modules/.bin/artoo'), args, { cwd: elsewhere, env: { ...env, HOME: folder, TMPDIR: folder } });
  expect((await artoo('--help')).stdout).toContain('artoo "goal in plain words"');
  expect((await artoo('demo', 'first-task')).stdout).toContain('It went as expected.');

  writeFileSync(
    join(elsewhere, 'use.js'),
    `import { createArtoo } from 'artoo';
     import { macroState } from 'artoo/control';
     import { scriptedModel } from 'artoo/testing';
     const model = scriptedModel([{ role: 'R1', answer: { slug: 'greet', intent: 'Say hello.', kind: 'conversation' } }, { role: 'R2', answer: { answer: 'Hello.' } }]);
     await using artoo = createArtoo({ model, data: 'data', workspace: '.' });
     const { output, directive } = await artoo.run('hello').result;
     console.log(directive, output, macroState({ D: 0.2, P: 0, Omega: 0, gradL: 0 }));`,
  );
  expect((await run(process.execPath, ['use.js'], { cwd: elsewhere })).stdout).toBe('accept Hello. success\n');
});

/**
 * In a proof, npm installs it from the registry. In `npm test` it is unpacked, with links only to the packages that it declares: an undeclared one is
 * not found.
 */
async function install(packed: string, folder: string): Promise<void> {
  if (isProof) {
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', packed], { cwd: folder, env });
    return;
  }
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'artoo');
  mkdirSync(own, { recursive: true });
  await run('tar', ['-xzf', packed, '--strip-components=1', '-C', own]);
  const { dependencies, bin } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  const link = (to: string, name: string) => {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(to, join(modules, name));
  };
  for (const name of Object.keys(dependencies)) link(join(root, 'node_modules', name), name);
  for (const [name, path] of Object.entries<string>(bin)) link(join(own, path), join('.bin', name));
}

/** What each example prints when it works. */
const examples = {
  'configured-deny.ts': ['refused by write(./kept/**)', 'kept/plan.txt still says: as it was'],
  'own-model-and-tool.ts': ['accept: The rate is 1.08', '.rate now says EUR 1.08'],
  'own-tool.ts': ['accept: There are 42 bolts.'],
};

test('every example is listed here', () => {
  expect(readdirSync(join(root, 'examples')).filter((name) => name !== 'guard')).toEqual(Object.keys(examples)); // it has its own test
});

test.each(Object.entries(examples))('the example %s runs', async (file, lines) => {
  const { stdout } = await run(process.execPath, [join(root, 'examples', file)], { env: { ...env, TMPDIR: scratch() } });
  for (const line of lines) expect(stdout).toContain(line);
});
