import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { scratchProject } from '../../test/support/scratch-project.ts';
import { createSteadyFolders, realNow } from './steady-folders.ts';
import { createToolbox } from './toolbox.ts';
import { createWriteFile } from './write-file.ts';

/** Two folders, and a link to the first one. */
function linked() {
  const folder = realNow(scratch());
  const [one, two, link] = ['one', 'two', 'link'].map((name) => join(folder, name)) as [string, string, string]; // as many as requested
  for (const each of [one, two]) mkdirSync(each);
  symlinkSync(one, link);
  const lead = (to: string): void => {
    rmSync(link);
    symlinkSync(to, link);
  };
  return { one, two, link, lead };
}

test('a link is a folder like any other, as long as it leads where it led', () => {
  const { one, two, link, lead } = linked();
  const folders = createSteadyFolders();
  folders.begin('a', link);
  expect(folders.realCwdOf('a', link)).toBe(one);
  lead(two);
  expect(() => folders.begin('b', link, one)).toThrow(
    expect.objectContaining({ code: 'folder_gone', message: expect.stringContaining(two) }),
  );
  lead(one);
  folders.begin('b', link, one);
  expect(folders.realCwdOf('b', link)).toBe(one);
});

test('what a task began with counts until it ends, whatever begins or fails under its id meanwhile', () => {
  const { one, two, link, lead } = linked();
  const folders = createSteadyFolders();
  const end = folders.begin('a', link);
  lead(two);
  folders.begin('a', link)();
  expect(folders.realCwdOf('a', link)).toBe(one);
  expect(folders.realCwdOf('a', one)).toBeUndefined();
  end();
  expect(folders.realCwdOf('a', link)).toBeUndefined();
});

test('a folder that disappears and returns is the same, also below a link', () => {
  const { one, link } = linked();
  const deep = join(link, 'deep');
  const folders = createSteadyFolders();
  folders.begin('a', deep);
  expect(folders.realCwdOf('a', deep)).toBe(join(one, 'deep'));
  mkdirSync(deep);
  folders.begin('b', deep, join(one, 'deep'));
  renameSync(deep, join(link, 'away'));
  folders.begin('c', deep, join(one, 'deep'));
});

test.each([
  ['before a call', true],
  ['during a call', false],
])('nothing is written by a tool when the folder becomes a link %s', async (_, isBefore) => {
  const { cwd, folder, writing, context } = scratchProject();
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  const swap = (): void => {
    renameSync(cwd, `${cwd}-away`);
    symlinkSync(elsewhere, cwd);
  };
  const folders = createSteadyFolders();
  const { call, workspace, signal } = context();
  folders.begin(call.task_id, cwd);
  const write = createWriteFile(writing);
  let runs = 0;
  const tool: typeof write = {
    ...write,
    run(input, given) {
      runs += 1;
      if (!isBefore) swap();
      return write.run(input, given);
    },
  };
  if (isBefore) swap();
  const request = { tool: write.name, input: { path: 'new.txt', content: 'new' }, cwd, workspace };
  const result = await createToolbox([tool], undefined, folders).run(request, call, signal);
  expect(result).toMatchObject({ ok: false, error: { class: 'failed', message: expect.stringContaining(`now leads to ${elsewhere}`) } });
  expect([runs, readdirSync(elsewhere)]).toEqual([isBefore ? 0 : 1, []]);
});
