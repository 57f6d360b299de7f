/** The auditor: every finding is provoked by a real case in a task, and a task in which all goes well has none. */
import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '../src/contracts/audit.ts';
import type { RoleId } from '../src/contracts/parties.ts';
import { answering } from '../src/engine/person.ts';
import { type AuditedTask, auditedPlace, changing, foundIn, rewriteJournal, trying } from './support/audited-place.ts';
import {
  always,
  answers,
  attempt,
  does,
  everyAttempt,
  fileThere,
  folderThere,
  judged,
  oneRound,
  outputSays,
  plan,
  read,
  saying,
  subtask,
  write,
  writers,
  writing,
} from './support/scripted.ts';

const kinds = (found: readonly AuditEvent[]) => found.map(({ anomaly }) => anomaly);
const briefly = (found: readonly AuditEvent[]) => found.map(({ anomaly, from, to, type }) => `${anomaly} ${from}→${to} ${type}`);
/** A task in which all goes well. */
const well = () => ({ model: saying({}) });

test('a task in which all goes well has no finding', async () => {
  expect(await foundIn(well())).toEqual([]);
});

describe('boundaries:', () => {
  const result = { summary: 'done', output: 'done' };
  test.each<[string, AuditedTask['around'] & object, string]>([
    ['R3 speaks to R2', trying('R3', 'SubTask', () => ({ to: 'R2', type: 'TaskSpec', payload: {} })), 'breach R3→R2 TaskSpec'],
    ['R3 speaks to R7', trying('R3', 'SubTask', () => ({ to: 'R7', type: 'OutcomeSummary', payload: {} })), 'breach R3→R7 OutcomeSummary'],
    [
      'R4b ends the task',
      trying('R4b', 'SubTaskOutcome', () => ({ to: 'User', type: 'FinalResult', payload: result })),
      'breach R4b→User FinalResult',
    ],
    [
      'R2 judges a sub-task',
      trying('R2', 'TaskSpec', () => ({ to: 'R4b', type: 'SubTaskOutcome', payload: {} })),
      'breach R2→R4b SubTaskOutcome',
    ],
    ['R3 writes to memory', trying('R3', 'SubTask', () => ({ to: 'R5', type: 'Megram', payload: {} })), 'breach R3→R5 Megram'],
    [
      'R2 says yes for the person',
      trying('R2', 'TaskSpec', () => ({ to: 'R3', type: 'ConfirmReply', payload: {} })),
      'breach R2→R3 ConfirmReply',
    ],
    ['R1 speaks to R4b', trying('R1', 'UserInput', () => ({ to: 'R4b', type: 'TaskSpec', payload: {} })), 'route_refused R1→R4b TaskSpec'],
    [
      'R1 sends half a task',
      trying('R1', 'UserInput', () => ({ to: 'R2', type: 'TaskSpec', payload: { slug: 's' } })),
      'draft_refused R1→R2 TaskSpec',
    ],
  ])('%s', async (_, around, found) => {
    const events = await foundIn({ ...well(), around });
    expect(briefly(events)).toEqual([found]);
    expect(events[0]?.seqs).toHaveLength(1);
  });

  test('a planner calls a tool', async () => {
    const around = changing(
      'R2',
      'TaskSpec',
      (handler) =>
        async function* (message, context) {
          await context.effects.tool({ round: 1, step: 9 }, { tool: 'read_file', input: { path: 'hello.txt' } } as never); // as R3 does
          yield* handler(message, context);
        },
    );
    expect(briefly(await foundIn({ ...well(), around }))).toEqual(['breach R2→Host tool']);
  });

  test('a validator lets pass what has not passed', async () => {
    const around = changing(
      'R4a',
      'ExecutionResult',
      (handler) =>
        async function* (message, context) {
          for await (const draft of handler(message, context)) {
            const isOutcome = 'type' in draft && draft.type === 'SubTaskOutcome';
            yield isOutcome ? { ...draft, payload: { ...draft.payload, status: 'matched' } } : draft;
          }
        },
    );
    const model = saying({}, everyAttempt('1.1', does(write('other.txt'))));
    expect(briefly(await foundIn({ model, control: oneRound, around }))).toContain('breach R4a→R4b SubTaskOutcome');
  });

  test.each<[RoleId, Parameters<typeof trying>[1]]>([
    ['R1', 'UserInput'],
    ['R2', 'TaskSpec'],
    ['R3', 'SubTask'],
    ['R4a', 'ExecutionResult'],
    ['R4b', 'SubTaskOutcome'],
    ['R7', 'OutcomeSummary'],
  ])('%s has no route to the auditor, and that it tried is reported', async (role, type) => {
    for (const draft of [
      { to: 'R6', type: 'AuditQuery', payload: {} },
      { to: 'R6', type: 'Steer', payload: { text: 'Look away.' } },
    ])
      expect(briefly(await foundIn({ ...well(), around: trying(role, type, () => draft) }))).toEqual([`breach ${role}→R6 ${draft.type}`]);
  });
});

