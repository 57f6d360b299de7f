/** What models say in the tasks that the tests of the page start. The goal of a task names its script. */
import type { Model } from '../../src/models/model.ts';
import {
  answers,
  attempt,
  does,
  everyAttempt,
  fileThere,
  outputSays,
  perceived,
  plan,
  read,
  saying,
  subtask,
  write,
} from '../support/scripted.ts';

const says = (path: string, text: string) => ({
  criterion: `${path} says ${text}`,
  mode: 'verifiable',
  check: { kind: 'file_contains', path, text },
});

const answer = [
  'The **north** sold most: 62 of 118 units.',
  '',
  '| region | units |',
  '|---|---:|',
  '| north | 62 |',
  '| south | 41 |',
  '| west | 15 |',
  '',
  'It is in `report.md`, and `sales.csv` is as it was.',
].join('\n');

/** Tries a file that does not exist, plans again, and asks before it overwrites the report. */
const report = (): Model =>
  saying(
    {
      R1: answers({ ...perceived, slug: 'sales_report', intent: 'Sum up the sales by region in report.md.' }),
      R2: answers(
        plan(
          [
            subtask({
              intent: 'Read the sales of the year from sales-2026.csv',
              success_criteria: [outputSays('north')],
              tools: ['read_file'],
            }),
          ],
          [says('report.md', 'north: 62'), outputSays('north')],
        ),
        plan(
          [
            subtask({ intent: 'Read sales.csv, where the sales are', success_criteria: [outputSays('north')], tools: ['read_file'] }),
            subtask({
              intent: 'Write the sums by region into report.md',
              success_criteria: [says('report.md', 'north: 62')],
              tools: ['write_file', 'read_file'],
              sequence: 2,
            }),
          ],
          [says('report.md', 'north: 62'), outputSays('north')],
        ),
      ),
    },
    everyAttempt('1.1', [{ calls: [read('sales-2026.csv')] }, { answer: 'There is no such file.' }]),
    attempt('2.1.1', [{ calls: [read('sales.csv')] }, { answer: 'The north sold 62, the south 41, the west 15.' }]),
    attempt('2.2.1', does(write('report.md', '# Sales by region\n\nnorth: 62\nsouth: 41\nwest: 15\n'), answer)),
  );

const missing = ['sales-2024.csv', 'archive/sales.csv', 'old/sales.txt', 'sales.bak'];

/** Looks for files that do not exist, and gives up. */
const fails = (): Model =>
  saying(
    {
      R1: answers({ ...perceived, slug: 'last_year', intent: 'Say what the north sold last year.' }),
      R2: answers(
        ...missing.map((path) =>
          plan(
            [
              subtask({
                intent: `Read the sales of last year from ${path}`,
                success_criteria: [outputSays('last year')],
                tools: ['read_file'],
              }),
            ],
            [outputSays('last year'), fileThere('report-2024.md')],
          ),
        ),
      ),
    },
    ...missing.map((path, at) => everyAttempt(`${at + 1}.1`, [{ calls: [read(path)] }, { answer: 'There is no such file.' }])),
  );

/** Writes a new file. */
const note = (): Model =>
  saying({
    R1: answers({ ...perceived, slug: 'note', intent: 'Write a note.' }),
    R2: answers(plan([subtask({ intent: 'Write note.txt', success_criteria: [fileThere('note.txt')] })], [fileThere('note.txt')])),
    R3: does(write('note.txt', 'a note\n'), 'note.txt is written.'),
  });

/** Asks what is meant. */
const asks = (): Model =>
  saying({
    R1: answers({ ...perceived, intent: '', question: 'Which of the two files do you mean?' }, { ...perceived, kind: 'conversation' }),
    R2: answers({ answer: 'The second it is.' }),
  });

/** Markup that a page must show as text, wherever it comes from. */
export const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

/** Markup in the plan, in a file's name and in its lines. */
const attack = (): Model =>
  saying({
    R1: answers({ ...perceived, slug: 'attack', intent: `Write ${hostile}` }),
    R2: answers(
      plan(
        [subtask({ intent: `Write it ${hostile}`, success_criteria: [fileThere('<svg onload=hack()>.txt')] })],
        [fileThere('<svg onload=hack()>.txt'), fileThere('kept.txt')],
      ),
    ),
    R3: [
      { calls: [write('<svg onload=hack()>.txt', `${hostile}\n`)] },
      { calls: [write('kept.txt', `${hostile}\n`)] },
      { answer: 'Both files are written.' },
    ],
  });

/** Misleading Markdown, as the answer of a conversation. */
const links = (): Model =>
  saying({
    R1: answers({ ...perceived, kind: 'conversation' }),
    R2: answers({
      answer: [
        hostile,
        '',
        '[press](javascript:window.hacked=1) [two](data:text/html,<script>window.hacked=1</script>) [https://bank.example](https://evil.example/)',
        '',
        '![picture](https://evil.example/pixel.png) ![svg](data:image/svg+xml,<svg onload=window.hacked=1>)',
        '',
        '<svg onload="window.hacked=1"></svg>',
        '',
        '<div>', // a block of HTML, which Markdown keeps as it is
        hostile,
        '</div>',
      ].join('\n'),
    }),
  });

const scripts: Readonly<Record<string, () => Model>> = { report, fails, note, asks, attack, links };

/** Writes until it is stopped. */
const patient: Model['step'] = (_, { onText }, signal) =>
  new Promise((_resolve, reject) => {
    const timer = setInterval(() => onText?.('I am looking at every file of the folder, one after another. '), 100);
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      reject(signal.reason);
    });
  });

/** Answers each task by the script that its goal names in brackets: `Sum it up. [report]`. With `[slow]`, its executor works until it is stopped. */
export function scriptedSite(): Model {
  const models = new Map<string, { readonly model: Model; readonly isSlow: boolean }>();
  let last = 'note'; // the models of a resumed task do not see the goal again
  return {
    step(request, origin, signal) {
      const text = request.turns.map((turn) => turn.text).join('\n');
      const name =
        [...text.matchAll(/\[(\w+)\]/g)].map(([, each = '']) => each).findLast((each) => each === 'slow' || each in scripts) ?? last;
      last = name;
      const found = models.get(origin.task_id) ?? {
        model: (scripts[name] ?? note)(),
        isSlow: name === 'slow',
      };
      models.set(origin.task_id, found);
      return found.isSlow && origin.role === 'R3' ? patient(request, origin, signal) : found.model.step(request, origin, signal);
    },
  };
}
