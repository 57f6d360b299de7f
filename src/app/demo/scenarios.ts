/** What the demo shows: whole tasks, and one command that is only tried. The most telling come first. */

import type { FinalResult } from '../../contracts/control.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { suggestion } from '../../contracts/text/nearest.ts';
import { clip } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { receiptFiles } from './demo-receipts.ts';

/** What a person reads about a scene of the demo: what they are about to see and why it matters, and afterwards what just happened. */
type Told = {
  readonly name: string;
  readonly title: string;
  readonly before: string;
  readonly after: string;
  /** The files in the scratch folder at the start. */
  readonly files: Readonly<Record<string, string>>;
};

/** A task with scripted models, whose cassette has the same name. */
export type Scenario = Told & {
  readonly goal: string;
  /** How many times the goal is run in a row, with the same memory; 1 by default. */
  readonly runs?: number;
  /** Whether there is a person, who approves what is asked. */
  readonly hasPerson?: true;
  /** Whether the changes of the task are then undone. */
  readonly isUndone?: true;
  /** Whether the task is played silently, and the auditor then reports what it found. */
  readonly isAudited?: true;
  /** The model step at which the task's process is killed, before another process resumes it. */
  readonly killedAt?: string;
  /** How the task must end, every time. */
  readonly ends: Pick<FinalResult, 'directive' | 'reason'>;
};

/** A command that is tried, and to which the person then says no. */
export type Trial = Told & { readonly command: string };

/** A sprint of a team, in a repository of its own. */
export type Sprint = Told & { readonly isSprint: true };

export type Stop = Scenario | Trial | Sprint;

export const isTrial = (stop: Stop): stop is Trial => 'command' in stop;
export const isSprint = (stop: Stop): stop is Sprint => 'isSprint' in stop;

