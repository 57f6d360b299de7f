import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { configuredNames } from './configured.ts';

function repository(): { readonly folder: string; configure(text: string, name?: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-team-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, '.git/worktrees/t1'), { recursive: true });
  return { folder, configure: (text, name = 'config') => writeFileSync(join(folder, '.git', name), `# ${folder}\n${text}`) };
}

/** How often git is asked for the names, for this folder and again after each of the changes. */
async function asked(folder: string, names: readonly string[], changes: readonly (() => void)[], place = {}): Promise<number> {
  let times = 0;
  const list = async () => {
    times += 1;
    return names;
  };
  for (const change of [() => {}, ...changes]) {
    change();
    expect(await configuredNames(folder, place, list)).toEqual(names);
  }
  return times;
}

test('a list is kept while the files say the same', async () => {
  const { folder, configure } = repository();
  configure('[core]');
  expect(await asked(folder, ['core.bare'], [() => {}, () => configure('[core]')])).toBe(1);
  expect(await asked(folder, ['core.bare'], [() => configure('[diff]'), () => configure('[core]')])).toBe(1);
});

test('a worktree has a file of its own', async () => {
  const { folder, configure } = repository();
  const place = { GIT_DIR: join(folder, '.git/worktrees/t1'), GIT_COMMON_DIR: join(folder, '.git') };
  const changes = [() => configure('[filter "x"]', 'worktrees/t1/config.worktree'), () => configure('[core]'), () => {}];
  expect(await asked(folder, ['core.bare'], changes, place)).toBe(3);
});

test.each(['include.path', 'includeif.onbranch:main.path'])('with %s, each call asks again', async (name) => {
  const { folder, configure } = repository();
  configure('[include]');
  expect(await asked(folder, ['core.bare', name], [() => {}])).toBe(2);
});

test('where it is not known which files git reads, each call asks again', async () => {
  const { folder } = repository();
  rmSync(join(folder, '.git'), { recursive: true });
  expect(await asked(folder, ['core.bare'], [() => {}])).toBe(2);
});

test('what was listed while a file changed is not kept, and neither is a failure', async () => {
  const { folder, configure } = repository();
  configure('[core]');
  const meanwhile = async () => {
    configure('[diff]');
    return ['diff.external'];
  };
  expect(await configuredNames(folder, {}, meanwhile)).toEqual(['diff.external']);
  configure('[core]');
  expect(await configuredNames(folder, {}, async () => ({ code: 128 }))).toEqual({ code: 128 });
  expect(await asked(folder, ['core.bare'], [() => {}])).toBe(1);
});
