/** Tasks at the same time: a long command delays no other task, and no change to a file that two tasks touch is lost. These tests need real time. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lawful } from '../../test/support/lawful.ts';

type World = ReturnType<typeof lawful>;

let naps = 0;

/** A sleep whose length no other test uses, so that its process can be found. */
const nap = (seconds: number): string => {
  naps += 1;
  return `sleep ${seconds}.${process.pid}${String(naps).padStart(3, '0')}`;
};

/** Waits until a command sleeps, in a process other than the one that was woken before. Returns the process. */
async function asleep(napping: string, woken = 0): Promise<number> {
  const found = () => Number(execFileSync('sh', ['-c', `pgrep -fx '${napping}' || :`], { encoding: 'utf8' }).split('\n', 1)[0]);
  await expect.poll(found, { timeout: 20_000, interval: 20 }).not.toBeOneOf([0, woken]);
  return found();
}

/** Ends a nap. */
const wake = (pid: number): boolean => process.kill(pid, 'SIGTERM');

/** The tools in another process that the same person has started. */
function elsewhere({ open, cwd, workspace }: World) {
  const { toolbox } = open();
  let calls = 0;
  return (tool: string, input: Parameters<typeof toolbox.run>[0]['input'], task_id = 'other') =>
    toolbox.run({ tool, input, cwd, workspace }, { task_id, key: `1.1.1/R3/${++calls}.1` }, new AbortController().signal);
}

test('nothing waits for a long command: not another folder, not the same one', async () => {
  const world = lawful({ 'workspace/deep/w.txt': 'w\n' });
  const stop = new AbortController();
  const napping = nap(600);
  let isOver = false;
  const long = world.run(`echo x > long.txt; ${napping}`, { task_id: 'long', signal: stop.signal }).finally(() => (isOver = true));
  await asleep(napping);
  const other = elsewhere(world);
  expect(await world.call('write_file', { path: 'new.txt', content: 'new' })).toMatchObject({ ok: true });
  expect(await other('write_file', { path: '../workspace/w.txt', content: 'W' })).toMatchObject({ ok: true });
  expect(await other('edit_file', { path: '../workspace/deep/w.txt', old: 'w', new: 'W' })).toMatchObject({ ok: true });
  expect(await other('shell', { command: 'echo x > made.txt; echo more >> ../workspace/w.txt' })).toMatchObject({ ok: true });
  expect(isOver).toBe(false);
  stop.abort();
  await long;
  expect(readFileSync(join(world.workspace, 'w.txt'), 'utf8')).toBe('Wmore\n');
  expect(['new.txt', 'made.txt'].map((name) => existsSync(join(world.cwd, name)))).toEqual([true, true]);
});

test('a command is run again when another task changed meanwhile what it changes, and nothing is lost', async () => {
  const world = lawful({ 'workspace/log.txt': 'start\n' });
  const other = elsewhere(world);
  await other('shell', { command: 'echo x > ready' }); // the first command determines which containment works
  const napping = nap(600);
  const long = world.run(`echo mine >> ../workspace/log.txt; ${napping} || true`, { task_id: 'long' });
  const first = await asleep(napping);
  expect(await other('shell', { command: 'echo theirs >> ../workspace/log.txt' })).toMatchObject({ ok: true });
  wake(first);
  wake(await asleep(napping, first));
  expect(await long).toMatchObject({ ok: true });
  expect(readFileSync(join(world.workspace, 'log.txt'), 'utf8')).toBe('start\ntheirs\nmine\n');
});

test('a command whose paths keep changing is told so, and none of its changes are applied', async () => {
  const world = lawful({ 'workspace/log.txt': 'start\n' });
  const napping = nap(1);
  const long = world.run(`echo mine >> ../workspace/log.txt; ${napping}`, { task_id: 'long' });
  let edits = 0;
  const editing = setInterval(() => {
    edits += 1;
    writeFileSync(join(world.workspace, 'log.txt'), `${edits}\n`);
  }, 50);
  const result = await long.finally(() => clearInterval(editing));
  expect(result).toMatchObject({ ok: false });
  expect(result.error?.message).toMatch(/log\.txt (?:was changed by another program while the command ran|changed meanwhile)/);
  expect(readFileSync(join(world.workspace, 'log.txt'), 'utf8')).toBe(`${edits}\n`);
});

test('a question about what another task changes meanwhile is asked again', async () => {
  const world = lawful();
  const { harm } = await world.run('sed -i s/one/1/ notes.txt');
  writeFileSync(join(world.cwd, 'notes.txt'), 'one\ntwo\nthree\n');
  const again = await world.run('sed -i s/one/1/ notes.txt', { approved: harm?.hash ?? '' });
  expect(again.harm?.effects[0]?.diff).toContain('three');
  expect(await world.run('sed -i s/one/1/ notes.txt', { approved: again.harm?.hash ?? '' })).toMatchObject({ ok: true });
  expect(readFileSync(join(world.cwd, 'notes.txt'), 'utf8')).toBe('1\ntwo\nthree\n');
});

test('whatever tasks do at the same time, every line that was reported as written is there', { timeout: 120_000 }, async () => {
  const line = fc.record({ file: fc.constantFrom('a', 'b'), napMs: fc.integer({ min: 0, max: 200 }), isElsewhere: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 2, maxLength: 6 }), async (lines) => {
      const world = lawful({ 'workspace/a': '', 'workspace/b': '' });
      const other = elsewhere(world);
      const told = await Promise.all(
        lines.map(async ({ file, napMs, isElsewhere }, n) => {
          const command = `echo ${n} >> ../workspace/${file}; sleep ${napMs / 1000}`;
          const result = await (isElsewhere ? other('shell', { command }, `task${n}`) : world.run(command, { task_id: `task${n}` }));
          return result.ok ? [`${file}${n}`] : [];
        }),
      );
      const written = ['a', 'b'].flatMap((file) =>
        readFileSync(join(world.workspace, file), 'utf8')
          .split('\n')
          .filter((text) => text !== '')
          .map((text) => file + text),
      );
      expect(written.sort()).toEqual(told.flat().sort());
      expect(told.flat().length).toBeGreaterThan(0);
    }),
    { numRuns: 5 },
  );
});
