import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git } from '../../../test/support/repository.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { repositoryWithTeam, runTeam, teamRepository } from '../../../test/team/team-repository.ts';
import type { ArtooError } from '../../contracts/errors.ts';
import { readText } from '../../team/board/text/read-text.ts';
import { readEntries } from '../../team/journal.ts';

const stateOf = (root: string) => readText(readFileSync(join(root, '.liza/state.yaml'), 'utf8'));
const init = (root: string, ...more: readonly string[]) => runTeam(root, ['init', 'Greet people', ...more]);

/** The commands in a hint, in the form in which a person pastes them. */
const pasted = (hint: string): readonly string[] => hint.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));

describe('what is advised leads to a team', () => {
  const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
  /** Runs each line by itself, as at a prompt; artoo runs in this process. */
  async function paste(root: string, thrown: unknown): Promise<void> {
    const { hint } = thrown as ArtooError;
    expect(pasted(hint).length).toBeGreaterThan(1);
    for (const line of pasted(hint)) {
      expect(line.length).toBeLessThan(78); // so that no terminal wraps the line
      if (line.startsWith('artoo ')) expect(await runTeam(root, ['init', 'Greet people', 'specs/vision.md'])).toMatchObject({ code: 0 });
      else execFileSync('sh', ['-c', line], { cwd: root, env: { ...process.env, ...identity } });
    }
  }

  test.each([
    ['an empty folder', () => {}],
    ['an empty repository', (root: string) => git(root, 'init', '-q', '-b', 'main')],
  ])('in %s', async (_, prepare) => {
    const root = scratch();
    prepare(root);
    await paste(root, await init(root).catch((thrown: unknown) => thrown));
    git(root, 'branch', '-M', 'main'); // whatever its name is on this machine
    expect(await init(root)).toMatchObject({ code: 0 });
  });

  test.each([
    ['a folder', 'repository_missing', () => {}],
    ['a repository', 'commit_missing', (root: string) => git(root, 'init', '-q', '-b', 'main')],
  ])('in %s with a spec of its own and no commit, whose text stays', async (_, code, prepare) => {
    const root = scratch();
    prepare(root);
    mkdirSync(join(root, 'specs'));
    writeFileSync(join(root, 'specs/vision.md'), 'Greet in Latin.\n');
    const thrown = await init(root).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code, hint: expect.not.stringContaining('echo') });
    for (const line of pasted((thrown as ArtooError).hint)) // checked by its code
      execFileSync('sh', ['-c', line], { cwd: root, env: { ...process.env, ...identity } });
    git(root, 'branch', '-M', 'main'); // whatever its name is on this machine
    expect(await init(root)).toMatchObject({ code: 0 });
    expect(readFileSync(join(root, 'specs/vision.md'), 'utf8')).toBe('Greet in Latin.\n');
  });

  test('in a repository with commits and without a spec, whose own text stays', async () => {
    const root = teamRepository();
    git(root, 'mv', 'specs/vision.md', 'wish.md');
    git(root, 'commit', '-qm', 'moved');
    await paste(root, await init(root).catch((thrown: unknown) => thrown));
    expect(stateOf(root)).toMatchObject({ goal: { spec_ref: 'specs/vision.md' } });
    expect(git(root, 'status', '--porcelain')).toBe('');
  });
});