export const scenarios: readonly Scenario[] = [
  {
    name: 'false-claim',
    title: 'it caught a false claim',
    before: 'A model that says "done" has not always done it. Here it claims to have made a backup without having copied a single file.',
    after: 'Code caught it: the model claimed to be done, but no tool had run. It was told so, and then really made the copies.',
    goal: 'Back up my recipes into the folder backup.',
    files: {
      'recipes/bread.md': '# Bread\n500 g flour, 350 g water, 10 g salt.\n',
      'recipes/soup.md': '# Soup\nLeeks, potatoes, patience.\n',
    },
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'asked-first',
    title: 'it asked before deleting',
    before:
      'Deleting is the kind of thing you want to be asked about. Your files are never overwritten or deleted without your yes to that exact action.',
    after:
      'The command first ran on a copy of your files, so the question showed what it would really do. The files were deleted only after your yes.',
    goal: 'Clean up the old logs.',
    files: { 'logs/old/january.log': 'started\n', 'logs/old/february.log': 'started again\n', 'logs/today.log': 'running\n' },
    hasPerson: true,
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'taken-back',
    title: 'you undid a change',
    before: 'You approved a change after seeing its diff, and now you regret it. Everything that a task changes on disk can be undone.',
    after: 'Undo restored every byte and permission, after checking that nothing had changed since. An undo can itself be undone.',
    goal: 'Raise every price on my menu by one.',
    files: { 'menu.txt': 'soup      6\nbread     2\nfish     14\n' },
    hasPerson: true,
    isUndone: true,
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'killed',
    title: 'killed and resumed',
    before:
      'Halfway through, the process is killed (kill -9: no goodbye, as when the power fails). Then another process continues the task.',
    after: 'What had been done was read from the journal, so nothing was done or paid for twice. This was a real process, really killed.',
    goal: 'Write the minutes of my two meetings, one file each.',
    files: {
      'meetings/monday.txt': 'Ada: the bridge opens in May.\nBen: paint is late.\n',
      'meetings/friday.txt': 'Ada: paint has come.\nBen: we paint on Tuesday.\n',
    },
    killedAt: '1.1.1/R3/3.0',
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'second-time',
    title: 'it remembered the second time',
    before:
      'The same goal twice. The first time, the right way is found only after a detour; what is learnt is remembered on this machine.',
    after: 'The second time, memory named the program before the plan was made: fewer calls, the same answer.',
    goal: 'How many lines are in my diary, exactly?',
    files: {
      'diary.txt': 'Rain.\nMore rain.\nThe roof holds.\n\nSun.\nPlanted beans.\nRain again.\n',
    },
    runs: 2,
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'yes-to-all',
    title: 'it noticed a judge that says yes to everything',
    before:
      'A judge that says yes to whatever it is shown is worse than none, because you rely on it. Here it judges the checks of 18 receipts, twice. Three of them have no date.',
    after: 'No single yes stood out; all of them together did. The auditor reads every journal, and no model can read or silence it.',
    goal: 'Check that my receipts are complete.',
    files: receiptFiles,
    runs: 2,
    isAudited: true,
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'first-task',
    title: 'a whole task, step by step',
    before: 'A goal goes in; it is understood, planned, done with real tools, and checked before anything is called done.',
    after: 'Code checked that the file exists; a judge checked what is in it, and had to quote the file to prove it.',
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
    title: 'it corrected its own work',
    before: 'The packing list is written, but something on it is missing. No work is checked by its own author.',
    after: 'Code looked for a raincoat on the list and found none, so the list was corrected before you saw it.',
    goal: 'Write me a packing list for the trip in trip.md.',
    files: { 'trip.md': '# Trip\nFour days in Bergen by night train. It will rain on three of them.\n' },
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'side-by-side',
    title: 'two things at once',
    before: 'Two files, two independent readers in parallel, and a third step that combines what they found.',
    after: 'Both parts ran at the same time; the summary was accepted only with figures that come from the files.',
    goal: 'Summarise the sales of the north and the south.',
    files: { 'north.csv': 'Ada,10\nBen,20\nCleo,30\n', 'south.csv': 'Dan,15\nEva,15\nFay,15\n' },
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'another-tool',
    title: 'it changed its approach',
    before: 'A language model that counts words by eye gets the number wrong. The question here: does it notice, and does it stop?',
    after: 'After the third wrong count, that way of working was blocked, and a program counted instead.',
    goal: 'How many words does my essay have, exactly?',
    files: {
      'essay.txt':
        'The sea gives back what the river took, a little every day, until nobody on the shore remembers which stone was whose. Almost.\n',
    },
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'another-path',
    title: 'it backed out of a dead end',
    before: 'It looks for the port in the wrong place. Trying the same thing again and again is what makes agents expensive.',
    after: 'The exact call that had failed was blocked, a plan that repeated it was rejected, and another approach found the port.',
    goal: 'On which port does my server listen?',
    files: { 'deploy/production.yaml': 'server:\n  host: example.org\n  port: 8443\n', 'config/README.md': 'Moved to deploy/.\n' },
    ends: { directive: 'accept', reason: 'met' },
  },
  {
    name: 'close-enough',
    title: 'almost done, and it says so',
    before: 'Not everything can be found out. What matters is that you are told what is missing, instead of being told that all is well.',
    after: 'You got the profile, and were told what is missing from it. With --strict, the exit code also tells a script.',
    goal: 'Write a short profile of the company in notes.md.',
    files: { 'notes.md': 'Tidal Mills. Paper, made by the sea. Two mills. Sells to printers in four countries.\n' },
    ends: { directive: 'success', reason: 'close_enough' },
  },
  {
    name: 'giving-up',
    title: 'it gave up in time',
    before: 'The goal contradicts itself. Every round makes the result worse, and every round would cost money.',
    after: 'It stopped by itself, and said what it had tried and what you could do next.',
    goal: 'Put my books in the order in which they appeared, Ulysses last.',
    files: { 'books.txt': 'Emma\nBeloved\nMiddlemarch\nDracula\nUlysses\n' },
    ends: { directive: 'abandon', reason: 'gap' },
  },
  {
    name: 'refusal',
    title: 'no one was there to ask',
    before: 'The same request to delete, but in a script, where no one can say yes.',
    after: 'Without a yes nothing was deleted, no workaround was tried, and the exit code says why.',
    goal: 'Clean up the old logs.',
    files: { 'logs/old/january.log': 'started\n', 'logs/old/february.log': 'started again\n', 'logs/today.log': 'running\n' },
    ends: { directive: 'abandon', reason: 'refused' },
  },
  {
    name: 'talk',
    title: 'a question is just answered',
    before: 'Not everything is a task. A question that needs no tool should not need a plan.',
    after: 'Two short model calls, nothing touched.',
    goal: 'Who are you?',
    files: { 'README.md': 'Nothing here is needed.\n' },
    ends: { directive: 'accept', reason: 'met' },
  },
];

