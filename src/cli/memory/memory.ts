/** `artoo memory`: shows and manages what artoo remembers. Each part is loaded when it is called. */
import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import { wrap } from '../../view/wrap.ts';
import { type Command, type CommandPart, exits } from '../command.ts';
import { dataFlag, type Flag, taskFlags } from '../flags/flag-table.ts';
import { type Parsed, parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import type { MemoryCommand } from './memory-command.ts';

type Part = {
  /** The words after its name, for the help, and how many; none unless said. */
  readonly takes?: string;
  readonly words?: { readonly min: number; readonly max: number };
  readonly does: string;
  readonly flags?: readonly Flag[];
  readonly load: () => Promise<(command: MemoryCommand) => Promise<number>>;
};

const figures: Flag = { name: 'verbose', help: 'the figures: potentials, levels, weights, and a plot of a tag' };

const overview: Omit<Part, 'does'> = { flags: [figures], load: async () => (await import('./overview.ts')).overviewMemory };

const parts: Readonly<Record<string, Part>> = {
  show: {
    takes: '<space> [entity]',
    words: { min: 1, max: 2 },
    does: 'what is known about a kind of task; about one tool in it; or one memory, by its id',
    flags: [{ name: 'all', help: 'up to 10,000 memories of a tag or tags of a space; export has every one' }, figures],
    load: async () => (await import('./show.ts')).showMemory,
  },
  why: {
    takes: '<task>',
    words: { min: 1, max: 1 },
    does: 'what memory said to the planner of a task, and from which memories; what the task taught, and whether that is still remembered',
    flags: [figures],
    load: async () => (await import('./why.ts')).whyMemory,
  },
  remember: {
    takes: '"…"',
    words: { min: 1, max: Number.POSITIVE_INFINITY },
    does: 'a fact that every plan is given from now on; - reads it from standard input',
    load: async () => (await import('./remember.ts')).remember,
  },
  forget: {
    takes: '<id>, or <space> <entity>',
    words: { min: 1, max: 2 },
    does: 'one memory, or all of a tag: it no longer counts',
    flags: [
      { name: 'purge', help: 'also erase the words' },
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
    does: 'adds the memories of an export, all or none; - reads it from standard input',
    load: async () => (await import('./import.ts')).importFile,
  },
};

const commonFlags: readonly Flag[] = [{ name: 'json', help: 'print one JSON object; an export is JSON anyway' }, dataFlag];
const allFlags: readonly Flag[] = [...new Set(Object.values(parts).flatMap(({ flags = [] }) => flags)), ...commonFlags];

export const memory: Command = {
  name: 'memory',
  usage: 'artoo memory [options] [part …]',
  flags: allFlags,
  get parts() {
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, describe(name, part)]));
  },
  get summary() {
    const partHelp = Object.entries(parts).map(([name, { takes = '', does, flags = [] }]) =>
      [callOf(name, { takes }), ...wrap(`  ${does}`, 80, 2), ...(flags.length > 0 ? [flagHelp(flags)] : [])].join('\n'),
    );
    return `What artoo has learnt from its tasks, and what you told it, in sentences.
${flagHelp([figures])}

${partHelp.join('\n\n')}

With every part
${flagHelp(commonFlags)}

docs/memory.md explains what a memory is.
Exit code ${exits.usage} when there is nothing by that name, ${exits.notDone} when you answered no,
${exits.internal} when memory cannot be opened.`;
  },

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, allFlags);
    const [name, ...rest] = words;
    const part = name === undefined ? overview : partOf(name, words);
    refuse(name, part, rest, given);
    const perform = await part.load();
    return perform({
      words: rest,
      given,
      json: given.json === true,
      data: await quickDataFolder(given, terminal),
      signal: AbortSignal.any([terminal.cancel, terminal.terminate]),
      terminal,
    });
  },
};

const callOf = (name: string, { takes = '' }: Pick<Part, 'takes'>): string => `artoo memory ${name} ${takes}`.trimEnd();

/** One part as a command of its own. */
const describe = (name: string, { takes, words, does, flags = [] }: Part): CommandPart => ({
  usage: callOf(name, takes === undefined ? {} : { takes }),
  summary: `${wrap(`${does.charAt(0).toUpperCase()}${does.slice(1)}.`, 80, 0).join('\n')}\n\n${flagHelp([...flags, ...commonFlags])}`,
  flags: [...flags, ...commonFlags],
  maxWords: words?.max ?? 0,
});

function partOf(name: string, words: readonly string[]): Part {
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (part) return part;
  const names = Object.keys(parts);
  const close = nearest(name, names);
  const goal = words.length > 1 ? ' (to run a goal that begins like this, put it after --)' : '';
  const instead = close ? `did you mean ${close}?` : `there are ${names.join(', ')}`;
  throw new ArtooError('usage', `there is no artoo memory ${shown(name)}; ${instead}${goal}`);
}

function refuse(name: string | undefined, part: Omit<Part, 'does'>, rest: readonly string[], given: Parsed['flags']): void {
  const { takes = '', words = { min: 0, max: 0 }, flags = [] } = part;
  const call = `artoo memory ${name ?? ''} ${takes}`.replaceAll(/ +/g, ' ').trimEnd();
  if (rest.length < words.min) throw new ArtooError('usage', `${name} needs more words: ${call}`);
  const extra = rest[words.max];
  if (extra !== undefined) throw new ArtooError('usage', `unexpected "${shown(extra)}": ${call}`);
  const misplaced = Object.keys(given).find((each) => ![...flags, ...commonFlags].some((flag) => flag.name === each));
  if (misplaced !== undefined)
    throw new ArtooError('usage', `--${misplaced} does not apply to artoo memory${name === undefined ? '' : ` ${name}`}`);
}
