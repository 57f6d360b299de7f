/** `artoo memory`: shows and manages what artoo remembers. Each subcommand is loaded when it is called. */
import { type Command, exits } from '../command.ts';
import { flagsOf, type Parts, partPages, partsHelp, runPart } from '../command-parts.ts';
import { busFlags, dataFlag, type Flag, taskFlags } from '../flags/flag-table.ts';
import { flagHelp } from '../help.ts';

const figures: Flag = { name: 'verbose', help: 'the figures: potentials, levels, weights, and a plot of a tag' };

const parts: Parts['parts'] = {
  show: {
    takes: '<space> [entity]',
    words: { min: 1, max: 2 },
    does: 'what is remembered about a kind of task, or about one tool in it; or one memory, by its id',
    flags: [{ name: 'all', help: 'up to 10,000 memories of a tag, or tags of a space; export contains all of them' }, figures],
    load: async () => (await import('./show.ts')).showMemory,
  },
  why: {
    takes: '[task]',
    words: { min: 0, max: 1 },
    does: 'what memory told the planner of a task, and from which memories; what was learnt from the task, and whether it is still remembered',
    flags: [figures],
    load: async () => (await import('./why.ts')).whyMemory,
  },
  remember: {
    takes: '"…"',
    words: { min: 1, max: Number.POSITIVE_INFINITY },
    does: 'a fact for every plan from now on; - reads it from standard input',
    load: async () => (await import('./remember.ts')).remember,
  },
  forget: {
    takes: '<id>, or <space> <entity>',
    words: { min: 1, max: 2 },
    does: 'one memory, or all memories of a tag, so that they no longer count',
    flags: [
      { name: 'purge', help: 'also erase their text' },
      { name: 'yes', help: 'do not ask' },
    ],
    load: async () => (await import('./forget.ts')).forgetMemory,
  },
  dream: {
    does: 'forgets what has faded, demotes rules that proved wrong, verifies everything, and has a model put new rules into words',
    flags: taskFlags.filter(({ name }) => ['model', 'brain', 'key-env', 'max-tokens', 'max-cost'].includes(name)),
    load: async () => (await import('./dream.ts')).dreamMemory,
  },
  repair: {
    does: 'saves what can be read of a damaged memory and sets the rest aside; end other artoo processes first',
    load: async () => (await import('./repair.ts')).repair,
  },
  export: {
    takes: '[file]',
    words: { min: 0, max: 1 },
    does: 'everything as JSONL, to a new file or to standard output',
    load: async () => (await import('./export.ts')).exportMemory,
  },
  import: {
    takes: '<file>',
    words: { min: 1, max: 1 },
    does: 'adds the memories of an export, all or none; - reads it from standard input. On a bus, every machine gets them: it asks first',
    flags: [{ name: 'yes', help: 'do not ask' }],
    load: async () => (await import('./import.ts')).importFile,
  },
};

const all: Parts = {
  name: 'memory',
  parts,
  alone: { flags: [figures], load: async () => (await import('./overview.ts')).overviewMemory },
  common: [{ name: 'json', help: 'print one JSON object; an export is JSON anyway' }, dataFlag, ...busFlags],
};

export const memory: Command = {
  name: 'memory',
  usage: 'artoo memory [options] [part …]',
  flags: flagsOf(all),
  get parts() {
    return partPages(all);
  },
  get summary() {
    return `Shows in sentences what artoo has learnt from its tasks, and what you told it.
${flagHelp([figures])}

${partsHelp(all)}

Options for every part
${flagHelp(all.common)}

With a bus, this is the memory that machines share: docs/cluster.md.
docs/memory.md explains what a memory is.
Exit code ${exits.usage} when there is nothing by that name, ${exits.notDone} when you answered no, ${exits.internal} when
memory cannot be opened.`;
  },

  run: (args, terminal) => runPart(args, terminal, all),
};
