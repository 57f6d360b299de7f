import { describe, expect, test } from 'vitest';
import { declared } from '../../../../test/support/declared.ts';
import { call, failing, manifest } from '../../../../test/support/work.ts';
import type { ToolCall } from '../../../contracts/execution.ts';
import type { Written } from '../judge-prompt.ts';
import { type Background, givenIn, noFacts, sourcesOf, statedFacts } from './stated-facts.ts';

const { task_spec } = manifest([1]);
const background: Background = {
  spec: { ...task_spec, raw_input: 'Count the plums of 1998.', cwd: '/home' },
  surroundings: 'Operating system: Linux 6.1',
  now: '2026-05-01T10:00:00.000Z',
};
const asking = (raw_input: string): Background => ({ ...background, spec: { ...background.spec, raw_input } });

const shell = (command: string, output_head_tail: string, more: Partial<ToolCall> = {}): ToolCall =>
  call({
    tool: 'shell',
    programs: [command.split(' ')[0] ?? ''],
    input: { command },
    target: command,
    exit_code: 0,
    output_head_tail,
    ...more,
  });
const read = (path: string, output_head_tail: string): ToolCall => call({ input: { path }, target: path, output_head_tail });
const wrote = (path: string, content: string): ToolCall =>
  call({
    call_id: '1.1.1/R3/1.9',
    tool: 'write_file',
    input: { path, content },
    target: path,
    output_head_tail: `wrote ${path}`,
    changed: [{ path: `/home/${path}`, change: 'created' }],
  });

type Known = { readonly calls?: readonly ToolCall[]; readonly around?: Background; readonly written?: readonly Written[] };