describe('bookkeeping:', () => {
  test('a validator keeps an outcome to itself', async () => {
    const around = changing(
      'R4a',
      'ExecutionResult',
      (handler) =>
        async function* (message, context) {
          for await (const draft of handler(message, context)) if (!('type' in draft && draft.type === 'SubTaskOutcome')) yield draft;
        },
    );
    const found = await foundIn({ ...well(), around });
    expect(briefly(found)).toEqual(['outcome_missing R4a→R4b SubTaskOutcome']);
  });

  const twice = (line: RegExp) => (lines: readonly string[]) => lines.flatMap((text) => (line.test(text) ? [text, text] : [text]));
  const firstOf = (line: RegExp) => (lines: readonly string[]) =>
    lines.toSpliced(
      lines.findIndex((text) => line.test(text)),
      1,
    );
  test.each<[string, (lines: readonly string[]) => readonly string[], readonly string[]]>([
    ['an outcome of a call is there twice', twice(/"kind":"outcome".*"key":"1\.1\.1\/R3\/1\.1"/), ['outcome_duplicate Host→Host outcome']],
    ['an outcome is missing', firstOf(/"kind":"outcome".*"key":"1\.1\.1\/R3\/1\.1"/), ['outcome_missing R3→Host tool']],
    [
      'a sub-task is reported twice',
      twice(/"from":"R4a","to":"R4b".*"type":"SubTaskOutcome"|"type":"SubTaskOutcome".*"from":"R4a","to":"R4b"/),
      ['id_duplicate R4a→Host SubTaskOutcome', 'outcome_duplicate R4a→Host SubTaskOutcome'],
    ],
    ['a message is there twice', twice(/"type":"ExecutionResult"/), ['id_duplicate R3→Host ExecutionResult']],
  ])('%s, in a journal that was rewritten', async (_, change, found) => {
    const place = auditedPlace();
    const { path } = await place.run(well());
    rewriteJournal(path, change);
    expect(briefly((await place.auditor().pass()).found)).toEqual(found);
  });
});

describe('convergence:', () => {
  const criteria = [outputSays('hello'), outputSays('world')];
  const looking = (intent: string, tools: readonly string[]) =>
    plan([subtask({ intent, tools, context: '', success_criteria: criteria })], criteria);
  const globbing = { tool: 'glob', input: { pattern: '*' } };
  const intents = ['Look for the word', 'Take it from a file of that name', 'List everything and say it', 'Read what is there'];

  test('a round that makes things worse', async () => {
    const R2 = answers(...intents.map((intent, at) => looking(intent, at % 2 === 0 ? ['glob'] : ['read_file'])));
    const lines = [
      ...everyAttempt('1.1', [{ calls: [globbing] }, { answer: 'hello' }]),
      ...[2, 3, 4].flatMap((round) => everyAttempt(`${round}.1`, [{ calls: [read(`word-${round}.txt`)] }, { answer: 'Nothing.' }])),
    ];
    expect(kinds(await foundIn({ model: saying({ R2 }, lines) }))).toContain('loss_rising');
  });

  test('rounds that come no nearer, R7 asking in vain for entirely different tools twice in a row, and five corrections', async () => {
    const tools = ['glob', 'grep', 'list_dir', 'read_file'];
    const calls = [globbing, { tool: 'grep', input: { pattern: 'x' } }, globbing, globbing];
    const R2 = answers(...intents.map((intent, at) => looking(intent, [tools[at] ?? 'glob'])));
    const lines = [1, 2, 3, 4].flatMap((round) =>
      everyAttempt(`${round}.1`, [{ calls: [calls[round - 1] ?? globbing] }, { answer: 'Nothing.' }]),
    );
    const found = kinds(await foundIn({ model: saying({ R2 }, lines), files: { 'notes.txt': 'The word.' } }));
    expect(found).toEqual(expect.arrayContaining(['ggs_thrashing', 'not_converging', 'many_corrections']));
    expect(found.filter((kind) => kind === 'many_corrections')).toHaveLength(1);
  });
});

