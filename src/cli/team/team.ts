/** `artoo team`: a planner, coders and reviewers that work on one repository. Each subcommand is loaded when it is called. */
import { decisions } from '../../team/acts/decisions.ts';
import { builtIn, knownRunners } from '../../team/runners/known.ts';
import type { Command } from '../command.ts';
import { flagsOf, type Parts, partPages, partsHelp, runPart } from '../command-parts.ts';
import { type Flag, taskFlags } from '../flags/flag-table.ts';
import { flagHelp } from '../help.ts';
import { exitsText } from './exit-codes.ts';
import { taskVerbFlags, taskVerbs, taskVerbsText } from './task-verbs.ts';

const modelFlags = taskFlags.filter(({ name }) => ['model', 'brain', 'tool', 'key-env', 'data', 'no-memory'].includes(name));
const runnerNames = [builtIn, ...Object.keys(knownRunners)].join(', ');
const unfencedFlag: Flag = { name: 'unfenced', help: 'run programs without a fence: they can then do everything that you can' };
const plannerFlag: Flag = {
  name: 'planner',
  value: '<runner>',
  help: `who plans: ${runnerNames}, or one from your own configuration (default: built-in)`,
};
const yesFlag: Flag = { name: 'yes', help: 'do it without asking' };

const status: Parts['alone'] = { load: async () => (await import('./status.ts')).showStatus };

