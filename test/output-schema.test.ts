/** `--output-schema`: the answer is JSON that conforms, or the task says why it does not. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CassetteLine } from '../src/effects/cassette.ts';
import { type Home, newHome } from './support/command.ts';
import { runArtoo } from './support/run-artoo.ts';
import { atTerminal } from './support/terminal.ts';

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, lines: { type: 'integer' } },
  required: ['name', 'lines'],
  additionalProperties: false,
};
const counted = { criterion: 'the answer says how many lines notes.txt has', mode: 'verifiable', weight: 2 };
const subtask = { intent: 'Count the lines', success_criteria: [counted], context: '', tools: ['shell'], sequence: 1, deadline: null };
const verdict = (criterion: number) => ({ criterion, verdict: 'pass', failure_class: null, evidence: ['3 notes.txt'], derived: [] });
const passes = { verdicts: [verdict(0), verdict(1)], what_was_wrong: '', what_to_do: '' };
const calls = [{ tool: 'shell', input: { command: 'wc -l notes.txt' } }];
const understood = (kind = 'task'): CassetteLine => ({
  role: 'R1',
  answer: { slug: 'count', intent: 'Count.', constraints: { scope: null, deadline: null }, kind, question: null },
});

/** A home with a cassette in which one sub-task counts lines, and whose executor then gives these answers, repeating the last one. */
function saying(answers: readonly string[], more: { readonly kind?: string; readonly lines?: readonly CassetteLine[] } = {}): Home {
  const home = newHome();
  writeFileSync(join(home.cwd, 'notes.txt'), 'a\nb\nc\n');
  writeFileSync(join(home.cwd, 'schema.json'), JSON.stringify(schema, undefined, 2));
  const lines: readonly CassetteLine[] = more.lines ?? [
    understood(more.kind),
    { role: 'R2', repeat: true, answer: { task_criteria: [counted], subtasks: [subtask] } },
    ...answers.slice(0, -1).map((answer): CassetteLine => ({ role: 'R3', match: '3 notes', answer })),
    { role: 'R3', match: '3 notes', repeat: true, answer: answers.at(-1) ?? '' },
    { role: 'R3', repeat: true, calls },
    { role: 'R4a', repeat: true, answer: passes },
  ];
  writeFileSync(join(home.cwd, 'cassette.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  return home;
}

const run = (home: Home, ...flags: readonly string[]) =>
  runArtoo(['--output-schema', 'schema.json', '--replay', 'cassette.jsonl', ...flags, 'how many lines?'], { at: home });

const good = '{"name":"notes.txt","lines":3}';

test('an answer that conforms is printed as exactly the JSON, without its fence', async () => {
  const { out, err, code } = await run(saying([`\`\`\`json\n${good}\n\`\`\``]), '--quiet');
  expect({ out, err, code }).toEqual({ out: `${good}\n`, err: '', code: 0 });
});

test('an answer that does not conform is corrected, with what was wrong', async () => {
  const home = saying(['notes.txt has 3 lines.', '{"name":"notes.txt","lines":"3"}', good]);
  const { out, code } = await run(home, '--json');
  const entries = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const wrong = entries.filter(({ type }) => type === 'CorrectionSignal').map(({ payload }) => payload.what_was_wrong);
  expect([code, entries.at(-1).payload.output, wrong.length]).toEqual([0, good, 2]);
  expect(wrong[0]).toContain('has other text around it');
  expect(wrong[1]).toContain('/lines: is of type string, not "integer"');
});

test('a key of the schema that a criterion names need not be shown by a call: the first judgement counts', async () => {
  const answer = '{"log":{"errors":2,"first_error":"2026-11-02"}}';
  const first = { criterion: 'log.first_error is the earliest date among the ERROR entries of app.log', mode: 'verifiable', weight: 4 };
  const evidence = ['2026-11-02 12:00:08 ERROR timeout contacting cart'];
  const judged = [0, 1].map((criterion) => ({ criterion, verdict: 'pass', failure_class: null, evidence, derived: [] }));
  const home = saying([], {
    lines: [
      understood(),
      { role: 'R2', answer: { task_criteria: [first], subtasks: [{ ...subtask, success_criteria: [] }] } },
      { role: 'R3', calls: [{ tool: 'shell', input: { command: 'grep ERROR app.log | sort' } }] },
      { role: 'R3', answer },
      { role: 'R4a', answer: { verdicts: judged, what_was_wrong: '', what_to_do: '' } },
    ],
  });
  writeFileSync(
    join(home.cwd, 'app.log'),
    '2026-11-08 12:00:07 ERROR timeout contacting cart\n2026-11-02 12:00:08 ERROR timeout contacting cart\n',
  );
  const log = { type: 'object', properties: { errors: { type: 'integer' }, first_error: { type: 'string' } } };
  writeFileSync(join(home.cwd, 'schema.json'), JSON.stringify({ type: 'object', properties: { log }, required: ['log'] }));
  expect(await run(home, '--quiet')).toMatchObject({ out: `${answer}\n`, code: 0 });
});

test('a schema is a setting of the task, and every model that writes the answer is told it', async () => {
  const { out } = await run(saying([good]), '--json');
  const [open, ...entries] = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(open.settings.output_schema).toEqual(schema);
  const told = entries.filter(({ effect, input }) => effect === 'model' && JSON.stringify(input).includes('additionalProperties'));
  expect(new Set(told.map(({ role }) => role))).toEqual(new Set(['R2', 'R3']));
});

test('an answer that never conforms is not delivered as done, and the gap is named', async () => {
  const { out, err, code } = await run(saying(['notes.txt has 3 lines.']), '--strict');
  expect(code).toBe(2);
  expect(err.replaceAll(/\s+/g, ' ')).toContain('conforms to the given schema');
  expect(() => JSON.parse(out)).toThrow();
});

test('a question is planned, too, so that its answer is checked', async () => {
  expect(await run(saying([good], { kind: 'conversation' }), '--quiet')).toMatchObject({ code: 0, out: `${good}\n` });
});

test('several sub-tasks are merged into an answer that conforms', async () => {
  const parts = [1, 2].map((at) => ({ ...subtask, intent: `Count the lines, part ${at}` }));
  const home = saying([], {
    lines: [
      understood(),
      { role: 'R2', answer: { task_criteria: [counted], subtasks: parts } },
      { role: 'R3', match: '3 notes', repeat: true, answer: 'notes.txt has 3 lines.' },
      { role: 'R3', repeat: true, calls },
      { role: 'R4a', repeat: true, answer: { ...passes, verdicts: [verdict(0)] } },
      { role: 'R4b', match: 'additionalProperties', repeat: true, answer: { ...passes, merged_output: good, summary: 'Counted.' } },
    ],
  });
  const { out, code } = await run(home, '--json');
  expect([code, JSON.parse(out.trimEnd().split('\n').at(-1) ?? '').payload]).toMatchObject([0, { output: good, directive: 'accept' }]);
});

test('on a terminal JSON is not taken for Markdown', async () => {
  const said = '{"name":"*notes*.txt","lines":3}';
  const home = saying([said]);
  const screen = atTerminal(['--output-schema', 'schema.json', '--replay', 'cassette.jsonl', '--quiet', 'how many lines?'], home);
  await screen.ended;
  expect(screen.screen()).toContain(said);
});

test('a schema file that cannot be used is a usage error with its line, before anything is asked', async () => {
  const home = saying([good]);
  writeFileSync(join(home.cwd, 'schema.json'), '{\n  "type": "object",\n}');
  const { out, err, code } = await run(home);
  expect({ out, code }).toEqual({ out: '', code: 64 });
  expect(err).toContain('schema.json: line 3: is not JSON');
});
