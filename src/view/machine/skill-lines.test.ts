import { expect, test } from 'vitest';
import type { JudgedSkill } from '../../config/skills.ts';
import { textOf } from '../style/line.ts';
import { skillLines } from './skill-lines.ts';

const skill = (name: string, more: Partial<JudgedSkill>): JudgedSkill => ({
  ...{ name, description: `Does ${name}.`, body: '', folder: `/p/${name}`, file: `/p/${name}/SKILL.md`, hash: 'h', files: [] },
  ...{ isOwn: false, trust: 'trusted', ...more },
});

test('each skill has what it is for, whose it is, and whether it is trusted; one that is wrong says why', () => {
  const skills = [
    skill('mine', { isOwn: true }),
    skill('theirs', {}),
    skill('new', { trust: 'unasked' }),
    skill('no', { trust: 'declined' }),
  ];
  const unusable = [{ path: '/p/e\u001b[31mvil', why: 'it has no name' }];
  expect(skillLines({ skills, unusable }).map(textOf)).toEqual([
    '  /mine  Does mine.',
    '    yours',
    '  /theirs  Does theirs.',
    '    from this project, trusted',
    '  /new  Does new.',
    '    from this project, not trusted yet: `artoo trust` shows it and asks whether you trust it',
    '  /no  Does no.',
    '    from this project, and you said no to it: `artoo trust` asks you again',
    '  ✗ /p/e\ufffd[31mvil cannot be used: it has no name',
  ]);
});

test('where there are none, it says where one would be', () => {
  expect(skillLines({ skills: [], unusable: [] }).map(textOf).join('')).toContain('.agents/skills/<name>');
});
