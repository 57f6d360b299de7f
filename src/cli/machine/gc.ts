/** `artoo gc`: compresses old journals and removes what the person no longer wants to keep. */
import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { findStored } from '../../history/housekeeping/find-stored.ts';
import { type Policy, planHousekeeping } from '../../history/housekeeping/plan-housekeeping.ts';
import { type Read, readAge, readSize } from '../../reading/quantities.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { planLines } from '../../view/machine/gc-lines.ts';
import { shellLine } from '../../view/shell-words.ts';
import { type Command, exits } from '../command.ts';
import { busFlags, dataFlag, type Flag } from '../flags/flag-table.ts';
import { type Parsed, parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import { printJson } from '../terminal/print-json.ts';
import { runHousekeeping } from './run-housekeeping.ts';

const compressAfter = '30d';

const flags: readonly Flag[] = [
  {
    name: 'compress-after',
    value: '<age>',
    help: `compress the journals of tasks that ended longer ago than this: 0d, 12w, 1y (default: ${compressAfter})`,
  },
  {
    name: 'remove-after',
    value: '<age>',
    help: 'remove tasks that ended longer ago than this, and undo data of commands that were tried as long ago',
  },
  { name: 'undo-after', value: '<age>', help: 'remove undo data of tasks that ended longer ago than this; their journals stay' },
  { name: 'max-size', value: '<size>', help: 'remove the oldest tasks until the rest fits: 500MB, 2GB' },
  { name: 'yes', help: 'do it; without --yes, only show what would be done' },
  { name: 'json', help: 'print one JSON object' },
  dataFlag,
  ...busFlags,
];

export const gc: Command = {
  name: 'gc',
  usage: 'artoo gc [options]',
  flags,
  summary: `Keeps the record small: shows what it would do, and does it with --yes.
Compressed journals can be shown, replayed and forked like any other. A removed
task can no longer be shown, resumed, replayed, forked or undone. Tasks that
have not ended, or cannot be read, are never touched, nor is the auditor's
record. By default nothing is removed. With --bus, it cleans up the bus instead:
it removes the logs of ended tasks (with --remove-after), contents that no log
refers to (while no worker is connected), and the registers of tasks, hosts and
workers that have been gone for a day.

${flagHelp(flags)}

Exit code ${exits.failed} when something could not be done.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    if (words.length > 0) throw new ArtooError('usage', `gc takes options only, not "${shown(words.join(' '))}"`);
    const policy = policyIn(given);
    const again = visible(shellLine(['artoo', 'gc', ...args.map(withoutPassword), '--yes']));
    if (given.bus !== undefined) {
      const asked = { given, removeAfter: policy.removeAfter, signal: AbortSignal.any([terminal.cancel, terminal.terminate]), again };
      return (await import('./gc-bus.ts')).gcBus(asked, terminal);
    }
    const data = await quickDataFolder(given, terminal);
    const changes = openChanges(data);
    const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
    const now = Date.now();
    const plan = planHousekeeping(await findStored(data, changes, signal), policy, now);
    if (given.yes === true)
      return runHousekeeping(plan, { data, changes, maxSize: policy.maxSize, json: given.json === true, signal }, terminal);
    if (given.json === true) printJson({ done: false, ...plan }, terminal);
    else for (const line of planLines(plan, now)) terminal.print(line);
    if (!given.json && plan.steps.length > 0) terminal.print(`Nothing has been done yet. To go ahead:\n  ${again}`);
    return exits.ok;
  },
};

/** The address of a bus may hold a password, which is not printed. */
const withoutPassword = (word: string): string => word.replace(/^((?:--bus=)?\w+:\/\/[^/:@]*):[^/]*@/, '$1:…@');

function policyIn(given: Parsed['flags']): Policy {
  const read = (name: string, reader: (raw: unknown) => Read<number>, otherwise?: string): number => {
    const raw = given[name] ?? otherwise;
    if (raw === undefined) return Number.POSITIVE_INFINITY;
    const value = reader(raw);
    if (!value.ok) throw new ArtooError('usage', `--${name} ${value.error}`);
    return value.value;
  };
  return {
    compressAfter: read('compress-after', readAge, compressAfter),
    removeAfter: read('remove-after', readAge),
    undoAfter: read('undo-after', readAge),
    maxSize: read('max-size', readSize),
  };
}
