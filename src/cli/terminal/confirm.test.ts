import { describe, expect, test } from 'vitest';
import type { Remembered } from '../../config/remember-rule.ts';
import type { Asked } from '../../view/asking/harm-lines.ts';
import { type Confirming, confirm } from './confirm.ts';

const asked: Asked = {
  who: 'R3',
  tool: 'shell',
  action: 'git commit -am wip',
  cwd: '/home/ada/project',
  effects: [{ path: '/home/ada/project/.git/HEAD', change: 'changed', why: 'it was there before' }],
  more: 0,
  network: false,
  reason: 'it changes what was there',
  rule: 'shell(git commit*)',
};

type Person = { readonly edits?: readonly (string | undefined)[]; readonly remembered?: Remembered; readonly height?: number };

/** Answers these, one after the other. What was shown before each question is kept, and what was noted, edited and remembered. */
function person(answers: readonly (string | undefined)[], { edits = [], remembered = { ok: true, added: true }, height }: Person = {}) {
  const [left, texts] = [[...answers], [...edits]];
  const seen: { lines: readonly string[]; question: string }[] = [];
  const [noted, edited, rules]: [string[], string[], string[]] = [[], [], []];
  const confirming: Confirming = {
    prompter: {
      async ask(lines, question) {
        seen.push({ lines, question });
        return left.shift();
      },
    },
    screen: () => ({ width: 80, height }),
    async editCommand(command) {
      edited.push(command);
      return texts.shift();
    },
    inspect: async (command) => `runs ${command}`,
    async remember(rule) {
      rules.push(rule);
      return remembered;
    },
    ruleFile: '/home/ada/.artoo/config.yaml',
    note: (line) => void noted.push(line),
  };
  return { confirming, seen, noted, edited, rules, shown: () => seen.flatMap(({ lines }) => lines).join('\n') };
}

describe('nothing but a plain yes is one:', () => {
  test.each([
    ['y', true],
    ['yes', true],
    [' YES ', true],
    ['', false],
    ['n', false],
    ['yes please, all of them', false],
    ['ye', false],
    ['y\u0000', false],
    ['да', false],
    [undefined, false],
  ])('%j: %s', async (answer, allowed) => {
    const { confirming, seen } = person([answer]);
    expect(await confirm(asked, confirming)).toEqual({ allowed });
    expect(seen).toHaveLength(1);
  });
});

test('the answers are named below the action, with the rule that could be written', async () => {
  const { confirming, seen } = person(['n']);
  await confirm(asked, confirming);
  expect(seen[0]).toEqual({
    question: 'Allow this once? [y/N] ',
    lines: [
      '',
      'R3 wants to do something that needs your yes: it changes what was there',
      '  changes /home/ada/project/.git/HEAD',
      '  shell, in /home/ada/project:',
      '    git commit -am wip',
      '  [y]es, [n]o, [e]dit the command, [w]hy, [a]llow this kind from now on:',
      '    shell(git commit*)',
    ],
  });
});

test('what memory only doubts is a question about its record, not about harm', async () => {
  const reason = 'shell:npm in tasks of the kind build has a mixed record (decision +0.1 from 3 tasks)';
  const doubted: Asked = { ...asked, action: 'npm install', effects: [], reason, rule: null, caution: true };
  const { confirming, seen } = person(['w', 'y']);
  expect(await confirm(doubted, confirming)).toEqual({ allowed: true });
  expect(seen[0]).toEqual({
    question: 'Continue with it? [y/N] ',
    lines: [
      '',
      'R3 asks first, because of what memory says: shell:npm in tasks of the kind build',
      '         has a mixed record (decision +0.1 from 3 tasks)',
      '  shell, in /home/ada/project:',
      '    npm install',
      '  [y]es, [n]o, [e]dit the command, [w]hy',
    ],
  });
  const why = seen[1]?.lines.join(' ').replaceAll(/\s+/g, ' ');
  expect(why).toContain("What the command's words say: runs npm install.");
  expect(why).toContain('without a terminal it is done');
  expect(why).not.toContain('No rule can allow this kind');
});

describe('an edited command', () => {
  test('is the answer, and nothing of the old one is allowed', async () => {
    const { confirming, edited } = person(['e'], { edits: ['git status'] });
    expect(await confirm(asked, confirming)).toEqual({ allowed: false, edited: 'git status' });
    expect(edited).toEqual([asked.action]);
  });

  test.each([
    ['that could not be edited', undefined, 'The editor did not start'],
    ['that is the same', asked.action, 'The command is unchanged.'],
    ['that is empty', ' \n', 'The command is unchanged.'],
  ])('%s leads back to the question', async (_, edit, told) => {
    const { confirming, shown } = person(['edit', 'y'], { edits: [edit] });
    expect(await confirm(asked, confirming)).toEqual({ allowed: true });
    expect(shown()).toContain(told);
  });

  test('is not offered where there is no command, and asking for it is a no', async () => {
    const { confirming, edited, shown } = person(['e'], { edits: ['x'] });
    expect(await confirm({ ...asked, tool: 'write_file' }, confirming)).toEqual({ allowed: false });
    expect(edited).toEqual([]);
    expect(shown()).not.toContain('[e]dit');
  });
});

