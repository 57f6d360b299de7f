import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aBoard, aTask } from '../../../test/team/boards.ts';
import { replayJournal } from '../replay/read-journal.ts';
import type { Board } from './board.ts';
import { openBoardFile } from './file.ts';
import { newText } from './text/read-text.ts';

/** A repository whose team has a disk of its own, of 256 KiB; undefined where none can be mounted. */
function onSmallDisk(): string | undefined {
  const root = mkdtempSync(join(tmpdir(), 'artoo-full-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, '.liza');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', [folder]));
  mkdirSync(join(root, 'specs'));
  writeFileSync(join(root, 'specs/vision.md'), '# Greet people\n');
  writeFileSync(join(folder, 'state.yaml'), newText(aBoard([aTask()], {})));
  return root;
}

const described = (description: string) => (board: Board) => ({
  ...({ ok: true, what: 'describe', log: [{ action: 'noted', detail: 'longer' }] } as const),
  board: { ...board, tasks: board.tasks.map((task) => ({ ...task, description })) },
});

test('a disk that is full in the middle of a write leaves the board as it was, whatever of it was written, and the next write continues', async (context) => {
  const root = onSmallDisk();
  if (root === undefined) return context.skip();
  await using file = openBoardFile({ root, env: {} });
  await file.update('human', described('short'));
  const filler = join(root, '.liza/filler');
  const outcomes = new Set<string>();
  for (let free = 4; free <= 64; free += 4) {
    const before = readFileSync(join(root, '.liza/state.yaml'));
    fillUp(filler, free);
    const code = await file.update('human', described(`${free} `.repeat(4_000))).then(
      () => 'written',
      ({ code, message }) => {
        expect(message).toContain('no space is left on the disk');
        return code;
      },
    );
    if (code === 'board_unwritable') expect(readFileSync(join(root, '.liza/state.yaml')).equals(before)).toBe(true);
    outcomes.add(code);
    rmSync(filler);
    await file.update('human', described(`short again ${free}`));
    expect(replayJournal(root)).toMatchObject({ difference: undefined, foreign: 1 });
    rmSync(join(root, '.liza/journal.jsonl')); // otherwise the journal alone would fill the small disk
    writeFileSync(join(root, '.liza/log.yaml'), '');
    await file.update('human', described('short'));
  }
  expect([...outcomes].sort()).toEqual(['board_unwritable', 'written']);
});

/** Leaves this many KiB free. */
function fillUp(path: string, free: number): void {
  const [, , , left = '0'] =
    execFileSync('df', ['--output=source,size,used,avail', join(path, '..')], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1)
      ?.split(/\s+/) ?? [];
  writeFileSync(path, Buffer.alloc(Math.max(0, Number(left) - free) * 1024));
}
