import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEditFile } from '../src/tools/edit-file.ts';
import { createGlob } from '../src/tools/glob.ts';
import { createGrep } from '../src/tools/grep.ts';
import type { Look } from '../src/tools/observing/observation.ts';
import { createObserver } from '../src/tools/observing/observe.ts';
import { createReadFile } from '../src/tools/read-file.ts';
import type { ToolResult } from '../src/tools/tool.ts';
import { createWriteFile } from '../src/tools/write-file.ts';
import { type ScratchProject, scratchProject } from './support/scratch-project.ts';

let at: ScratchProject;
let home: string;
beforeEach(() => {
  at = scratchProject();
  home = join(at.folder, 'home');
  mkdirSync(join(home, 'notes'), { recursive: true });
  writeFileSync(join(home, 'notes/list.txt'), 'milk\n');
});

/** The result of a call; what needs a yes gets it. */
async function made(run: (approved?: string) => Promise<ToolResult>): Promise<ToolResult> {
  const first = await run();
  return first.harm ? run(first.harm.hash) : first;
}

describe('~/ is the home of the person', () => {
  const path = '~/notes/list.txt';

  test('for tools that read', async () => {
    const { gate } = at.writing;
    expect((await createReadFile(gate).run({ path }, at.context())).output).toContain('milk');
    expect((await createGlob(gate).run({ pattern: '*.txt', root: '~/notes' }, at.context())).output).toBe('list.txt');
    expect((await createGrep(gate).run({ pattern: 'milk', root: '~' }, at.context())).output).toContain('notes/list.txt');
  });

  test('for tools that write, which make no folder named ~', async () => {
    const edit = createEditFile(at.writing);
    const write = createWriteFile(at.writing);
    const edited = await made((approved) => edit.run({ path, old: 'milk', new: 'tea' }, at.context(approved ? { approved } : {})));
    const written = await made((approved) =>
      write.run({ path: '~/notes/new.txt', content: 'x' }, at.context(approved ? { approved } : {})),
    );
    expect([edited, written]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(readFileSync(join(home, 'notes/list.txt'), 'utf8')).toBe('tea\n');
    expect(existsSync(join(home, 'notes/new.txt'))).toBe(true);
    expect(existsSync(join(at.cwd, '~'))).toBe(false);
  });

  test.each<Look>([
    { kind: 'file_exists', path },
    { kind: 'file_contains', path, text: 'milk' },
    { kind: 'file_matches', path, pattern: '^milk$' },
    { kind: 'quote', paths: [path], text: 'milk' },
  ])('for a check: $kind', async (look) => {
    const observe = createObserver({ gate: at.writing.gate });
    const seen = await observe({ look, cwd: at.cwd }, new AbortController().signal);
    expect(seen).toMatchObject({ path: join(home, 'notes/list.txt') });
    expect(seen).not.toMatchObject({ type: null });
    expect(seen).not.toMatchObject({ excerpt: null });
  });

  test('but not in the middle of a name, and ./~ is a name', async () => {
    mkdirSync(join(at.cwd, '~'));
    writeFileSync(join(at.cwd, '~/a.txt'), 'own');
    writeFileSync(join(at.cwd, '~a.txt'), 'backup');
    const read = createReadFile(at.writing.gate);
    expect((await read.run({ path: './~/a.txt' }, at.context())).output).toContain('own');
    expect((await read.run({ path: '~a.txt' }, at.context())).output).toContain('backup');
  });
});
