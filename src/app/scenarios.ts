/** The scenarios of the demo: each shows one way in which the control loops work. */
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';

export type Scenario = {
  readonly name: string;
  /** What it shows, in one line. */
  readonly shows: string;
  readonly goal: string;
  /** The files in the scratch folder before the task starts. */
  readonly files: Readonly<Record<string, string>>;
  /** How many times the goal is run in a row, with the same memory; once by default. */
  readonly runs?: number;
  /** How it must end, every time. */
  readonly ends: Pick<FinalResult, 'directive' | 'reason'>;
};

export const scenarios: readonly Scenario[] = [
  {
    name: 'first-task',
    shows: 'a goal is understood, planned, done with real tools, checked by code, judged by its evidence, and accepted',
    goal: 'Make an index of my notes.',
    files: {
      'notes/garden.md': '# Garden\nPrune the roses before March.\n',
      'notes/piano.md': '# Piano\nPractise the left hand alone.\n',
      'notes/travel.md': '# Travel\nThe night train leaves at ten.\n',
    },
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'correction',
    shows: 'the fast loop: a check fails, the executor is told what was wrong, and corrects its own file',
    goal: 'Write me a packing list for the trip in trip.md.',
    files: { 'trip.md': '# Trip\nFour days in Bergen by night train. It will rain on three of them.\n' },
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'side-by-side',
    shows: 'two sub-tasks run side by side, a third gets what they found, a judge merges and must prove its verdict',
    goal: 'Summarise the sales of the north and the south.',
    files: { 'north.csv': 'Ada,10\nBen,20\nCleo,30\n', 'south.csv': 'Dan,15\nEva,15\nFay,15\n' },
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'another-tool',
    shows: 'the medium loop: a wrong approach (break_symmetry) blocks its tool, the same plan is rejected, another tool succeeds',
    goal: 'How many words does my essay have, exactly?',
    files: {
      'essay.txt':
        'The sea gives back what the river took, a little every day, until nobody on the shore remembers which stone was whose. Almost.\n',
    },
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'another-path',
    shows: 'the medium loop: a dead end (change_path) blocks that very call, the same plan is rejected, another path succeeds',
    goal: 'On which port does my server listen?',
    files: { 'deploy/production.yaml': 'server:\n  host: example.org\n  port: 8443\n', 'config/README.md': 'Moved to deploy/.\n' },
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'second-time',
    shows:
      'memory: the same goal twice; the first time the right tool is found late, the second time memory names it before the plan is made',
    goal: 'How many lines are in my diary, exactly?',
    files: {
      'diary.txt': 'Rain.\nMore rain.\nThe roof holds.\n\nSun.\nPlanted beans.\nRain again.\n',
    },
    runs: 2,
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'close-enough',
    shows: 'what is missing weighs little: delivered with gaps, and the gap is named',
    goal: 'Write a short profile of the company in notes.md.',
    files: { 'notes.md': 'Tidal Mills. Paper, made by the sea. Two mills. Sells to printers in four countries.\n' },
    ends: { directive: 'success', reason: 'close_enough' },
  },
  {
    name: 'giving-up',
    shows: 'Law 2: every round makes it worse, so the task is given up, with what was achieved and what could be done next',
    goal: 'Put my books in the order in which they appeared, Ulysses last.',
    files: { 'books.txt': 'Emma\nBeloved\nMiddlemarch\nDracula\nUlysses\n' },
    ends: { directive: 'abandon', reason: 'gap' },
  },
  {
    name: 'refusal',
    shows: 'Law 1: nothing is deleted without a yes; there is no person to ask, so the task ends and the files stay',
    goal: 'Clean up the old logs.',
    files: { 'logs/old/january.log': 'started\n', 'logs/old/february.log': 'started again\n', 'logs/today.log': 'running\n' },
    ends: { directive: 'abandon', reason: 'refused' },
  },
  {
    name: 'talk',
    shows: 'a question that needs no tool is answered in two model calls',
    goal: 'Who are you?',
    files: { 'README.md': 'Nothing here is needed.\n' },
    ends: { directive: 'accept', reason: 'met' },
  },
];

export function findScenario(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found) return found;
  const names = scenarios.map((scenario) => scenario.name).join(', ');
  throw new ArtooError('usage', `there is no demo scenario "${name.slice(0, 60)}", only ${names}`);
}
