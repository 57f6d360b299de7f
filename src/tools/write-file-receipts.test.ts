import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ScratchProject, scratchProject } from '../../test/support/scratch-project.ts';
import { openChanges } from './changes/change-store.ts';
import { createEditFile } from './edit-file.ts';
import type { ToolContext, ToolResult } from './tool.ts';
import { createWriteFile } from './write-file.ts';

let at: ScratchProject;
beforeEach(() => {
  at = scratchProject('a foo b');
});

const tools = {
  write: () => createWriteFile(at.writing),
  edit: () => createEditFile(at.writing),
};

type Call = { readonly run: (context: ToolContext) => Promise<ToolResult>; readonly lookUp: (context: ToolContext) => Promise<unknown> };

const write = (path: string) => (): Call => {
  const tool = tools.write();
  return {
    run: (context) => tool.run({ path, content: 'new' }, context),
    lookUp: async (context) => tool.lookUp?.({ path, content: 'new' }, context),
  };
};

const edit = (path: string, put: string) => (): Call => {
  const [tool, input] = [tools.edit(), { path, old: 'foo', new: put }];
  return { run: (context) => tool.run(input, context), lookUp: async (context) => tool.lookUp?.(input, context) };
};

describe.each<[string, () => Call]>([
  ['a new file', write('x/new.txt')],
  ['a file of the workspace', write('ws/old.txt')],
  ['a file that needs a yes', write('old.txt')],
  ['a symlink that needs a yes', write('out.txt')],
  ['an edit', edit('ws/old.txt', 'bar')],
  ['an edit that leaves what it replaced', edit('ws/old.txt', 'foo()')],
  ['an edit that leaves nothing', edit('ws/old.txt', '')],
  ['an edit that needs a yes', edit('.env', 'bar')],
])('of %s,', (_, calls) => {
  test('the receipt has the result, whatever has happened since', async () => {
    const { run, lookUp } = calls();
    const call = at.context().call;
    expect(await lookUp(at.context({ call }))).toBe('not_done');
    const first = await run(at.context({ call }));
    const approved = first.harm?.hash;
    if (approved !== undefined) expect(await lookUp(at.context({ call }))).toBe('not_done');
    const result = approved === undefined ? first : await run(at.context({ call, approved }));
    expect(result).toMatchObject({ ok: true, changed: [{ hash: expect.any(String) }] });
    rmSync(join(at.workspace, 'old.txt'), { force: true });
    expect(await lookUp(at.context({ call, approved }))).toEqual(result);
    expect(await lookUp(at.context())).toBe('not_done');
  });
});

test('a call that was killed while it wrote was not made, and leaves nothing behind', async () => {
  const before = at.tree();
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    const { existsSync, readdirSync } = await import('node:fs');
    const { createWriteFile } = await import(${module('../write-file.ts')});
    const { createPermissions } = await import(${module('../asking/permissions.ts')});
    const { openChanges } = await import(${module('../changes/change-store.ts')});
    const places = ${JSON.stringify(at.writing.places)};
    const tool = createWriteFile({ changes: openChanges(places.dataFolder), permissions: createPermissions(), places });
    const context = { ...${JSON.stringify(at.context({ call: { task_id: 'task', key: 'killed' } }))}, signal: new AbortController().signal };
    tool.run({ path: 'ws/old.txt', content: 'x'.repeat(30_000_000) }, context);
    const drafts = places.dataFolder + '/drafts';
    const endOnceDrafted = () => {
      if (existsSync(drafts) && readdirSync(drafts).length > 0) process.kill(process.pid, 'SIGKILL');
      else setImmediate(endOnceDrafted);
    };
    endOnceDrafted();`;
  expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })).toThrow();
  expect(at.tree()).toEqual(before);
  const context = at.context({ call: { task_id: 'task', key: 'killed' } });
  expect(await tools.write().lookUp?.({ path: 'ws/old.txt', content: '' }, context)).toBe('not_done');
});

test('what file tools did can be undone', async () => {
  const before = at.tree();
  await tools.write().run({ path: 'a/b/new.txt', content: 'new' }, at.context());
  await tools.edit().run({ path: 'ws/old.txt', old: 'foo', new: 'bar' }, at.context());
  await tools.write().run({ path: 'ws/old.txt', content: 'third' }, at.context());
  const after = at.tree();
  const changes = openChanges(at.data);
  const plan = (await changes.planUndo('task')) ?? expect.unreachable();
  const undone = await changes.undo(plan, new AbortController().signal);
  expect(at.tree()).toEqual(before);
  const again = (await changes.planUndo(undone.undone ? undone.id : '')) ?? expect.unreachable();
  await changes.undo(again, new AbortController().signal);
  expect(at.tree()).toEqual(after);
});

test('a call that was undone since counts as not made, until the undo is undone', async () => {
  const call = { task_id: 'task', key: 'undone' };
  const found = async () => tools.write().lookUp?.({ path: 'new.txt', content: 'new' }, at.context({ call }));
  const made = await tools.write().run({ path: 'new.txt', content: 'new' }, at.context({ call }));
  expect(await found()).toEqual(made);
  const changes = openChanges(at.data);
  const undone = await changes.undo((await changes.planUndo('task')) ?? expect.unreachable(), new AbortController().signal);
  expect(await found()).toBe('not_done');
  await changes.undo((await changes.planUndo(undone.undone ? undone.id : '')) ?? expect.unreachable(), new AbortController().signal);
  expect(await found()).toEqual(made);
});

test('a draft that a dead process left goes with a later start', async () => {
  await tools.write().run({ path: 'new.txt', content: 'new' }, at.context());
  const drafts = join(at.data, 'drafts');
  writeFileSync(join(drafts, 'left'), 'x');
  utimesSync(join(drafts, 'left'), 0, 0);
  writeFileSync(join(drafts, 'fresh'), 'x');
  await openChanges(at.data).recover();
  expect(readdirSync(drafts)).toEqual(['fresh']);
});
