/** Attacks on the place where views are kept: trees too deep to name (D1), and folders of other users with our names (D4). */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { removeTree } from '../../../src/tools/containment/remove-tree.ts';
import { newHome, triedBy, type User, users } from '../../support/contained.ts';
import { isRoot, ordinary } from '../../support/ordinary-user.ts';
import { isProof } from '../../support/sample.ts';

/** A folder like /var/tmp, in which any user may create folders. */
function newParent(): string {
  const parent = mkdtempSync('/var/tmp/artoo-parent-');
  onTestFinished(() => removeTree(parent), 60_000); // the process that runs commands may still be using it
  chmodSync(parent, 0o1777);
  return parent;
}

const uidOf = (user: User): number => (user === 'an ordinary user' ? ordinary : (process.getuid?.() ?? 0));

/** A user that is not the one who runs commands. */
const stranger = 54_321;

describe.each(users)('as %s', (user) => {
  const usual = `artoo-${uidOf(user)}`;

  test.each(
    triedBy(user, [
      ['thousands of levels', `for (1..${isProof && user === 'this user' ? 5_000 : 2_100}) { mkdir "d"; chdir "d" }`],
      [
        'long names that are closed to their owner',
        'for (1..30) { mkdir "x" x 200; chdir "x" x 200 } for (1..30) { chmod 0, "."; chdir ".." }',
      ],
    ]),
  )('a tree of %s is refused in words, and its view is removed', { timeout: 90_000 }, async (_, script) => {
    const parent = newParent();
    const home = newHome(user);
    const told = await home.run(`perl -e 'mkdir "deep"; chdir "deep"; ${script}'`, { stagings: [parent] });
    expect(told).toMatchObject({ exitCode: 0, killedBy: null });
    expect(told.whyUnknown).toMatch(/too deep/);
    await expect
      .poll(() => readdirSync(join(parent, usual), { recursive: true }).some((path) => String(path).endsWith('deep')), {
        timeout: 60_000,
        interval: 1_000, // each look walks the whole tree
      })
      .toBe(false);
    expect(await home.run('echo x > x', { stagings: [parent] })).toMatchObject({ exitCode: 0, effects: ['created project/x'] });
  });

  test('what a killed process left too deep is swept by the next one', { timeout: 90_000 }, async () => {
    const parent = newParent();
    const dead = join(parent, usual, 'dead');
    mkdirSync(dead, { recursive: true });
    writeFileSync(join(dead, 'lock'), '');
    execFileSync('perl', ['-e', 'for (1..30) { mkdir "x" x 200; chdir "x" x 200 }'], { cwd: dead });
    execFileSync('chown', ['-R', String(uidOf(user)), join(parent, usual)]);
    chmodSync(join(parent, usual), 0o700);
    expect(await newHome(user).run('true', { stagings: [parent] })).toMatchObject({ exitCode: 0 });
    expect(readdirSync(join(parent, usual))).not.toContain('dead');
  });

  test('an existing tree that is too deep to name is not deleted, and an error says so', { timeout: 90_000 }, async () => {
    const home = newHome(user);
    const made = join(home.cwd, 'deep');
    onTestFinished(() => removeTree(made), 60_000);
    execFileSync('perl', ['-e', 'mkdir "deep"; chdir "deep"; for (1..30) { mkdir "x" x 200; chdir "x" x 200 }'], { cwd: home.cwd });
    if (isRoot && user === 'an ordinary user') execFileSync('chown', ['-R', `${ordinary}:${ordinary}`, made]);
    const told = await home.run('rm -rf deep');
    expect(told.whyUnknown).toMatch(/too deep/);
    expect(readdirSync(made)).toHaveLength(1);
  });

  test.each(
    triedBy<[what: string, squat: (path: string) => void]>(user, [
      [
        'a folder of another user',
        (path) => {
          mkdirSync(path, { mode: 0o700 });
          if (isRoot) chownSync(path, stranger, stranger);
        },
      ],
      [
        'a folder that others can enter',
        (path) => {
          mkdirSync(path);
          chmodSync(path, 0o777);
        },
      ],
      ['a file', (path) => writeFileSync(path, '')],
      [
        'a link to a folder of ours',
        (path) => {
          mkdirSync(`${path}.target`, { mode: 0o700 });
          symlinkSync(`${path}.target`, path);
        },
      ],
      ['a link to nowhere', (path) => symlinkSync('/nowhere', path)],
    ]),
  )('%s with our name blocks nothing, and is neither used nor followed', async (what, squat) => {
    const parent = newParent();
    const path = join(parent, usual);
    squat(path);
    const isOthers = what.startsWith('a folder that') || what.startsWith('a link to a folder');
    if (isRoot && isOthers && user === 'an ordinary user') chownSync(path, ordinary, ordinary);
    const home = newHome(user);
    expect(await home.run('echo x > x', { stagings: [parent] })).toMatchObject({ kind: 'overlay', effects: ['created project/x'] });
    const used = readdirSync(parent).filter((name) => name.startsWith(`${usual}-`));
    expect(used).toHaveLength(1);
    if (what.includes('folder')) expect(readdirSync(what.includes('link') ? `${path}.target` : path)).toEqual([]);
  });
});
