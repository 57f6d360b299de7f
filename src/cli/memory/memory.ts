/** `artoo memory`: what artoo remembers, for the person whose memory it is. Each part is loaded when it is called. */
import { quickDataFolder } from '../../config/data-folder.ts';
import { nearest } from '../../config/reading/nearest.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { wrap } from '../../view/wrap.ts';
import { type Command, exits } from '../command.ts';
import { dataFlag, type Flag, taskFlags } from '../flags/flag-table.ts';
import { type Parsed, parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import type { MemoryCommand } from './memory-command.ts';

type Part = {
  /** What stands behind its name. */
  readonly takes: string;
  readonly words: { readonly least: number; readonly most: number };
  readonly does: string;
  readonly flags: readonly Flag[];
  readonly load: () => Promise<(command: MemoryCommand) => Promise<number>>;
};

const overview: Omit<Part, 'does'> = {
  takes: '',
  words: { least: 0, most: 0 },
  flags: [],
  load: async () => (await import('./overview.ts')).overviewMemory,
};

const parts: Readonly<Record<string, Part>> = {
  show: {
    takes: '<space> [entity]',
    words: { least: 1, most: 2 },
    does: 'the tags of a space; one tag with its memories and a plot of 30 days back and ahead; or one memory, by its id',
    flags: [{ name: 'all', help: 'up to 10,000 memories of a tag or tags of a space; export has every one' }],
    load: async () => (await import('./show.ts')).showMemory,
  },
  why: {
    takes: '<task>',
    words: { least: 1, most: 1 },
    does: 'what memory said to the planner of a task, and from which memories; what the task taught, and whether that is still remembered',
    flags: [],
    load: async () => (await import('./why.ts')).whyMemory,
  },
  remember: {
    takes: '"…"',
    words: { least: 1, most: Number.POSITIVE_INFINITY },
    does: 'a fact of yours for every plan from now on; - takes it from standard input',
    flags: [],
    load: async () => (await import('./remember.ts')).remember,
  },
  forget: {
    takes: '<id>, or <space> <entity>',
    words: { least: 1, most: 2 },
    does: 'one memory, or all of a tag: it no longer counts',
    flags: [
      { name: 'purge', help: 'erase the words, too' },
      { name: 'yes', help: 'ask nothing' },
    ],
    load: async () => (await import('./forget.ts')).forgetMemory,
  },
  dream: {
    takes: '',
    words: { least: 0, most: 0 },
    does: 'forgets what has faded, demotes rules that proved wrong, verifies everything, and has a model put new rules into words',
    flags: taskFlags.filter(({ name }) => ['brain', 'max-tokens', 'max-cost'].includes(name)),
    load: async () => (await import('./dream.ts')).dreamMemory,
  },
  repair: {
    takes: '',
    words: { least: 0, most: 0 },
    does: 'saves what can be read of a memory that is damaged, and sets the rest aside; while no other artoo process holds it',
    flags: [],
    load: async () => (await import('./repair.ts')).repair,
  },
  export: {
    takes: '[file]',
    words: { least: 0, most: 1 },
    does: 'everything as JSONL, to a file that is not there yet or to standard output',
    flags: [],
    load: async () => (await import('./export.ts')).exportMemory,
  },
  import: {
    takes: '<file>',
    words: { least: 1, most: 1 },
    does: 'takes over an export, all of it or nothing; - takes it from standard input',
    flags: [],
    load: async () => (await import('./import.ts')).importFile,
  },
};

const bothFlags: readonly Flag[] = [{ name: 'json', help: 'print one JSON object; an export is JSON anyway' }, dataFlag];
const allFlags: readonly Flag[] = [...Object.values(parts).flatMap(({ flags }) => flags), ...bothFlags];

export const memory: Command = {
  name: 'memory',
  usage: 'artoo memory [options] [part …]',
  get summary() {
    const partHelp = Object.entries(parts).map(([name, { takes, does, flags }]) =>
      [`artoo memory ${name} ${takes}`.trimEnd(), ...wrap(`  ${does}`, 80, 2), ...(flags.length > 0 ? [flagHelp(flags)] : [])].join('\n'),
    );
    return `What artoo remembers of its tasks, and what you told it: how much there is,
the tags that point most clearly, and what is due to become a rule.

${partHelp.join('\n\n')}

With all of them
${flagHelp(bothFlags)}

docs/memory.md says what a memory is.
Exit code ${exits.usage} where there is nothing by that name, ${exits.notDone} when nothing was forgotten as
you said no, ${exits.internal} when memory cannot be opened.`;
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

function partOf(name: string, words: readonly string[]): Part {
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (part) return part;
  const names = Object.keys(parts);
  const close = nearest(name, names);
  const goal = words.length > 1 ? ' (a goal that begins like this stands behind --)' : '';
  throw new ArtooError(
    'usage',
    `there is no artoo memory ${shown(name)}; ${close ? `did you mean ${close}?` : `there are ${names.join(', ')}`}${goal}`,
  );
}

function refuse(
  name: string | undefined,
  { takes, words, flags }: Omit<Part, 'does'>,
  rest: readonly string[],
  given: Parsed['flags'],
): void {
  const call = `artoo memory ${name ?? ''} ${takes}`.replaceAll(/ +/g, ' ').trimEnd();
  if (rest.length < words.least) throw new ArtooError('usage', `${name} needs more: ${call}`);
  const extra = rest[words.most];
  if (extra !== undefined) throw new ArtooError('usage', `"${shown(extra)}" is too much: ${call}`);
  const misplaced = Object.keys(given).find((each) => ![...flags, ...bothFlags].some((flag) => flag.name === each));
  if (misplaced !== undefined) throw new ArtooError('usage', `--${misplaced} is not for ${name ?? 'artoo memory alone'}`);
}
