import { appendFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gateOf } from '../../test/support/reading-gate.ts';
import { scratch } from '../../test/support/scratch.ts';
import { putSkill } from '../../test/support/skill.ts';
import { createSkill } from './skill.ts';
import type { SkillTrust } from './skills/offered-skills.ts';
import { createToolbox } from './toolbox.ts';

function place(trustOf: (hash: string) => SkillTrust = () => 'trusted') {
  const [cwd, home] = [realpathSync(scratch()), scratch()];
  const toolbox = createToolbox([
    createSkill({
      home,
      gate: gateOf({ home }),
      readTrust:
        async () =>
        ({ hash }) =>
          trustOf(hash),
    }),
  ]);
  const read = (name: string) =>
    toolbox.run({ tool: 'skill', input: { name }, cwd, workspace: cwd }, { task_id: 't', key: 'k' }, new AbortController().signal);
  return { cwd, home, read };
}

test('it gives the text and names the files', async () => {
  const { cwd, home, read } = place();
  const folder = putSkill(cwd, 'pdf', { 'scripts/make.py': '' });
  putSkill(home, 'mine');
  expect(await read('pdf')).toMatchObject({
    ok: true,
    output: `How pdf is done.\n\nFiles of this skill, in ${folder}:\n  scripts/make.py`,
  });
  expect(await read('mine')).toMatchObject({ ok: true, output: 'How mine is done.' });
});

test.each<[SkillTrust, string]>([
  ['declined', 'does not trust it'],
  ['unasked', 'artoo trust'],
])("a project's skill that is %s is refused with the reason", async (trust, why) => {
  const { cwd, read } = place(() => trust);
  putSkill(cwd, 'pdf');
  expect(await read('pdf')).toMatchObject({ ok: false, error: { class: 'refused', message: expect.stringContaining(why) } });
});

test('one that changed since it was trusted is refused', async () => {
  let trusted: string | undefined;
  const { cwd, read } = place((hash) => {
    trusted ??= hash;
    return hash === trusted ? 'trusted' : 'unasked';
  });
  const folder = putSkill(cwd, 'pdf', { 'scripts/make.py': 'print(1)' });
  expect((await read('pdf')).ok).toBe(true);
  appendFileSync(join(folder, 'scripts/make.py'), '\nprint(2)');
  expect(await read('pdf')).toMatchObject({ ok: false, error: { class: 'refused' } });
});

test.each(['../pdf', 'none', 'pdf/../pdf', '\u001b[31m'])('%j is not a skill, and those that there are are named', async (name) => {
  const { cwd, read } = place();
  putSkill(cwd, 'pdf');
  expect(await read(name)).toMatchObject({
    ok: false,
    error: { class: 'invalid_input', message: expect.stringContaining('there are pdf') },
  });
});