describe('a fact of an answer', () => {
  const listed = asking('Write a shopping list to plums.txt.');
  const { spec } = asking('Write a shopping list to fruit.txt.');
  const renamed: Background = { ...listed, spec: { ...spec, clarifications: [{ question: '', answer: 'Call it plums.txt' }] } };
  const now = (text: string): readonly Written[] => [{ path: '/home/plums.txt', text }];

  test.each<[string, string, Known, readonly string[]]>([
    [
      'is supported by a line about a file, also after another one was created',
      'plums.txt has 417 bytes.',
      { calls: [shell('find . -type f -printf "%s %p\\n"', '417 ./plums.txt'), wrote('report.md', 'x')] },
      [],
    ],
    [
      'is not supported by a sum from before a file was created',
      'All files together have 417 bytes.',
      { calls: [shell('du -sb .', '417 .'), wrote('report.md', 'x')] },
      ['417'],
    ],
    [
      'is not supported by a line about a file that was changed since',
      'plums.txt has 417 bytes.',
      {
        calls: [
          shell('find . -type f -printf "%s %p\\n"', '417 ./plums.txt'),
          shell('sed -i s/a/b/ plums.txt', '', { changed: [{ path: '/home/plums.txt', change: 'changed' }] }),
        ],
      },
      ['417'],
    ],
    [
      'needs no source as the name of what was looked for and is not there',
      'Mail files (`profiles.ini`): none in the folder.',
      { calls: [shell('find . -name profiles.ini | wc -l', '0')] },
      [],
    ],
    [
      'needs one as the name of what was looked for and is said to be there',
      'The profile is in `profiles.ini`.',
      { calls: [shell('find . -name profiles.ini | wc -l', '0')] },
      ['profiles.ini'],
    ],
    [
      'needs one as a name that was not looked for',
      'There is no `profiles.ini`.',
      { calls: [shell('find . -name mail.db | wc -l', '0')] },
      ['profiles.ini'],
    ],
    ['is supported by the output of a command', 'There are 417 plums.', { calls: [shell('wc -l plums.txt', '417 plums.txt')] }, []],
    ['is supported by a file that was read', 'There are 417 plums.', { calls: [read('plums.csv', '417 plums')] }, []],
    [
      'is supported by a page that was fetched',
      'There are 417 plums.',
      {
        calls: [
          call({
            tool: 'fetch_url',
            input: { url: 'https://example.org/' },
            target: 'https://example.org/',
            output_head_tail: '417 plums',
          }),
        ],
      },
      [],
    ],
    ['is supported by what the person said', 'In 1998 there were none.', {}, []],
    ['is supported by the date and by what was seen around the task', 'Today is 2026-05-01, on Linux 6.1.', {}, []],
    ['is no word of the form that the person demanded', '{"first_error":null}', { around: { ...background, form: ['first_error'] } }, []],
    ['is a word that no form has', '{"first_error":null}', { around: { ...background, form: ['last_error'] } }, ['first_error']],
    ['is not supported by nothing', 'There are 417 plums.', {}, ['417']],
    [
      'is not supported by a call that was refused',
      'There are 417 plums.',
      { calls: [failing('refused', { output_head_tail: '417 plums' })] },
      ['417'],
    ],
    [
      'is not supported by a number that stands in a program',
      'There are 4711 errors.',
      { calls: [shell("awk '/ERROR/{n++} END{print 4711}' app.log", '4711')] },
      ['4711'],
    ],
    [
      'is not supported by an own file whose name is a part of a word of the goal',
      'There are 417 plums.',
      { calls: [wrote('e', '417 plums'), read('e', '417 plums')] },
      ['417'],
    ],
    ['is not supported by what a command only printed', 'There are 417 plums.', { calls: [shell('echo 417 plums', '417 plums')] }, ['417']],
    [
      'is not supported by a file that the task wrote and read back',
      'There are 417 plums.',
      { calls: [wrote('plums.txt', '417 plums'), read('plums.txt', '417 plums')] },
      ['417'],
    ],
    [
      'is not supported by such a file as it is now',
      'There are 417 plums.',
      { calls: [wrote('plums.txt', '417 plums')], written: now('417 plums\n') },
      ['417'],
    ],
    [
      'is supported by a file that the task wrote and read back where the person asked for it by name',
      'It says 417 plums.',
      { calls: [wrote('plums.txt', '417 plums'), read('plums.txt', '417 plums')], around: listed },
      [],
    ],
    [
      'is supported by such a file as it is now, though no call read it',
      'It says 417 plums.',
      { calls: [wrote('plums.txt', '417 plums')], around: listed, written: now('417 plums\n') },
      [],
    ],
    [
      'is supported by such a file that the person named while the task ran',
      'It says 417 plums.',
      { calls: [wrote('plums.txt', '417 plums')], around: renamed, written: now('417 plums\n') },
      [],
    ],
    ['that names a file is supported by its having been written', 'plums.txt is written.', { calls: [wrote('plums.txt', '417')] }, []],
    [
      'that says how many lines a file has is supported by that file',
      'plums.txt has 3 lines.',
      { calls: [wrote('plums.txt', 'a\nb\nc\n')], written: now('a\nb\nc\n') },
      [],
    ],
  ])('%s', (_, answer, { calls = [], around = background, written = [] }, unsupported) => {
    const { unseen, outdated } = statedFacts(answer, sourcesOf(declared(...calls), written, around))([]);
    expect([...unseen, ...outdated]).toEqual(unsupported);
  });

  test('is supported by a derivation that code can compute again, and by no other', () => {
    const facts = statedFacts(
      'That is 37 in all.',
      sourcesOf(declared(read('a.csv', '12 plums'), read('b.csv', '25 pears')), [], background),
    );
    expect(facts([{ fact: '37', from: ['12', '25'], how: '12+25' }]).unseen).toEqual([]);
    expect(facts([{ fact: '37', from: ['12', '25'], how: '25-12' }]).unseen).toEqual(['37']);
    expect(facts([{ fact: '37', from: ['18', '19'], how: '18+19' }]).unseen).toEqual(['37']);
  });

  test('does not count where no fact can fail', () => {
    expect(noFacts([])).toEqual({ unseen: [], outdated: [] });
  });
});

test('given are the words of the person, what came with them, and what code itself said', () => {
  const spec = {
    ...task_spec,
    raw_input: 'Sum it up.',
    clarifications: [{ question: 'Which year?', answer: '1998' }],
    cwd: '/home/ada',
    data: { path: '/w/data.csv', bytes: 9, excerpt: '12 plums', whole: true },
  };
  const given = givenIn({ ...background, spec });
  expect(given).toEqual(['Sum it up.', '1998', '12 plums', '/w/data.csv', '/home/ada', '2026-05-01', 'Operating system: Linux 6.1']);
});

const outdated = { shown: ['port: 8080', 'port: 9090'], fresh: ['port: 9090'], sought: [], given: [] };

const table = (before: string, now: string): string => `| Setting | Before | Now |\n|---|---|---|\n| port | ${before} | ${now} |`;

test.each<[string, { unseen?: readonly string[]; outdated?: readonly string[] }]>([
  ['The port is 9090.', {}],
  ['The port is 8080.', { outdated: ['8080'] }],
  ['The port was 8080.', {}],
  ['The port is 9090. It was 8080 before.', {}],
  ['The port is 7070.', { unseen: ['7070'] }],
  [table('8080', '9090'), {}],
  [table('9090', '8080'), { outdated: ['8080'] }],
  [table('7070', '9090'), { unseen: ['7070'] }],
])('what only an outdated call shows is not a fact of the present: %s', (answer, left) => {
  expect(statedFacts(answer, outdated)([])).toEqual({ unseen: [], outdated: [], ...left });
});