const all: Parts = {
  name: 'team',
  alone: status,
  common: [{ name: 'json', help: 'print one JSON object' }],
  parts: {
    init: {
      takes: '"goal" [spec]',
      words: { min: 1, max: 2 },
      does: 'sets up a team in this repository: a board in .liza, which git ignores, and the integration branch. The spec is a file that says what you want (specs/vision.md)',
      flags: [yesFlag],
      load: async () => (await import('./init.ts')).init,
    },
    plan: {
      takes: '["what is missing"]',
      words: { min: 0, max: 1 },
      does: 'a planner plans once; then you approve the plan, or say what should be different. To add to a plan, say what is missing. If drafts are waiting for you, they are shown',
      flags: [yesFlag, plannerFlag, unfencedFlag, ...modelFlags],
      load: async () => (await import('./plan.ts')).planTeamwork,
    },
    run: {
      does: 'runs the team, one line per event, until everything that was planned is done. Ctrl+C stops it; the same command continues',
      flags: [
        { name: 'coders', value: '<number>', help: 'how many coders work in parallel (default: 2)' },
        { name: 'reviewers', value: '<number>', help: 'how many reviewers work in parallel (default: 1)' },
        { name: 'coder', value: '<runner>', help: 'who codes: a runner, as for --planner, or several: claude,codex (default: built-in)' },
        { name: 'reviewer', value: '<runner>', help: 'who reviews: a runner, as for --planner (default: built-in)' },
        plannerFlag,
        unfencedFlag,
        { name: 'until', value: '<done|checkpoint>', help: 'end at a checkpoint, too, instead of waiting for you (default: done)' },
        { name: 'max-cost', value: '<dollars>', help: 'how much all model calls of this run may cost' },
        ...modelFlags,
      ],
      load: async () => (await import('./run.ts')).runTeam,
    },
    agent: {
      takes: '<planner|coder|reviewer> [task]',
      words: { min: 1, max: 2 },
      does: 'runs one more agent in this terminal, alongside those of other processes, for all tasks or for one. LIZA_AGENT_ID says which it is, such as coder-3',
      flags: [
        {
          name: 'runner',
          value: '<runner>',
          help: `which program it runs: ${runnerNames}, or one from your own configuration (default: built-in)`,
        },
        unfencedFlag,
        ...modelFlags,
      ],
      load: async () => (await import('./agent.ts')).runAgent,
    },
    demo: {
      does: 'a whole sprint to watch in a scratch repository: scripted models, everything else real',
      flags: [
        { name: 'keep', value: '<folder>', help: 'keep the repository in this folder, with its board, its branch and its report' },
        { name: 'fast', help: 'without pausing; the default where there is no terminal' },
      ],
      load: async () => (await import('./demo.ts')).demoTeam,
    },
    status: { ...status, does: 'the state of the team on one screen: what needs you, the tasks, and who works on them until when' },
    watch: {
      does: 'the same screen, live, with alerts as they come; q or Ctrl+C quits. Without a terminal: one line per alert',
      load: async () => (await import('./watch.ts')).watchTeam,
    },
    report: {
      takes: '[file]',
      words: { min: 0, max: 1 },
      does: 'what was done, and with what result: each task from claim to merge, why it was steered that way, time, cost, open questions, and what to look at before you merge the branch',
      flags: [{ name: 'html', help: 'write it as one HTML page, to [file] or .liza/report.html' }],
      load: async () => (await import('./report.ts')).reportTeam,
    },
    note: {
      takes: '[task] "…"',
      words: { min: 1, max: 2 },
      does: 'leaves a note for the planner, or for the agents that work on a task',
      load: async () => (await import('./note.ts')).note,
    },
    task: {
      takes: `<${Object.keys(taskVerbs).join('|')}> <task> …`,
      words: { min: 2, max: 4 },
      does: 'acts on one task: see the list below',
      flags: taskVerbFlags,
      load: async () => (await import('./task.ts')).task,
    },
    pause: {
      takes: '["why"]',
      words: { min: 0, max: 1 },
      does: 'stops the team where it is, until artoo team resume',
      load: async () => (await import('./control.ts')).pause,
    },
    checkpoint: {
      takes: '["what to look at"]',
      words: { min: 0, max: 1 },
      does: 'stops the team so that you can decide how it continues',
      load: async () => (await import('./control.ts')).checkpoint,
    },
    resume: {
      does: 'continues after a pause or a checkpoint. REPLAN blocks what is open, for the planner to review; PIVOT also opens a new sprint; STOP aborts',
      flags: [
        { name: 'decision', value: '<word>', words: decisions, help: `${decisions.join(', ')} (default: CONTINUE)` },
        { name: 'because', value: '<reason>', help: 'why; kept on the board' },
      ],
      load: async () => (await import('./control.ts')).resume,
    },
    abort: {
      takes: '["why"]',
      words: { min: 0, max: 1 },
      does: 'ends the sprint and the goal; worktrees and branches stay',
      flags: [yesFlag],
      load: async () => (await import('./control.ts')).abort,
    },
    validate: {
      takes: '[file]',
      words: { min: 0, max: 1 },
      does: 'checks the board, and says what is wrong with it',
      load: async () => (await import('./validate.ts')).validate,
    },
    analyze: {
      does: 'runs the circuit breaker over what agents reported: a pattern across tasks stops the team so that you can decide',
      load: async () => (await import('./analyze.ts')).analyze,
    },
    restore: {
      does: 'restores the last good board if the current one is not valid, and starts a new journal if the current one is damaged: shows what would change, asks, and keeps the old files',
      flags: [yesFlag],
      load: async () => (await import('./restore.ts')).restore,
    },
    replay: {
      does: "repeats every decision in the team's journal, and says where the outcome differs from what was written",
      load: async () => (await import('./replay.ts')).replay,
    },
    tell: {
      takes: '<kind> <json, or ->',
      words: { min: 2, max: 2 },
      does: 'sends a letter from an agent that artoo started, waits for the answer and prints it; - reads the letter from standard input',
      load: async () => (await import('./tell.ts')).tellTeam,
    },
  },
};

export const team: Command = {
  name: 'team',
  usage: 'artoo team [part …]',
  flags: flagsOf(all),
  get parts() {
    return partPages(all);
  },
  get summary() {
    return `A planner, coders and reviewers work on one git repository, each in its own
folder. They share a board, .liza/state.yaml, and none approves its own work.
Approved work is merged into the integration branch; your checkout is left
alone. Without a part: status.

${partsHelp(all)}

artoo team task
${taskVerbsText()}

Options for every part
${flagHelp(all.common)}

Exit codes
${exitsText()}

docs/team.md explains how a team works and the rules it follows.`;
  },

  run: (args, terminal) => runPart(args, terminal, all),
};
