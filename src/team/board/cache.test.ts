import { hash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { scratch } from '../../../test/support/scratch.ts';
import { aBoard, aTask } from '../../../test/team/boards.ts';
import { Board } from './board.ts';
import { boardSchemas, readCache, unknownPieces, writeCache } from './cache.ts';
import { openBoardFile } from './file.ts';
import { readBoard } from './text/board-text.ts';
import { newText, readText } from './text/read-text.ts';

const board = aBoard(
  Array.from({ length: 200 }, (_, at) => aTask({ id: `t${at}`, description: `Say hello for the ${at}th time` })),
  { 'coder-1': { role: 'coder', status: 'IDLE' } },
);

function repository(): { readonly root: string; readonly state: string; readonly cache: string } {
  const root = scratch();
  mkdirSync(join(root, '.liza'));
  mkdirSync(join(root, 'specs'));
  writeFileSync(join(root, 'specs/vision.md'), 'greet');
  const [state, cache] = [join(root, '.liza/state.yaml'), join(root, '.liza/board.cache.json')];
  writeFileSync(state, `# ours\n${newText(board)}`);
  return { root, state, cache };
}

test('what one process read is kept for the next, which parses only what differs', async () => {
  const { root, state, cache } = repository();
  {
    await using file = openBoardFile({ root, env: {} });
    await file.read();
  }
  const text = readFileSync(state, 'utf8');
  const known = readCache(cache);
  const same = readBoard(text, known);
  expect(known?.bytes.toString()).toBe(text);
  expect(known?.board).toEqual(readText(text));
  expect(unknownPieces(same.sections, known?.sections)).toBe(0);
  expect(same.board).toEqual(readText(text));
  const edited = text.replace('for the 7th time', 'for the seventh time');
  const read = readBoard(edited, known);
  expect(unknownPieces(read.sections, known?.sections)).toBe(1);
  expect(read.board).toEqual(readText(edited));
});

test('one that other schemas judged is not believed', () => {
  expect(boardSchemas).toBe(hash('sha256', JSON.stringify(z.toJSONSchema(Board)), 'hex').slice(0, 12));
  const { cache, state } = repository();
  writeCache(cache, readBoard(readFileSync(state)));
  expect(readCache(cache)?.board).toEqual(readText(readFileSync(state, 'utf8')));
  writeFileSync(cache, readFileSync(cache, 'utf8').replace(boardSchemas, 'another sum!'));
  expect(readCache(cache)).toBeUndefined();
});

test('one that was changed is not believed', async () => {
  const { root, cache, state } = repository();
  {
    await using file = openBoardFile({ root, env: {} });
    await file.read();
  }
  const whole = readFileSync(cache, 'utf8');
  for (const spoiled of [whole.replace('Say hello', 'Say goodbye'), whole.slice(0, -10), '', 'nonsense\n{}']) {
    writeFileSync(cache, spoiled);
    expect(readCache(cache)).toBeUndefined();
    await using file = openBoardFile({ root, env: {} });
    expect((await file.read()).tasks).toEqual(board.tasks);
  }
  appendFileSync(state, '# an end\n');
  await using file = openBoardFile({ root, env: {} });
  expect((await file.read()).tasks).toHaveLength(200);
});

test('what JSON cannot hold, and a folder that cannot be written to, leave none', () => {
  const { root } = repository();
  const path = join(root, 'cache.json');
  writeCache(path, readBoard('version: 1\nodd: .inf\n'));
  writeCache(join(root, 'missing/cache.json'), readBoard('version: 1\nplain: 2\n'));
  expect(existsSync(path)).toBe(false);
  expect(existsSync(join(root, 'missing'))).toBe(false);
});