describe('a rule', () => {
  test('is shown with where it goes, and written on a second yes', async () => {
    const { confirming, seen, rules } = person(['a', 'y']);
    expect(await confirm(asked, confirming)).toEqual({ allowed: true, rule: 'shell(git commit*)' });
    expect(rules).toEqual(['shell(git commit*)']);
    expect(seen[1]?.lines.slice(0, 3)).toEqual([
      '',
      'This would be written to /home/ada/.artoo/config.yaml:',
      '  allow: shell(git commit*)',
    ]);
  });

  test.each([[''], ['n'], [undefined]])('is not written on %j, and the question comes again', async (second) => {
    const { confirming, rules, shown } = person(['a', second, 'n']);
    expect(await confirm(asked, confirming)).toEqual({ allowed: false });
    expect(rules).toEqual([]);
    expect(shown()).toContain('No rule was written.');
  });

  test('that cannot be written is told, and the yes counts once', async () => {
    const { confirming, noted } = person(['a', 'y'], { remembered: { ok: false, error: 'config.yaml:1:1: is broken\u001b[2J' } });
    expect(await confirm(asked, confirming)).toEqual({ allowed: true });
    expect(noted).toEqual(['The rule was not written: config.yaml:1:1: is broken\ufffd[2J', 'Your yes counts this once.']);
  });

  test('that may not be is not offered, and asking for it is a no', async () => {
    const { confirming, shown } = person(['a']);
    expect(await confirm({ ...asked, rule: null }, confirming)).toEqual({ allowed: false });
    expect(shown()).not.toContain('[a]llow');
  });
});

describe('a rule for a folder', () => {
  const cached: Asked = { ...asked, action: './build.sh', rule: null, folder: 'folder(~/.cache/tool)' };

  test('is offered beside the others', async () => {
    const { confirming, shown } = person(['n']);
    await confirm({ ...cached, rule: 'shell(make x)' }, confirming);
    expect(shown().replaceAll(/\s+/g, ' ')).toContain(
      '[a]llow this kind from now on: shell(make x), [f]or this folder from now on: folder(~/.cache/tool)',
    );
  });

  test('is shown with what it means, and written on a second yes', async () => {
    const { confirming, seen, rules } = person(['f', 'y']);
    expect(await confirm(cached, confirming)).toEqual({ allowed: true, rule: 'folder(~/.cache/tool)' });
    expect(rules).toEqual(['folder(~/.cache/tool)']);
    expect(seen[1]?.question).toBe('Allow this now, and for this folder from now on? [y/N] ');
    expect(seen[1]?.lines.join(' ')).toContain('below it');
  });

  test('that may not be is not offered, and asking for it is a no', async () => {
    const { confirming, rules, shown } = person(['f']);
    expect(await confirm(asked, confirming)).toEqual({ allowed: false });
    expect(rules).toEqual([]);
    expect(shown()).not.toContain('[f]or');
  });
});

test('why is told, and asked again', async () => {
  const { confirming, seen } = person(['w', 'y']);
  expect(await confirm(asked, confirming)).toEqual({ allowed: true });
  const told = seen[1]?.lines.join('\n') ?? '';
  for (const part of [
    'It needs your yes: it changes what was there.',
    'words say: runs git commit -am wip.',
    '.git/HEAD: it was there before',
    'shell(git commit*)',
    'Nothing has happened yet.',
  ])
    expect(told).toContain(part);
});

describe('what does not fit a screen', () => {
  const many = { ...asked, effects: Array.from({ length: 100 }, (_, at) => ({ path: `/home/ada/${at}`, change: 'deleted' as const })) };

  test('is shown in part, with the action and a count, and whole on request', async () => {
    const { confirming, seen } = person(['s', '', '', '', '', '', 'y'], { height: 24 });
    expect(await confirm(many, confirming)).toEqual({ allowed: true });
    const [first, ...pages] = seen.map(({ lines }) => lines);
    expect(first?.length).toBeLessThanOrEqual(24);
    expect(first).toContain('    git commit -am wip');
    expect(first?.join('\n')).toMatch(/… \d+ more lines/);
    expect(first?.join('\n')).toContain('[s]how all');
    for (const { path } of many.effects) expect(pages.flat().join('\n')).toContain(`deletes ${path}\n`);
  });

  test.each([
    ['back at the question when somebody has seen enough', ['s', '', 'q', 'y'], true],
    ['a no when the input ends', ['s', '', undefined], false],
    ['nothing that is said between pages is a yes', ['s', 'y', ''], false],
  ])('%s', async (_, answers, allowed) => {
    const { confirming } = person(answers, { height: 24 });
    expect(await confirm(many, confirming)).toEqual({ allowed });
  });
});
