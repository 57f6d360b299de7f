/** docs/first-hour.md: each of its commands is typed at a terminal, in its order, and shows what the page quotes. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newHome } from './support/command.ts';
import { judgedFairly } from './support/fair-judge.ts';
import { examplesIn, patternOf } from './support/page-examples.ts';
import { type Asked, type Reply, startProvider } from './support/provider-server.ts';
import { atTerminal } from './support/terminal.ts';
import { virtualTerminal } from './support/virtual-terminal.ts';

const examples = examplesIn(readFileSync('docs/first-hour.md', 'utf8'));

/** Tasks as a good model does them. `about`: words of the goal. */
const works = [
  {
    about: 'how many lines',
    slug: 'count_lines',
    intent: 'Say how many lines each file in this folder has.',
    aim: 'the answer says how many lines each file has',
    command: 'wc -l *.txt',
    answer: 'shopping.txt has 3 lines, todo.txt has 1, and empty.txt has 0.',
  },
  {
    about: 'delete the empty',
    slug: 'delete_empty_files',
    intent: 'Delete the files in this folder that are empty.',
    aim: 'empty.txt does not exist',
    check: { kind: 'file_absent', path: 'empty.txt' },
    command: 'rm -v empty.txt',
    answer: 'empty.txt was empty. It is deleted.',
  },
  {
    about: 'how many words',
    slug: 'count_words',
    intent: 'Say how many words the files in this folder have.',
    aim: 'the answer says how many words the files have',
    command: 'wc -w *.txt',
    answer: 'The files have 6 words in all: 3 in shopping.txt, and 3 in todo.txt.',
  },
  {
    about: 'sort the shopping list',
    slug: 'sort_list',
    intent: 'Sort the lines of shopping.txt.',
    aim: 'shopping.txt begins with "apples"',
    check: { kind: 'file_matches', path: 'shopping.txt', pattern: '^apples' },
    command: 'sort -o shopping.txt shopping.txt && cat shopping.txt',
    answer: 'shopping.txt is sorted: apples, bread, milk.',
  },
] as const;

const json = (value: unknown): Reply => ({ text: JSON.stringify(value), usage: { input: 1_200, output: 90 } });

type Work = (typeof works)[number];

function planned({ intent, aim, ...work }: Work): object {
  const criterion = { criterion: aim, mode: 'verifiable', weight: 1, ...('check' in work && { check: work.check }) };
  const subtask = { intent, success_criteria: [criterion], context: '', tools: ['shell'], sequence: 1, deadline: null };
  return { task_criteria: [criterion], subtasks: [subtask] };
}

function answered({ role, turns, tools }: Asked, work: Work, isSlow: boolean): Reply {
  const said = turns.map(({ text }) => text).join('\n');
  if (tools.some(({ name }) => name === 'ping')) return { calls: [{ tool: 'ping', input: { word: 'artoo' } }] };
  const [word] = /maple-\d+/.exec(said) ?? [];
  if (word !== undefined) return { text: word };
  if (role === 'R1')
    return json({
      slug: work.slug,
      intent: work.intent,
      constraints: { scope: null, deadline: null },
      kind: 'task',
      question: null,
    });
  if (role === 'R2') return json(planned(work));
  if (role !== 'R3') return json(judgedFairly({ turns } as Parameters<typeof judgedFairly>[0])); // it reads their texts alone
  if (!turns.some((turn) => turn.role === 'tool'))
    return { calls: [{ tool: 'shell', input: { command: work.command } }], usage: { input: 900, output: 30 } };
  return isSlow ? { fault: 'silence' } : { text: work.answer, usage: { input: 1_000, output: 20 } };
}

/** What the person types, each once the screen shows a text; and the exit code. */
type Typing = { readonly types?: readonly (readonly [shown: string, keys: string])[]; readonly code?: number; readonly isSlow?: true };

/** By the words of the page. A command that occurs twice has two. */
const typing: Readonly<Record<string, readonly Typing[]>> = {
  'artoo setup': [{ types: [['Which should artoo use?', 'SERVER\r']] }],
  'artoo "how many lines has each of these files?"': [{}],
  'artoo "delete the empty files"': [
    { types: [['Allow this once?', 'y\r']] },
    {
      types: [
        ['Allow this once?', 'n\r'],
        ['Instead:', '\r'],
      ],
      code: 3,
    },
  ],
  'artoo undo': [{ types: [['?', 'y\r']] }],
  'artoo "how many words are in these files?"': [{ types: [['wc -w', '\u0003']], code: 130, isSlow: true }],
  'artoo resume': [{}],
  'artoo try -- "rm todo.txt"': [
    {
      types: [['Allow this once?', 'n\r']],
      code: 3,
    },
  ],
  'artoo log': [{}],
  'artoo log last': [{}],
  'artoo log last --html': [{}],
  'artoo memory remember "My notes are plain text; keep them that way."': [{}],
  'artoo memory': [{}],
  'artoo --workspace . "sort the shopping list"': [{}],
  'artoo --max-cost 0.50 "how many lines has each of these files?"': [{ code: 64 }],
  'artoo --budget 5m --max-tokens 100k "how many lines has each of these files?"': [{}],
  'artoo cost last': [{}],
};

/** Commands of the page that other tests run, or that install. */
const elsewhere = new Set(['npm ci', 'npm link', 'artoo demo', 'npm start -- demo', 'artoo']);

const words = (line: string): readonly string[] =>
  execFileSync('bash', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(1, -1);

test('every command does what the page says', { timeout: 120_000 }, async () => {
  let isSlow = false;
  let work: Work = works[0];
  await using server = await startProvider({ models: ['my-model'], answer: (asked) => answered(asked, work, isSlow) });
  const home = newHome();
  const left = new Map(Object.entries(typing).map(([command, each]) => [command, [...each]]));
  let cwd = home.cwd;
  for (const { commands, quoted } of examples) {
    let shown = '';
    for (const command of commands) {
      if (elsewhere.has(command)) continue;
      if (!command.startsWith('artoo')) {
        const folder = execFileSync('bash', ['-ec', `${command}\npwd`], {
          cwd,
          encoding: 'utf8',
          env: { ...process.env, HOME: home.home },
        });
        cwd = folder.trimEnd().split('\n').at(-1) ?? cwd;
        continue;
      }
      const { types = [], code = 0, isSlow: slow = false } = left.get(command)?.shift() ?? { code: -1 };
      isSlow = slow;
      work = works.find(({ about }) => command.includes(about)) ?? work;
      const terminal = atTerminal(words(command), { ...home, cwd });
      for (const [text, keys] of types) {
        await terminal.shows(text);
        terminal.type(keys.replace('SERVER', server.url));
      }
      expect(await terminal.ended, `${command}\n${terminal.screen()}`).toBe(code);
      const screen = virtualTerminal(80, 24);
      screen.write(terminal.written());
      shown += `${(await screen.lines()).join('\n')}\n`;
    }
    if (quoted !== '') expect(shown).toMatch(patternOf(quoted));
  }
  expect([...left].filter(([, each]) => each.length > 0)).toEqual([]);
  expect(existsSync(join(home.data, 'tried'))).toBe(true);
});
