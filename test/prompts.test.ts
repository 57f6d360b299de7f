/** One file for each prompt, kept in the repository: a change of what models are told shows in its diff. `npm run golden` rewrites them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Criterion } from '../src/contracts/criteria.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import type { TaskSpec } from '../src/contracts/intent.ts';
import type { ModelRequest } from '../src/models/model.ts';
import { askedAgain } from '../src/roles/judging/ask-again.ts';
import { builtIn } from '../src/roles/judging/built-in.ts';
import { withSteered } from '../src/roles/prompting/clarified.ts';
import { aroundOf } from '../src/roles/prompting/surroundings-text.ts';
import { perceivePrompt } from '../src/roles/r1-perceiver/prompt.ts';
import { answerPrompt } from '../src/roles/r2-planner/answer-prompt.ts';
import { freeze } from '../src/roles/r2-planner/frozen.ts';
import { handoffPrompt } from '../src/roles/r2-planner/handoff-prompt.ts';
import { Plan } from '../src/roles/r2-planner/plan.ts';
import { type Planning, planPrompt } from '../src/roles/r2-planner/plan-prompt.ts';
import { correctionText, subTaskText, system } from '../src/roles/r3-executor/prompt.ts';
import { judgePrompt } from '../src/roles/r4a-validator/prompt.ts';
import { mergePrompt } from '../src/roles/r4b-meta-validator/prompt.ts';
import { plainSurroundings } from './support/plain-look.ts';
import { call, outcome, subTask } from './support/work.ts';

const now = '2026-01-01T00:00:00.000Z';
const cwd = '/home/ada/shop';

const task: TaskSpec = {
  task_id: 't' as TaskId,
  slug: 'count_log_files',
  intent: 'Find out how many log files there are, and which is the largest.',
  constraints: { scope: 'logs/', deadline: null },
  raw_input: 'How many log files are below logs/, and which is the largest?',
  clarifications: [{ question: 'With those in logs/old?', answer: 'Yes, all.' }],
  kind: 'task',
  cwd,
};

const counted: Criterion = { criterion: 'the answer says how many .log files are below logs/', mode: 'verifiable', weight: 3 };
const plan = Plan.parse({
  task_criteria: [counted],
  subtasks: [{ intent: 'List the log files with their sizes', success_criteria: [counted], context: '', tools: ['shell'], sequence: 1 }],
});

const around = aroundOf(
  plainSurroundings(
    { cwd, workspace: '/home/ada/artoo_workspace' },
    { instructions: [{ path: `${cwd}/AGENTS.md`, text: 'Run the tests with npm test.', cut: false }], programs: ['node', 'rg'] },
  ),
);

const planning: Planning = {
  spec: task,
  tools: [
    { name: 'glob', description: 'List files below a folder by pattern.', input: {} },
    { name: 'shell', description: 'Run a command line in bash.', input: {} },
  ],
  notes: ['SHOULD PREFER: find worked for this kind of task'],
  blocked: { tools: [], targets: [] },
  directive: null,
  failed: [],
  frozen: null,
  now,
  ...around,
};

const listing = call({
  tool: 'shell',
  programs: ['find'],
  input: { command: "find logs -name '*.log' -printf '%s %p\\n'" },
  target: "find logs -name '*.log' -printf '%s %p\\n'",
  exit_code: 0,
  output_head_tail: '120 logs/a.log\n4800 logs/b.log\n',
});
const output = 'There are 2 log files; the largest is logs/b.log with 4,800 bytes.';
const asked = [{ criterion: counted }, { criterion: builtIn }];
const judging = judgePrompt({
  subtask: { intent: 'List the log files with their sizes', context: 'Those in logs/old count, too.' },
  task,
  asked,
  calls: [listing],
  changes: [{ path: `${cwd}/report.md`, change: 'created' }],
  written: [{ path: `${cwd}/report.md`, text: '# Logs\n' }],
  facts: { unseen: ['4,800'], outdated: [] },
  cwd,
  output,
  now,
});

const replanning: Planning = {
  ...planning,
  directive: {
    task_id: task.task_id,
    round: 1,
    loss: { D: 1, P: 0, Omega: 0.2, L: 0.7 },
    prev_directive: 'init',
    directive: 'change_path',
    urgency: 'normal',
    blocked_tools: [],
    blocked_targets: [{ tool: 'shell', target: 'ls log' }],
    failed_criterion: counted.criterion,
    failure_class: 'environmental',
    budget_pressure: 0.2,
    grad_l: 0,
    rationale: 'change_path: 1 criterion missed; the next plan keeps its approach but not shell ls log.',
    gap_summary: 'List the log files: there is no folder log',
    findings: 'round 1, List the log files: shell ls log failed: no such folder',
    ran: true,
  },
  failed: [plan],
  frozen: freeze([counted]),
};

/** Every prompt, by the name of its file. */
const prompts: Readonly<Record<string, ModelRequest>> = {
  'r1-perceive': perceivePrompt({ text: task.raw_input, session: [{ input: 'Hello.', output: 'Hello, Ada.' }], cwd }, [], now),
  'r2-plan': planPrompt(planning, undefined),
  'r2-plan-rejected': planPrompt(planning, { answer: plan, reasons: ['sub-task 1 has no success criteria'] }),
  'r2-replan': planPrompt(replanning, undefined),
  'r2-replan-steered': planPrompt(
    {
      ...replanning,
      spec: withSteered(task, ['Only those of May, please.']),
      directive: replanning.directive && { ...replanning.directive, blocked_targets: [], steered: true },
    },
    undefined,
  ),
  'r2-answer': answerPrompt({ ...task, kind: 'conversation', raw_input: 'Who are you?', intent: 'The person asks who answers.' }, now),
  'r2-handoff': handoffPrompt(
    {
      round: 4,
      why: 'Given up after 4 rounds.',
      outcomes: [outcome({ status: 'failed', output: null, failure_reason: 'there is no folder log' })],
      unmet: [{ criterion: counted.criterion, why: 'there is no folder log' }],
      findings: 'round 1, List the log files: shell ls log failed: no such folder',
    },
    task,
    now,
  ),
  'r3-execute': {
    system,
    turns: [
      {
        role: 'user',
        text: subTaskText(
          subTask({
            intent: 'List the log files with their sizes',
            success_criteria: [counted],
            context: 'All of them.',
            surroundings: around.forSubTask,
          }),
          { cwd, workspace: '/home/ada/artoo_workspace' },
          now,
        ),
      },
      {
        role: 'user',
        text: correctionText({
          subtask_id: subTask().subtask_id,
          attempt_number: 1,
          failed_criterion: counted.criterion,
          failure_class: null,
          what_was_wrong: `- ${counted.criterion}: nothing shows "6"`,
          what_to_do: 'Make every criterion above true, and change nothing that is true already.',
        }),
      },
    ],
    tools: [],
  },
  'r4a-judge': judging,
  'r4a-judge-again': askedAgain(judging, { verdicts: [] }, [{ at: 0, why: "the quote is only in the executor's answer" }]),
  'r4b-merge': mergePrompt({
    task,
    outcomes: [
      outcome({ intent: 'Count them', output: 'There are 2.' }),
      outcome({ intent: 'Find the largest', output: 'It is logs/b.log.' }),
    ],
    asked,
    calls: [listing],
    changes: [],
    written: [],
    facts: { unseen: [], outdated: [] },
    cwd,
    now,
  }),
};

const folder = fileURLToPath(new URL('golden/prompts/', import.meta.url));
const writes = process.env.ARTOO_GOLDEN === 'write';

/** A prompt as a person reads it in a review. */
const page = ({ system: rules, turns }: ModelRequest): string =>
  [`# system\n\n${rules}`, ...turns.map(({ role, text }) => `# ${role}\n\n${text}`)].join('\n\n').concat('\n');

test.each(Object.entries(prompts))('the prompt %s is the one that is kept', (name, prompt) => {
  const path = `${folder}${name}.md`;
  if (writes) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, page(prompt));
  }
  expect(page(prompt)).toBe(existsSync(path) ? readFileSync(path, 'utf8') : 'nothing: run `npm run golden`');
});

test('no prompt is kept that no longer exists', () => {
  const kept = existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.md$/, '')) : [];
  const stale = kept.filter((name) => !Object.hasOwn(prompts, name));
  if (writes) for (const name of stale) rmSync(`${folder}${name}.md`);
  else expect(stale).toEqual([]);
});
