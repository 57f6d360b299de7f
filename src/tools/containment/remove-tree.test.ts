import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { removeTree, removeTreeNow } from './remove-tree.ts';

describe.each([
  ['in the background', removeTree],
  ['at the end of the process', removeTreeNow],
])('a tree is removed %s', (_, remove) => {
  test('however deep it is', async () => {
    const tree = join(scratch(), 'tree');
    mkdirSync(tree);
    execFileSync('perl', ['-e', 'for (1..30) { mkdir "x" x 200; open my $f, ">", "file"; close $f; chdir "x" x 200 }'], { cwd: tree });
    await remove(tree);
    expect(existsSync(tree)).toBe(false);
  });

  test('whatever is in it, and nothing that it links to', async () => {
    const folder = scratch();
    const tree = join(folder, 'tree');
    const kept = join(folder, 'kept');
    mkdirSync(join(tree, 'a', 'b'), { recursive: true });
    mkdirSync(kept);
    writeFileSync(join(kept, 'file'), 'kept');
    symlinkSync(kept, join(tree, 'link'));
    symlinkSync(kept, join(tree, 'a', 'b', 'link'));
    const odd = (name: string) => Buffer.concat([Buffer.from(`${tree}/`), Buffer.from(name, 'latin1')]);
    writeFileSync(odd('caf\xe9'), '');
    mkdirSync(odd('d\xff'));
    writeFileSync(odd('d\xff/x\xfe'), '');
    for (const closed of ['a/b', 'a']) chmodSync(join(tree, closed), 0);
    await remove(tree);
    expect(existsSync(tree)).toBe(false);
    expect(readFileSync(join(kept, 'file'), 'utf8')).toBe('kept');
  });

  test('and what is gone already is not a mistake', async () => {
    await remove(join(scratch(), 'none'));
  });
});
