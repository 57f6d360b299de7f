import { cpSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { markersOf } from './markers.ts';
import { sharedAround, shareFolder } from './shared-folder.ts';

const task = 'a-task' as TaskId;

/** A shared folder with another folder in it. */
function place() {
  const root = realpathSync(scratch());
  const inner = join(root, 'a/b');
  mkdirSync(inner, { recursive: true });
  shareFolder(root);
  return { root, inner };
}

test('a folder is shared if it, or one around it, was named; one that a link leads to is not', () => {
  const { root, inner } = place();
  const other = realpathSync(scratch());
  symlinkSync(join(root, '.artoo'), join(other, '.artoo'));
  expect([sharedAround(root), sharedAround(inner), sharedAround(other), sharedAround('/nowhere')]).toEqual([
    root,
    root,
    undefined,
    undefined,
  ]);
});

test('a marker is valid for its epoch, and not if it was copied with its folder', () => {
  const { root, inner } = place();
  const copy = `${root}-copy`;
  markersOf(task, [inner, root], 'one').write('first');
  cpSync(root, copy, { recursive: true });
  expect(markersOf(task, [inner, root], 'two').unmarked(new Set(['first', 'second']))).toEqual([]);
  expect(markersOf(task, [inner], 'two').unmarked(new Set(['second']))).toEqual([inner]);
  expect(markersOf(task, [copy], 'two').unmarked(new Set(['first']))).toEqual([copy]);
  expect(markersOf(task, [scratch()], 'two').unmarked(new Set(['first']))).toHaveLength(1);
});

test('if a host applies changes while another takes the task, one of them sees the other', () => {
  const { root } = place();
  const [one, two] = [markersOf(task, [root], 'one'), markersOf(task, [root], 'two')];
  one.write('first');
  {
    using _first = one.applying('first');
    using _second = one.applying('first'); // two sub-tasks at the same time
    two.write('second');
    expect(two.halfApplied()).toBe('one');
    expect(() => one.applying('first')).toThrow(expect.objectContaining({ code: 'task_taken' }));
    expect(two.halfApplied()).toBe('one');
  }
  expect(two.halfApplied()).toBeUndefined();
  expect(() => one.applying('first')).toThrow();
  expect(two.halfApplied()).toBeUndefined();
  one.clear();
  expect(two.unmarked(new Set(['second']))).toEqual([root]);
});
