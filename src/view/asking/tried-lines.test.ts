import { expect, test } from 'vitest';
import type { Tried } from '../../app/try-command.ts';
import { needsYes, succeeded } from '../../tools/tool.ts';
import { changeLines, refusalLines, triedJson } from './tried-lines.ts';

const harm = {
  action: 'git push',
  effects: [{ path: '/p/.git/x', change: 'changed', diff: '+a\n', why: 'it existed' }],
  more: 2,
  network: true,
  reason: 'it would change 1 entry',
  hash: 'h',
  rule: "shell(git push 'x y')",
} as const;
const refused = (by: NonNullable<Tried['refused']>['by'], more: object = {}): NonNullable<Tried['refused']> => ({
  harm: { ...harm, ...more },
  by,
});
const facts = { id: 't1', code: 3, containment: 'overlay' };

test('a refusal starts with the law, shows what would have happened, and the rule that would allow it, ready to be typed', () => {
  expect(refusalLines(refused('nobody'))).toEqual([
    '[LAW1] not done: it needs a yes, and no one is there to give it (it would change 1 entry)',
    '  wants to use the network',
    '  changes /p/.git/x',
    '  and 2 further effects, too many to list',
    'Nothing was changed.',
    `To allow it: --allow 'shell(git push '\\''x y'\\'')'`,
  ]);
});

test.each([
  ['person', {}, /^not done, because you said no: /, true],
  ['silence', {}, /^not done: it was stopped at the question \(/, true],
  ['change', {}, /^\[LAW1\] not done: it does something different each time it runs/, true],
  ['rule', { denied: 'shell(git*)' }, /^\[LAW1\] not done: the rule shell\(git\*\) forbids it$/, false],
  ['nobody', { rule: null }, /^\[LAW1\] /, false],
] as const)('refused by %s: %j', (by, more, first, offersRule) => {
  const lines = refusalLines(refused(by, more));
  expect(lines[0]).toMatch(first);
  expect(lines.at(-1)?.includes('--allow')).toBe(offersRule && by !== 'person' && by !== 'silence'); // no advice to allow what the person has just refused
  expect('rule' in triedJson({ command: 'x', result: needsYes(harm), refused: refused(by, more) }, facts)).toBe(offersRule);
});

test('what the person said with their no is told to the program that runs the command', () => {
  const said = { ...refused('person'), said: 'keep it' };
  expect(refusalLines(said).slice(-2)).toEqual(['You said: keep it', 'Nothing was changed.']);
  expect(triedJson({ command: 'x', result: needsYes(harm), refused: said }, facts)).toMatchObject({ refused: true, said: 'keep it' });
});

test('a rule for a folder is shown in the same way, beside or without another', () => {
  const folder = 'folder(~/my cache)';
  expect(refusalLines(refused('nobody', { folder })).slice(-2)).toEqual([
    `To allow it: --allow 'shell(git push '\\''x y'\\'')'`,
    "To allow it: --allow 'folder(~/my cache)'",
  ]);
  expect(refusalLines(refused('nobody', { folder, rule: null })).slice(-2)).toEqual([
    'Nothing was changed.',
    "To allow it: --allow 'folder(~/my cache)'",
  ]);
  const tried = { command: 'x', result: needsYes(harm), refused: refused('nobody', { folder }) };
  expect(triedJson(tried, facts)).toMatchObject({ rule: harm.rule, folder });
});

test('a long list is counted, not cut', () => {
  const effects = Array.from({ length: 100 }, (_, at) => ({ path: `/p/${at}`, change: 'changed' as const }));
  expect(refusalLines(refused('nobody', { effects, more: 0, network: false }))).toContain('  … 70 more lines');
  expect(changeLines(effects, 't1')).toContain('  and 70 more');
});

test('how to take it back is the last line where something that was there is not as it was', () => {
  expect(changeLines([], 't1')).toEqual([]);
  expect(changeLines([{ path: '/p/a', change: 'created' }], 't1')).toEqual(['changed on disk', '  created /p/a']);
  expect(changeLines([{ path: '/p/\u001b', change: 'metadata' }], 't1')).toEqual([
    'changed on disk',
    '  metadata /p/\ufffd',
    'To undo it: artoo undo t1',
  ]);
});

test('as JSON, what happened and what would have happened have the same form', () => {
  const changed = [{ path: '/p/a', change: 'created' as const, hash: 'x' }];
  expect(triedJson({ command: 'x', result: succeeded('hi\n', { exit_code: 0, changed }) }, { ...facts, code: 0 })).toEqual({
    exit_code: 0,
    refused: false,
    effects: [{ path: '/p/a', change: 'created' }],
    applied: true,
    output: 'hi\n',
    undo: 't1',
    containment: 'overlay',
  });
  expect(triedJson({ command: 'x', result: needsYes(harm), refused: refused('nobody') }, facts)).toEqual({
    exit_code: 3,
    refused: true,
    reason: expect.stringMatching(/^\[LAW1\] /),
    rule: harm.rule,
    more: 2,
    network: true,
    effects: [{ path: '/p/.git/x', change: 'changed' }],
    applied: false,
    output: '',
    undo: null,
    containment: 'overlay',
  });
});
