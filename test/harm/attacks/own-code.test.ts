/** C1, P1, P2: no command or project can plant code that artoo itself loads. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { artoo, bin, type Home, newHome } from '../../support/command.ts';
import { sampled } from '../../support/sample.ts';

/** One start of artoo that is allowed to cache its compiled code. */
function startOnce({ home, cwd }: Home, env: Readonly<Record<string, string>> = {}): void {
  execFileSync(process.execPath, [bin, 'config'], { cwd, env: { HOME: home, ...env }, stdio: 'ignore' });
}

const filesBelow = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

test('compiled code is kept in the data folder, and nowhere else below the home', () => {
  const at = newHome();
  startOnce(at);
  expect(readdirSync(at.data)).toContain('compiled');
  expect(existsSync(join(at.home, '.cache'))).toBe(false);
});

test('no data folder is made for it, since that would be open to others', () => {
  const at = newHome();
  const data = join(at.home, 'elsewhere');
  startOnce(at, { ARTOO_DATA_DIR: data });
  expect(existsSync(data)).toBe(false);
});

test.each(sampled(['~/.artoo/compiled/x', '~/.artoo/x', '$HOME/.artoo/../.artoo/compiled/v24/x'], 3))(
  'a command cannot put anything at %s',
  async (place) => {
    const at = newHome();
    startOnce(at);
    const before = filesBelow(at.data);
    const { code } = await artoo(['try', '--auto', '--', `mkdir -p "$(dirname ${place})"; echo planted > ${place}`], { at });
    expect(code).not.toBe(0);
    expect(filesBelow(at.data).filter((name) => /(?:^|\/)x$/.test(name))).toEqual([]);
    expect(filesBelow(at.data)).toEqual(expect.arrayContaining(before));
  },
);

test.each(sampled(['workspace: ./.git', 'workspace: ./src', 'brain: { base_url: "http://127.0.0.1:9/v1", model: m }'], 3))(
  'a project that says "%s" has no effect before it is trusted',
  async (setting) => {
    const at = newHome();
    mkdirSync(join(at.cwd, '.artoo'));
    mkdirSync(join(at.cwd, 'src'));
    writeFileSync(join(at.cwd, 'src/a.txt'), 'mine');
    writeFileSync(join(at.cwd, '.artoo/config.yaml'), `${setting}\n`);
    const { out } = await artoo(['config'], { at });
    expect(out).toContain('is not trusted');
    expect(out).not.toMatch(/^(?:workspace|brain\S*) .*\.artoo\/config\.yaml:/m);
    expect((await artoo(['try', '--auto', '--', 'rm src/a.txt'], { at })).code).toBe(3);
    expect(existsSync(join(at.cwd, 'src/a.txt'))).toBe(true);
  },
);
