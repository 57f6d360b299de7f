import { expect, test } from 'vitest';
import { readRule } from '../../laws/rules/read-rule.ts';
import { createPermissions } from './permissions.ts';

const ruleOf = (text: string) => {
  const rule = readRule(text, { cwd: '/p', home: '/h' });
  if ('wrong' in rule) throw new Error(rule.wrong);
  return rule;
};
const write = { tool: 'write', path: '/p/a.txt' } as const;

test('a rule for one task holds for it alone', () => {
  const permissions = createPermissions();
  permissions.add(ruleOf('write(./**)'), 'mine');
  expect(permissions.decide(write, 'mine').decision).toBe('allow');
  expect(permissions.decide(write, 'other').decision).toBe('none');
  expect(permissions.decide(write).decision).toBe('none');
});

test('a rule for all holds for every task, beside its own', () => {
  const permissions = createPermissions();
  permissions.add(ruleOf('folder(~/.cache/one)'));
  permissions.add(ruleOf('folder(~/.cache/two)'), 'mine');
  expect(permissions.folders('mine')).toEqual(['/h/.cache/one', '/h/.cache/two']);
  expect(permissions.folders('other')).toEqual(['/h/.cache/one']);
});

test('what is forbidden stays forbidden, whatever a task allows', () => {
  const permissions = createPermissions({ allow: [], ask: [], deny: [ruleOf('write(./a.txt)')] });
  permissions.add(ruleOf('write(./**)'), 'mine');
  expect(permissions.decide(write, 'mine').decision).toBe('deny');
});
