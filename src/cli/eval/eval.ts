/** `artoo eval`: runs the tasks of a suite under one or several configurations, and reports how often they were really solved. */
import { join, resolve } from 'node:path';
import { quickDataFolder } from '../../config/data-folder.ts';
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { SuiteTask } from '../../eval/suite/suite-task.ts';
import { type Read, readCount, readDuration, readMoney } from '../../reading/quantities.ts';
import { type Command, exits } from '../command.ts';
import { dataFlag, type Flag } from '../flags/flag-table.ts';
import { type Parsed, parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';

const flags: readonly Flag[] = [
  {
    name: 'arm',
    value: '<settings>',
    many: true,
    help: 'a configuration to measure: model=…, brain=…, tool=…, memory=on|off, a constant such as kill=3, config=<file>, name=…; joined by commas; repeatable',
  },
  { name: 'repeats', value: '<number>', help: 'how many times each task runs under each arm (default: what the suite says, or 1)' },
  { name: 'only', value: '<pattern>', many: true, help: "only tasks whose name or kind matches: 'files*'; repeatable" },
  { name: 'parallel', value: '<number>', help: 'how many trials run at once (default: 2)' },
  { name: 'max-cost', value: '<dollars>', help: 'how much all trials together may cost' },
  { name: 'max-tokens', value: '<number>', help: 'how many tokens all trials together may use' },
  { name: 'budget', value: '<time>', help: 'how long the run may take: 30m, 8h' },
  {
    name: 'out',
    value: '<folder>',
    help: 'the results folder; if it already has results, that run continues (default: eval/<suite> in the data folder)',
  },
  { name: 'html', value: '<file>', help: 'also write the results as a page' },
  { name: 'check', help: 'set up each task without running it, to see whether its checks measure anything; needs no model' },
  { name: 'keep', help: 'keep the folders of all trials' },
  { name: 'json', help: 'print the results as one JSON object' },
  dataFlag,
];

export const evaluate: Command = {
  name: 'eval',
  usage: 'artoo eval <suite> [options]',
  flags,
  words: ['starter'],
  summary: `Runs tasks whose outcome can be decided by code, each in a fresh folder, and
reports how often they were really done, what they cost, and how often artoo's
own verdict was wrong. With several arms, it reports whether they differ. A
suite is a file in artoo's format, the word starter, or a folder of
terminal-bench or AgentBench tasks: docs/eval.md.

  artoo eval starter --max-cost 5 --arm model=gpt-5.4-mini \\
    --arm model=ollama:qwen3:8b
  artoo eval starter --arm memory=on --arm memory=off --repeats 5
  artoo eval my-suite.yaml --check

Ctrl+C stops it; the same command continues it.

${flagHelp(flags)}

Exit code ${exits.failed} when a task was refused, ${exits.notDone} when the budget was spent, ${exits.unavailable} without a
model.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const [path, more] = words;
    if (path === undefined) throw new ArtooError('usage', 'name a suite, such as artoo eval starter');
    if (more !== undefined) throw new ArtooError('usage', `eval takes one suite, not "${shown(words.join(' '))}" as well`);
    const [{ openNamedSuite }, { runSuite, tryTasks }] = await Promise.all([import('./named-suite.ts'), import('./run-suite.ts')]);
    const suite = await openNamedSuite(path, terminal.cwd);
    const asked = { suite, isWanted: wantedBy(given.only), given, terminal };
    if (given.check === true) return tryTasks(asked);
    const data = await quickDataFolder(given, terminal);
    return runSuite({
      ...asked,
      data,
      home: homeIn(terminal.env),
      out: typeof given.out === 'string' ? resolve(terminal.cwd, given.out) : join(data, 'eval', suite.name),
      repeats: read(given, 'repeats', (raw) => readCount(raw, { min: 1, max: 1_000 })),
      parallel: read(given, 'parallel', (raw) => readCount(raw, { min: 1, max: 64 })) ?? 2,
      budget: {
        usd: read(given, 'max-cost', readMoney),
        tokens: read(given, 'max-tokens', (raw) => readCount(raw, { min: 1, max: 1_000_000_000_000 })),
        time_ms: read(given, 'budget', readDuration),
      },
    });
  },
};

function read<T>(given: Parsed['flags'], name: string, reader: (raw: unknown) => Read<T>): T | undefined {
  const raw = given[name];
  if (raw === undefined) return undefined;
  const value = reader(raw);
  if (!value.ok) throw new ArtooError('usage', `--${name} ${value.error}`);
  return value.value;
}

/** Selects tasks by name or kind; a star matches anything. */
function wantedBy(given: Parsed['flags'][string] | undefined): (task: SuiteTask) => boolean {
  if (!Array.isArray(given)) return () => true;
  const patterns = given.map((text: string) => new RegExp(`^${text.split('*').map(literally).join('.*')}$`, 'u'));
  return ({ id, kind }) => patterns.some((pattern) => pattern.test(id) || pattern.test(kind));
}

const literally = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