describe('a new team', () => {
  test('has a board with its goal, a branch, a journal that begins with it, and nothing that git sees', async () => {
    const root = teamRepository();
    writeFileSync(join(root, '.git/info/exclude'), '*.log'); // the person's text, without a line end at its end
    const { out, code } = await init(root);
    expect(code).toBe(0);
    expect(out).toContain('artoo team plan');
    expect(stateOf(root)).toMatchObject({
      goal: { description: 'Greet people', spec_ref: 'specs/vision.md', status: 'IN_PROGRESS' },
      tasks: [],
      config: { integration_branch: 'integration', artoo: { test_command: 'npm test' } },
    });
    expect(readEntries(join(root, '.liza/journal.jsonl'))).toMatchObject([{ seq: 1, by: 'human', before: '', act: { act: 'init' } }]);
    expect(readText(readFileSync(join(root, '.liza/log.yaml'), 'utf8'))).toMatchObject([{ action: 'initialized' }]);
    expect(readFileSync(join(root, '.git/info/exclude'), 'utf8')).toBe('*.log\n.liza/\n.worktrees/\n');
    expect(git(root, 'rev-parse', 'integration')).toBe(git(root, 'rev-parse', 'HEAD'));
    expect(git(root, 'status', '--porcelain')).toBe('');
    expect((await runTeam(root, ['validate'])).out).toBe('VALID');
  });

  test('is made for the whole repository from a folder within it, and named in JSON', async () => {
    const root = teamRepository();
    const { out } = await runTeam(join(root, 'specs'), ['init', 'Greet people', '--json']);
    expect(JSON.parse(out)).toMatchObject({ root, spec: 'specs/vision.md', testCommand: 'npm test', notes: [] });
  });

  test('is refused where there is one, also in another worktree of the repository', async () => {
    const root = teamRepository();
    await init(root);
    await expect(init(root)).rejects.toMatchObject({ code: 'team_exists', message: expect.stringContaining(join(root, '.liza')) });
    git(root, 'worktree', 'add', '-q', '.worktrees/t1');
    const elsewhere = join(scratch(), 'linked');
    git(root, 'worktree', 'add', '-q', elsewhere);
    for (const worktree of [join(root, '.worktrees/t1'), elsewhere]) {
      await expect(init(worktree)).rejects.toMatchObject({ code: 'team_exists' });
      expect(JSON.parse((await runTeam(worktree, ['status', '--json'])).out)).toMatchObject({ root });
    }
    const posing = scratch();
    writeFileSync(join(posing, '.git'), readFileSync(join(elsewhere, '.git'))); // a folder that git does not list among its worktrees
    await expect(runTeam(posing, ['status'])).rejects.toMatchObject({ code: 'board_missing' });
  });

  test('on another branch is made only after a yes', async () => {
    const root = teamRepository();
    git(root, 'checkout', '-qb', 'topic');
    await expect(init(root)).rejects.toMatchObject({ code: 'person_needed', message: expect.stringContaining('topic') });
    expect(existsSync(join(root, '.liza'))).toBe(false);
    expect(git(root, 'branch', '--list', 'integration')).toBe('');
    expect((await init(root, '--yes')).code).toBe(0);
  });

  test('says what its repository limits', async () => {
    const origin = teamRepository();
    writeFileSync(join(origin, 'specs/vision.md'), 'second\n');
    git(origin, 'commit', '-qam', 'second');
    const root = join(scratch(), 'clone');
    git(origin, 'clone', '-q', '--depth', '1', `file://${origin}`, root);
    git(root, 'branch', 'integration');
    writeFileSync(join(root, '.gitmodules'), '');
    writeFileSync(join(root, 'specs/vision.md'), 'edited\n');
    rmSync(join(root, 'package.json'));
    const { out } = await runTeam(root, ['init', 'Greet people', '--json']);
    expect(
      JSON.parse(out).notes.map((note: string) => /uncommitted|test command|already existed|submodules|shallow/.exec(note)?.[0]),
    ).toEqual(['uncommitted', 'uncommitted', 'test command', 'already existed', 'submodules', 'shallow']);
    expect(stateOf(root)).toMatchObject({ config: { artoo: { test_command: null } } });
  });
});

describe('no team is made', () => {
  test.each([
    ['where there is no repository', () => {}, 'repository_missing', 'not in a git repository'],
    ['in a repository without commits', (at: string) => git(at, 'init', '-q', '.'), 'commit_missing', 'no commit'],
    ['in a bare repository', (at: string) => git(at, 'init', '-q', '--bare', '.'), 'repository_unfit', 'bare'],
  ])('%s', async (_, prepare, code, why) => {
    const root = scratch();
    prepare(root);
    mkdirSync(join(root, 'specs'));
    writeFileSync(join(root, 'specs/vision.md'), '');
    await expect(init(root)).rejects.toMatchObject({ code, message: expect.stringContaining(why) });
    expect(existsSync(join(root, '.liza'))).toBe(false);
  });

  test.each([
    ['whose files pass through a filter', (at: string) => writeFileSync(join(at, '.gitattributes'), '*.json filter=lfs\n'), 'package.json'],
    ['that is a partial clone', (at: string) => git(at, 'config', 'extensions.partialClone', 'origin'), 'partial clone'],
  ])('in a repository %s, and a team that is there does not work', async (_, prepare, why) => {
    const root = teamRepository();
    prepare(root);
    const unfit = { code: 'repository_unfit', message: expect.stringContaining(why) };
    await expect(init(root)).rejects.toMatchObject(unfit);
    expect(existsSync(join(root, '.liza'))).toBe(false);
    const other = await repositoryWithTeam();
    prepare(other);
    for (const part of ['run', 'plan']) expect(await runTeam(other, [part])).toMatchObject({ code: 1, err: expect.stringContaining(why) });
    await expect(runTeam(other, ['agent', 'coder'])).rejects.toMatchObject(unfit);
  });

  test.each([
    ['nothing.md', 'spec_missing'],
    ['../vision.md', 'spec_missing'],
    ['/etc/passwd', 'spec_missing'],
    ['specs', 'spec_missing'],
    ['linked.md', 'spec_missing'],
  ])('for the spec %s', async (spec, code) => {
    const root = teamRepository();
    symlinkSync('/etc/hostname', join(root, 'linked.md'));
    await expect(init(root, spec)).rejects.toMatchObject({ code });
  });

  test.each(['specs/vison.md', 'vision.md', 'Specs/Vision.MD'])('for a mistyped spec, with the one that was meant: %s', async (spec) => {
    await expect(init(teamRepository(), spec)).rejects.toMatchObject({
      code: 'spec_mistyped',
      message: expect.stringMatching(/did you mean specs\/vision\.md\?$/),
    });
  });

  test('for an empty goal, or in a git folder', async () => {
    const root = teamRepository();
    await expect(runTeam(root, ['init', ' '])).rejects.toMatchObject({ code: 'usage' });
    await expect(init(join(root, '.git'))).rejects.toMatchObject({ code: 'repository_unfit' });
  });
});
