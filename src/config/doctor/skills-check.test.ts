import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { putSkill } from '../../../test/support/skill.ts';
import { readProjectParts } from '../project-parts.ts';
import { recordTrust } from '../trust.ts';
import { checkSkills } from './skills-check.ts';

const place = () => ({ data: scratch(), cwd: scratch(), home: scratch() });

test('without skills nothing is said', async () => {
  expect(await checkSkills(place(), [])).toEqual([]);
});

test('says which are on offer, which are not trusted, and why others are left out', async () => {
  const at = place();
  putSkill(at.home, 'mine');
  putSkill(at.cwd, 'theirs');
  writeFileSync(join(putSkill(at.cwd, 'bad'), 'SKILL.md'), '\u001b[31m');
  const said = async () => (await checkSkills(at, [])).map(({ state, detail }) => `${state}: ${detail}`);
  const bad = expect.stringMatching(/^warning: .*bad\/SKILL\.md is left out: it has no front matter/);
  expect(await said()).toEqual(['ok: on offer: mine (yours)', expect.stringContaining('you have not been asked yet'), bad]);
  const [part] = await readProjectParts({ ...at, env: {} });
  if (part) await recordTrust(at.data, part, false, new Date());
  expect(await said()).toEqual(['ok: on offer: mine (yours)', expect.stringContaining('you declined its current content'), bad]);
  if (part) await recordTrust(at.data, part, true, new Date());
  expect(await said()).toEqual(["ok: on offer: mine (yours), theirs (the project's)", bad]);
});

test.each([
  ['log', '/log means the command'],
  ['etc', '/etc means a path on this disk'],
])('says that a skill called %s cannot be called so', async (name, said) => {
  const at = place();
  putSkill(at.home, name);
  expect(await checkSkills(at, ['log'])).toMatchObject([{ state: 'ok' }, { state: 'warning', detail: expect.stringContaining(said) }]);
});

test('a record of trust that is damaged is a failure', async () => {
  const at = place();
  putSkill(at.cwd, 'theirs');
  writeFileSync(join(at.data, 'trust.json'), '{');
  expect(await checkSkills(at, [])).toMatchObject([{ state: 'failed', detail: expect.stringContaining('damaged') }]);
});