describe('laws:', () => {
  const harming = () => ({
    files: { 'AGENTS.md': 'mine' },
    model: saying({
      R2: answers(plan([subtask({ success_criteria: [fileThere('AGENTS.md')] })], [folderThere])),
      R3: does(write('AGENTS.md', 'theirs')),
    }),
  });

  test('an action that a law stopped, as no one was there', async () => {
    expect(briefly(await foundIn(harming()))).toEqual(['law_refusal R3→Host write_file']);
  });

  test('an action that the person stopped', async () => {
    const found = await foundIn({ ...harming(), person: answering({ confirm: () => false }) });
    expect(briefly(found)).toContain('near_miss R3→User ConfirmRequest');
    expect(found[0]?.seqs).toHaveLength(2);
  });
});

describe('evidence:', () => {
  const greets = judged('the text greets the reader');
  const verdict = (more: object) => ({
    verdicts: [{ criterion: 0, verdict: 'pass', failure_class: null, evidence: 'Dear reader', ...more }],
    what_was_wrong: '',
    what_to_do: '',
  });
  const judging = (R4a: object) =>
    saying(
      { R2: answers(plan([subtask({ success_criteria: [greets] })], [folderThere])), R4a: always(R4a as never) },
      everyAttempt('1.1', does(write())),
    );

  test('a pass whose evidence was invented', async () => {
    const found = await foundIn({ model: judging(verdict({})), control: oneRound });
    expect(briefly(found)).toEqual(['verdict_without_evidence R4a→R7 verdict']);
  });

  test('a judge that admits that nothing shows it is honest', async () => {
    expect(await foundIn({ model: judging(verdict({ verdict: 'unverifiable' })), control: oneRound })).toEqual([]);
  });

  test('a pass of the whole whose evidence was invented', async () => {
    const pair = ['a', 'b'];
    const R2 = answers(
      plan(
        pair.map((name) => writing(name)),
        [folderThere, greets],
      ),
    );
    const merged = { merged_output: 'Both.', summary: 'Both.', ...verdict({}) };
    const model = saying({ R2, R4b: always(merged as never) }, writers(1, pair));
    expect(briefly(await foundIn({ model, control: oneRound }))).toContain('verdict_without_evidence R4b→R7 verdict');
  });

  test('a claim that code refuted', async () => {
    const lines = [...attempt('1.1.1', does(write('other.txt'))), ...attempt('1.1.2', does(write()))];
    const found = await foundIn({ model: saying({}, lines) });
    expect(briefly(found)).toEqual(['false_claim R3→R4a ExecutionResult']);
    expect(found[0]?.seqs).toHaveLength(2);
  });

  test('a criterion that was given up', async () => {
    const [a, b, c] = [fileThere('a.txt'), fileThere('b.txt'), fileThere('c.txt')];
    const first = plan([writing('b', { success_criteria: [a, b] })], [a, b]);
    const later = plan([writing('a', { intent: 'Write what there is', success_criteria: [a, c] })], [a, c]);
    const amended = [{ criterion: 'b.txt exists', instead: 'c.txt exists', why: 'there is no draft of it' }];
    const second = attempt('2.1.1', [{ calls: [write('a.txt'), write('c.txt')] }, { answer: 'a.txt and c.txt are written.' }]);
    const lost = everyAttempt('1.1', does(read('draft.txt'), 'There is no draft.'));
    const found = await foundIn({ model: saying({ R2: answers(first, { ...later, amended }) }, lost, second) });
    expect(briefly(found)).toContain('criteria_amended R2→R4b DispatchManifest');
  });
});

describe('effort:', () => {
  test('one call that fails three times', async () => {
    const lines = everyAttempt('1.1', does(read('draft.txt'), 'There is no draft.'));
    expect(briefly(await foundIn({ model: saying({}, lines), control: oneRound }))).toContain('calls_in_vain R3→Host read_file');
  });

  test('a budget that is spent', async () => {
    const model = saying({});
    const costly = {
      ...model,
      step: async (...given: Parameters<typeof model.step>) => ({
        ...(await model.step(...given)),
        usage: { input_tokens: 400, output_tokens: 200 },
      }),
    };
    const found = await foundIn({ model: costly, caps: { tokens: 1_000 } });
    expect(kinds(found)).toContain('budget_overrun');
  });

  test('an observer that reads too slowly', async () => {
    const found = await foundIn({ ...well(), meanwhile: (task, host) => void host.watch({ task_id: task.id, buffer: 2 }) });
    expect(briefly(found)).toEqual(['observer_dropped Host→User alarm']);
  });
});