const trial: Trial = {
  name: 'try',
  title: 'you looked before you leapt',
  before:
    'A command from a web page, or from another agent. artoo try runs it on a copy of your files and shows what it would do, before any of them is changed.',
  after: 'The command ran, but not on your files: you said no, so all of them are unchanged. No model was involved.',
  command: 'find . -name "*~" -delete; sed -i s/draft/final/ letter.txt',
  files: { 'letter.txt': 'Dear Ida,\nthis is a draft.\n', 'letter.txt~': 'Dear Ida,\n', 'photos/ida.txt~': 'the only picture\n' },
};

const sprint: Sprint = {
  name: 'team',
  title: 'a team did it, and no one approved their own work',
  before:
    'A planner, two coders and a reviewer on one git repository. All that they share is a board, and code decides which of their moves count. One coder forgets a case; the other asks instead of guessing.',
  after:
    'The reviewer caught the forgotten case, and the planner answered the question with a sharper task. Everything was tested before it was merged into a separate branch. To start a team in your own repository: artoo team init "what you want"',
  files: {},
  isSprint: true,
};

/** In the order in which they are shown. */
/** One task whose commands run on three workers. It needs a nats-server, so it is not part of the tour. */
export const clusterScenario: Scenario = {
  name: 'cluster',
  title: 'many machines, and one of them dies',
  before:
    'One task with eight sub-tasks, whose commands run on three workers. While all of them are at work, one worker is killed. Watch what happens to its commands.',
  after:
    'The worker fell silent, so its commands were given to the others. Nothing was lost and nothing was applied twice, because a worker only computes: what a command would change is applied only here, and only once.',
  goal: 'Count the words of each of my eight chapters.',
  files: {
    'chapters/one.txt': 'It was a dark night, and the rain fell.\n',
    'chapters/two.txt': 'Nobody had seen the lamp go out.\n',
    'chapters/three.txt': 'The letter lay where she had left it.\n',
    'chapters/four.txt': 'Three knocks, and then no more.\n',
    'chapters/five.txt': 'He went down the stairs without taking a light.\n',
    'chapters/six.txt': 'The door was open all the time.\n',
    'chapters/seven.txt': 'A voice said that they had been expected.\n',
    'chapters/eight.txt': 'By the morning the house was empty, and very quiet.\n',
    'count.sh':
      '#!/bin/sh\n# Counts the words of a chapter, as slowly as real work.\nsleep 1\nmkdir -p counts\nwc -w < chapters/$1.txt > counts/$1.txt\necho "chapter $1 has $(cat counts/$1.txt) words"\n',
  },
  ends: { directive: 'accept', reason: 'met' },
};

export const stops: readonly Stop[] = [...scenarios.slice(0, 5), trial, sprint, ...scenarios.slice(5)];

/** Throws `usage` for an unknown name. */
export function findStop(name: string): Stop {
  const found = [...stops, clusterScenario].find((stop) => stop.name === name);
  if (found) return found;
  const names = [...stops, clusterScenario].map((stop) => stop.name);
  throw new ArtooError('usage', `there is no demo "${visible(clip(name, 60))}": ${suggestion(name, names)}`);
}
