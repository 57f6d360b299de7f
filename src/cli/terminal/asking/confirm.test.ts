import { describe, expect, test } from 'vitest';
import type { Remembered } from '../../../config/files/remember-rule.ts';
import type { Asked } from '../../../view/asking/harm-lines.ts';
import { inColour } from '../../../view/style/paint.ts';
import type { EditedLine, QuestionKind } from '../prompter.ts';
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

type Person = {
  readonly edits?: readonly (string | undefined)[];
  readonly lines?: readonly (EditedLine | undefined)[];
  readonly remembered?: Remembered;
  readonly height?: number;
};

/** Gives these answers, one after another. Keeps what was shown before each question, and what was noted, edited and remembered. */
function person(
  answers: readonly (string | undefined)[],
  { edits = [], lines: changed = [], remembered = { ok: true, added: true }, height }: Person = {},
) {
  const [left, texts, lines] = [[...answers], [...edits], [...changed]];
  const seen: { lines: readonly string[]; question: string; kind?: QuestionKind | undefined }[] = [];
  const [noted, edited, rules]: [string[], string[], string[]] = [[], [], []];
  const confirming: Confirming = {
    prompter: {
      async ask(shown, question, kind) {
        seen.push({ lines: shown, question, kind });
        return left.shift();
      },
      async editLine(question, text) {
        seen.push({ lines: [], question: `${question}${text}` });
        return lines.shift();
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

test('a form is filled in with a yes, and what is left open asks again', async () => {
  const form = [{ name: 'name', label: 'Your name', kind: 'text', required: true }] as const;
  const { confirming } = person(['y', undefined, 'y', 'Ada']);
  expect(await confirm({ ...asked, tool: 'mcp__notes__say', form }, confirming)).toEqual({ allowed: true, filled: { name: 'Ada' } });
});

describe('nothing but a plain yes is one:', () => {
  test.each([['y'], ['yes'], [' YES ']])('%j', async (answer) => {
    const { confirming, seen } = person([answer]);
    expect(await confirm(asked, confirming)).toEqual({ allowed: true });
    expect(seen).toHaveLength(1);
  });

  test.each([[''], ['ok'], ['yes please, all of them'], ['ye'], ['y\u0000'], ['да'], ['x'], ['f'], ['constructor']])(
    '%j is asked about again, and nothing has happened',
    async (answer) => {
      const { confirming, seen } = person([answer, 'y']);
      expect(await confirm(asked, confirming)).toEqual({ allowed: true });
      expect(seen).toHaveLength(2);
      expect(seen[1]?.lines.join(' ')).toContain('Nothing has happened yet');
    },
  );

  test('the end of the input is a no', async () => {
    expect(await confirm(asked, person([undefined]).confirming)).toMatchObject({ allowed: false });
  });
});

test.each([
  ['a no', ['n', undefined, 'y']],
  ['a rule', ['a', undefined, 'y']],
])('leaving what follows %s goes back to the question', async (_, answers) => {
  const { confirming, seen, rules } = person(answers);
  expect(await confirm(asked, confirming)).toEqual({ allowed: true });
  expect(seen.map(({ kind }) => kind)).toEqual(['decision', 'step', 'decision']);
  expect(rules).toEqual([]);
});

test.each([['w'], ['a'], ['x']])(
  'after %s, the action and why it is asked about are above the question again, in a row each',
  async (answer) => {
    const { confirming, seen } = person([answer, ...(answer === 'a' ? [''] : []), 'y']);
    const long = { ...asked, action: `git commit -am ${'wip '.repeat(30)}` };
    expect(await confirm(long, confirming)).toEqual({ allowed: true });
    const lines = seen.at(-1)?.lines ?? [];
    const rows = lines.filter((line) => line.startsWith('  git commit -am wip'));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.length).toBeLessThanOrEqual(80);
    expect(lines[lines.indexOf(rows[0] ?? '') + 1]).toMatch(/^ {4}it changes what was/);
  },
);

test('leaving the pages of a diff goes back to the question', async () => {
  const long = { ...asked, effects: [{ path: '/a', change: 'changed', diff: '+x\n'.repeat(100) }] } as const;
  const { confirming, seen } = person(['d', undefined, 'y'], { height: 24 });
  expect(await confirm(long, confirming)).toEqual({ allowed: true });
  expect(seen.map(({ kind }) => kind)).toEqual(['decision', 'step', 'decision']);
});

describe('a no', () => {
  test.each([[['n', '']], [['no', '  ']], [['no thanks', '']]])('without a sentence is only a no: %j', async (answers) => {
    expect(await confirm(asked, person(answers).confirming)).toMatchObject({ allowed: false });
  });

  test.each(['n put it into a branch', 'no, put it into a branch', 'No: put it into a branch'])(
    'takes the sentence in the same line: %s',
    async (answer) => {
      const { confirming, seen } = person([answer]);
      expect(await confirm(asked, confirming)).toEqual({ allowed: false, instead: 'put it into a branch' });
      expect(seen).toHaveLength(1);
    },
  );

  test.each([
    ['n leave the build, please', 'leave the build, please'],
    ['no, not the build', 'not the build'],
  ])('without a task is a no, too, and its sentence is kept: %s', async (answer, instead) => {
    const { who: _, ...tried } = asked;
    const { confirming, seen } = person([answer]);
    expect(await confirm(tried, confirming)).toEqual({ allowed: false, instead });
    expect(seen).toHaveLength(1);
  });

  test('with a sentence says what to do instead', async () => {
    const { confirming, seen } = person(['n', ' put it into a branch ']);
    expect(await confirm(asked, confirming)).toEqual({ allowed: false, instead: 'put it into a branch' });
    expect(seen[1]?.question).toBe('Instead: ');
    expect(seen[1]?.lines.join(' ')).toContain('What should it do instead?');
    expect(seen[1]?.lines.every((each) => each.length <= 80)).toBe(true);
  });
});

test('the answers are named below the action', async () => {
  const { confirming, seen } = person(['y']);
  await confirm(asked, confirming);
  expect(seen[0]).toMatchObject({
    question: 'Allow this once? ',
    lines: [
      '',
      'This needs your yes: it changes what was there',
      '  changes .git/HEAD',
      '  in /home/ada/project:',
      '    git commit -am wip',
      '  y yes · n no (and what to do instead) · e edit the command',
      '  a allow from now on · w why · type one, then Enter',
    ],
  });
});

test('the keys stand out where there is colour', async () => {
  const { confirming, seen } = person(['y']);
  await confirm(asked, { ...confirming, paint: inColour });
  const [first = '', second = ''] = seen[0]?.lines.slice(-2) ?? [];
  const key = (letter: string) => `\u001b[36m${letter}\u001b[39m`;
  expect(first).toBe(`  ${key('y')} yes · ${key('n')} no (and what to do instead) · ${key('e')} edit the command`);
  expect(second).toBe(`  ${key('a')} allow from now on · ${key('w')} why · type one, then Enter`);
});

test('who tries a command is told why, with paths as they type them, and of no task', async () => {
  const { who: _, ...tried } = asked;
  const effects = [{ path: '/home/ada/project/old', change: 'deleted' as const, why: 'it was there before this task' }];
  const { confirming, seen } = person(['w', 'n']);
  await confirm({ ...tried, cwd: '/home/ada/project', effects }, confirming);
  const lines = seen[1]?.lines.join('\n') ?? '';
  expect(lines).toContain('  old: it was there before\n');
  expect(lines).not.toContain('this task');
});

test('what memory only doubts is a question about its record, not about harm', async () => {
  const reason = 'npm in tasks like build has a mixed record (from 3 tasks)';
  const doubted: Asked = { ...asked, action: 'npm install', effects: [], reason, rule: null, caution: true };
  const { confirming, seen } = person(['w', 'y']);
  expect(await confirm(doubted, confirming)).toEqual({ allowed: true });
  expect(seen[0]).toMatchObject({
    question: 'Go ahead? ',
    lines: [
      '',
      'This has both worked and failed before: npm in tasks like build has a mixed',
      '  record (from 3 tasks)',
      '  in /home/ada/project:',
      '    npm install',
      '  y yes · n no (and what to do instead) · e edit the command · w why',
      '  type one, then Enter',
    ],
  });
  const why = seen[1]?.lines.join(' ').replaceAll(/\s+/g, ' ');
  expect(why).toContain('What the command does, judging by its words: runs npm install.');
  expect(why).toContain('without a terminal, the action is performed without asking');
  expect(why).not.toContain('No single rule can allow this');
});

describe('an edited command', () => {
  test('is the answer, and nothing of the old one is allowed', async () => {
    const { confirming, edited, seen } = person(['e'], { lines: [{ text: 'git status', isForEditor: false }] });
    expect(await confirm(asked, confirming)).toEqual({ allowed: false, edited: 'git status' });
    expect([seen.at(-1)?.question, edited]).toEqual([`Command: ${asked.action}`, []]);
  });

  test.each([
    ['has several lines', 'git add -A\ngit commit'],
    ['has characters that do not show', 'rm \u001b[2Ka.txt'],
  ])('that %s is edited in the editor', async (_, action) => {
    const { confirming, edited } = person(['e'], { edits: ['git status'] });
    expect(await confirm({ ...asked, action }, confirming)).toEqual({ allowed: false, edited: 'git status' });
    expect(edited).toEqual([action]);
  });

  test('is opened in the editor with its latest text', async () => {
    const { confirming, edited } = person(['e'], { lines: [{ text: 'git comm', isForEditor: true }], edits: ['git status'] });
    expect(await confirm(asked, confirming)).toEqual({ allowed: false, edited: 'git status' });
    expect(edited).toEqual(['git comm']);
  });

  test.each<[string, EditedLine | undefined, string]>([
    ['that could not be edited', { text: asked.action, isForEditor: true }, 'The editor did not start'],
    ['that was left as it was', undefined, 'The command is unchanged'],
    ['that is the same as before', { text: asked.action, isForEditor: false }, 'The command is unchanged'],
    ['that is empty', { text: ' ', isForEditor: false }, 'The command is unchanged'],
  ])('%s leads back to the question', async (_, changed, told) => {
    const { confirming, shown } = person(['edit', 'y'], { lines: [changed] });
    expect(await confirm(asked, confirming)).toEqual({ allowed: true });
    expect(shown()).toContain(told);
  });

  test('is not offered where there is no command', async () => {
    const { confirming, edited, shown } = person(['e', 'y'], { edits: ['x'] });
    expect(await confirm({ ...asked, tool: 'write_file' }, confirming)).toEqual({ allowed: true });
    expect(edited).toEqual([]);
    expect(shown()).not.toContain('e edit');
  });
});

test('a call that is longer than the screen is shown whole on request', async () => {
  const text = Array.from({ length: 60 }, (_, at) => `line ${at}`).join(',\n');
  const { confirming, shown } = person(['d', '', '', '', '', 'y']);
  expect(await confirm({ ...asked, tool: 'mcp__notes__say', action: `notes/say {\n${text}\n}`, effects: [] }, confirming)).toEqual({
    allowed: true,
  });
  expect(shown()).toContain('d all of it');
  expect(shown()).toContain('line 59');
});

describe('a host', () => {
  const reaching: Asked = {
    ...asked,
    ...{ action: 'npm install', effects: [], network: true, host: 'mirror.example.org', rule: 'net(mirror.example.org)' },
    reason: 'it wants to reach mirror.example.org',
  };

  test('is allowed for this command, this task, this folder or everywhere', async () => {
    const { confirming, seen } = person(['a', '2']);
    expect(await confirm(reaching, confirming)).toEqual({ allowed: true, rule: 'net(mirror.example.org)', scope: 'folder' });
    expect(seen[0]?.lines.slice(0, 3)).toEqual([
      '',
      'This needs your yes: it wants to reach mirror.example.org',
      '  in /home/ada/project:',
    ]);
    expect(seen[1]?.lines.slice(2, 5)).toEqual([
      '  1 net(mirror.example.org), for this task',
      '  2 net(mirror.example.org), in /home/ada/project from now on',
      '  3 net(mirror.example.org), everywhere from now on',
    ]);
  });

  test('is explained: that the command waits, and what a rule would allow', async () => {
    const { confirming, shown } = person(['w', 'y']);
    expect(await confirm(reaching, confirming)).toEqual({ allowed: true });
    const why = shown().replaceAll(/\s+/g, ' ');
    expect(why).toContain('The command waits inside its walls, and nothing has left for that host.');
    expect(why).toContain('A rule could allow it: net(mirror.example.org). Commands then reach that host');
  });
});

describe('a rule', () => {
  const everywhere = 'shell(git commit*)';

  test.each([
    ['1', 'task', []],
    ['2', 'folder', ['shell(git commit*) in /home/ada/project']],
    ['3', 'everywhere', ['shell(git commit*)']],
  ])('holds as far as the person says: %s is %s', async (choice, scope, written) => {
    const { confirming, seen, rules } = person(['a', choice]);
    expect(await confirm(asked, confirming)).toEqual({ allowed: true, rule: everywhere, scope });
    expect(rules).toEqual(written);
    expect(seen[1]?.lines.slice(0, 5)).toEqual([
      '',
      'Allow without asking:',
      '  1 shell(git commit*), for this task',
      '  2 shell(git commit*), in /home/ada/project from now on',
      '  3 shell(git commit*), everywhere from now on',
    ]);
    expect(seen[1]?.lines.join(' ')).toContain('/home/ada/.artoo/config.yaml');
  });

  test.each([
    ['mcp__notes__say', 'mcp(notes/say)'],
    ['fetch_url', 'fetch(localhost:8080)'],
    ['shortcuts', 'shortcuts(Resize Images)'],
  ])('for %s reaches as far: %s', async (tool, rule) => {
    const { confirming, seen, rules } = person(['a', '2']);
    expect(await confirm({ ...asked, tool, rule, effects: [] }, confirming)).toEqual({ allowed: true, rule, scope: 'folder' });
    expect(rules).toEqual([`${rule} in /home/ada/project`]);
    expect(seen[1]?.lines.slice(2, 5)).toEqual([
      `  1 ${rule}, for this task`,
      `  2 ${rule}, in /home/ada/project from now on`,
      `  3 ${rule}, everywhere from now on`,
    ]);
  });

  test('for a file, which names its place itself, is offered for the task or from now on', async () => {
    const { confirming, seen } = person(['a', '2']);
    const rule = 'write(/home/ada/project/a)';
    expect(await confirm({ ...asked, tool: 'write_file', rule }, confirming)).toEqual({ allowed: true, rule, scope: 'everywhere' });
    expect(seen[1]?.lines.slice(2, 4)).toEqual([`  1 ${rule}, for this task`, `  2 ${rule}, from now on`]);
  });

  test.each(['4', '0', '-1', '1.5', 'all', 'y'])('%j is not in the list, and the question is asked again', async (second) => {
    const { confirming, rules, seen } = person(['a', second, '1']);
    expect(await confirm(asked, confirming)).toEqual({ allowed: true, rule: 'shell(git commit*)', scope: 'task' });
    expect(rules).toEqual([]);
    expect(seen[2]).toMatchObject({ lines: [`There is no ${second} in the list. Enter alone: back.`], question: 'Which? (1–3) ' });
  });

  test.each([[''], ['n'], ['no']])('is not written on %j, and the question comes again', async (second) => {
    const { confirming, rules, shown } = person(['a', second, 'y']);
    expect(await confirm(asked, confirming)).toEqual({ allowed: true });
    expect(rules).toEqual([]);
    expect(shown()).toContain('Nothing was allowed.');
  });

  test('that cannot be written is reported, and the yes counts once', async () => {
    const { confirming, noted } = person(['a', '3'], { remembered: { ok: false, error: 'config.yaml:1:1: is broken\u001b[2J' } });
    expect(await confirm(asked, confirming)).toEqual({ allowed: true });
    expect(noted).toEqual(['The rule was not written: config.yaml:1:1: is broken\ufffd[2J', 'Your yes holds only for this call.']);
  });

  test('that is not allowed is not offered', async () => {
    const { confirming, shown } = person(['a', 'y']);
    expect(await confirm({ ...asked, rule: null }, confirming)).toEqual({ allowed: true });
    expect(shown()).not.toContain('a allow');
  });

  test('for a command that the person runs alone is not offered for a task', async () => {
    const { who: _, ...own } = asked;
    const { confirming, seen } = person(['a', '1']);
    expect(await confirm(own, confirming)).toMatchObject({ scope: 'folder' });
    expect(seen[1]?.lines.join(' ')).not.toContain('this task');
  });

  test('for a folder is offered beside the others, or alone', async () => {
    const folder = 'folder(~/.cache/tool)';
    const { confirming, rules } = person(['a', '4']);
    expect(await confirm({ ...asked, folder }, confirming)).toEqual({ allowed: true, rule: folder, scope: 'everywhere' });
    expect(rules).toEqual([folder]);
    expect(await confirm({ ...asked, rule: null, folder }, person(['a', '1']).confirming)).toMatchObject({ rule: folder });
  });
});

describe('all edits of a task', () => {
  const file: Asked = {
    ...asked,
    tool: 'edit_file',
    rule: 'write(./notes.txt)',
    effects: [{ path: `${asked.cwd}/notes.txt`, change: 'changed' }],
  };

  test('are allowed at once, where a file tool asks', async () => {
    const { confirming, rules, shown } = person(['t']);
    expect(await confirm(file, confirming)).toEqual({ allowed: true, rule: 'write(./**)', scope: 'task' });
    expect(rules).toEqual([]);
    expect(shown().replaceAll(/\s+/g, ' ')).toContain('t yes to every edit here in this task, but not to deletions or commands');
  });

  test.each<[string, Partial<Asked>]>([
    ['for a command', asked],
    ['for a file of another folder', { effects: [{ path: '/home/ada/other/notes.txt', change: 'changed' }] }],
    ['for a folder of almost the same name', { effects: [{ path: '/home/ada/project2/notes.txt', change: 'changed' }] }],
    ['for a deletion', { effects: [{ path: `${asked.cwd}/notes.txt`, change: 'deleted' }] }],
    ['where no rule may allow it', { rule: null }],
    ['where not all of it is listed', { more: 1 }],
  ])('are not offered %s, which they would not cover', async (_, more) => {
    const { confirming, shown } = person(['t', 'y']);
    expect(await confirm({ ...file, ...more }, confirming)).toEqual({ allowed: true });
    expect(shown()).not.toContain('t all edits');
  });
});

test('why is reported, and asked again', async () => {
  const { confirming, seen } = person(['w', 'y']);
  const about = { goal: 'save my work', step: { index: 2, of: 3, intent: 'commit it' } };
  expect(await confirm({ ...asked, about }, confirming)).toEqual({ allowed: true });
  const told = seen[1]?.lines.join(' ').replaceAll(/\s+/g, ' ') ?? '';
  for (const part of [
    'Your goal: save my work',
    'It is for step 2 of 3: commit it',
    'Nothing is harmed without your yes (Law 1), so you are asked: it changes what was there.',
    'After a plain no, this part of the task ends,',
    'judging by its words: runs git commit -am wip.',
    '.git/HEAD: it was there before',
    'shell(git commit*)',
    'Nothing has happened yet.',
  ])
    expect(told).toContain(part);
});

test('a file of its own is named with the reason, which is told once', async () => {
  const { confirming, shown } = person(['w', 'y']);
  const why = 'it was there before this task';
  const effects = [{ path: '/home/ada/project/menu.txt', change: 'changed' as const, why }];
  await confirm({ ...asked, tool: 'write_file', action: 'write_file menu.txt', effects, reason: why }, confirming);
  const told = shown().replaceAll(/\s+/g, ' ');
  expect(told).toContain(`so you are asked about menu.txt: ${why}.`);
  expect(told).not.toContain(`menu.txt: ${why}. menu.txt`);
});

test('where no rule can allow it, w says why, and so does a', async () => {
  const why =
    'No single rule can allow this: a rule covers one command, and each command of this line would need its own. You are asked each time.';
  for (const key of ['w', 'a', 'allow']) {
    const { confirming, seen } = person([key, 'y']);
    expect(await confirm({ ...asked, action: 'mkdir -p old && mv -v a old/', rule: null }, confirming)).toEqual({ allowed: true });
    expect(seen[1]?.lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(why);
  }
});

test('where a rule of the person asks, why names it, and a command of their own has no part that could end', async () => {
  const { confirming, seen } = person(['w', 'y']);
  const { who: _, ...own } = asked;
  await confirm({ ...own, reason: 'the rule shell(git*) says to ask' }, confirming);
  const told = seen[1]?.lines.join(' ').replaceAll(/\s+/g, ' ') ?? '';
  expect(told).toContain('Your rules ask: the rule shell(git*) says to ask.');
  expect(told).not.toMatch(/Your goal|After a plain no/);
});

describe('what does not fit a screen', () => {
  const many = { ...asked, effects: Array.from({ length: 100 }, (_, at) => ({ path: `/home/ada/${at}`, change: 'deleted' as const })) };

  test('is shown in part, with the action and a count, and whole on request', async () => {
    const { confirming, seen } = person(['d', '', '', '', '', '', 'y'], { height: 24 });
    expect(await confirm(many, confirming)).toEqual({ allowed: true });
    const [first, ...pages] = seen.map(({ lines }) => lines);
    expect(first?.length).toBeLessThanOrEqual(24);
    expect(first).toContain('    git commit -am wip');
    expect(first?.join('\n')).toMatch(/… \d+ more lines/);
    expect(first?.join('\n')).toContain('d the whole diff');
    for (const { path } of many.effects) expect(pages.flat().join('\n')).toContain(`deletes ${path}\n`);
  });

  test.each([
    ['back at the question when somebody has seen enough', ['d', '', 'q', 'y'], true],
    ['a no when the input ends', ['d', '', undefined], false],
    ['nothing that is said between pages is a yes', ['d', 'y', undefined], false],
  ])('%s', async (_, answers, allowed) => {
    const { confirming } = person(answers, { height: 24 });
    expect(await confirm(many, confirming)).toMatchObject({ allowed });
  });
});
