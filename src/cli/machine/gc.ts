/** `artoo gc`: compresses old journals and removes what the person no longer wants to keep. */
import { dataFolder } from '../../config/configure.ts';
import { homeIn } from '../../config/folders.ts';
import { type Read, readAge, readSize } from '../../config/reading/quantities.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/visible.ts';
import { findStored } from '../../history/housekeeping/find-stored.ts';
import { type Plan, type Policy, planHousekeeping } from '../../history/housekeeping/plan-housekeeping.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { planLines } from '../../view/machine/gc-lines.ts';
import { shellLine } from '../../view/shell-words.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { dataFlag, type Flag } from '../flags/flag-table.ts';
import { type Parsed, parseFlags } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import { printJson } from '../terminal/print-json.ts';
import { tidyUp } from './tidy-up.ts';

const compressAfter = '30d';

const flags: readonly Flag[] = [
  { name: 'compress-after', value: '<age>', help: `compress journals of tasks that ended longer ago: 0d, 12w, 1y (${compressAfter})` },
  {
    name: 'remove-after',
    value: '<age>',
    help: 'remove tasks that ended longer ago, and what undo needs of commands that were tried then',
  },
  { name: 'undo-after', value: '<age>', help: 'remove what undo needs of tasks that ended longer ago; their journals stay' },
  { name: 'max-size', value: '<size>', help: 'remove the oldest tasks until the rest fits: 500MB, 2GB' },
  { name: 'yes', help: 'do it; without --yes it is only shown' },
  { name: 'json', help: 'print one JSON object' },
  dataFlag,
];

export const gc: Command = {
  name: 'gc',
  usage: 'artoo gc [options]',
  summary: `Keeps the record small: shows what it would do, and does it with --yes. Compressed journals can be shown, replayed and forked
like any other. A removed task can no longer be shown, resumed, replayed, forked or undone. Tasks that have not ended, are
running, or cannot be read are never touched. By default nothing is removed.

${flagHelp(flags)}

Exit code ${exits.failed} when something could not be done.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    if (words.length > 0) throw new ArtooError('usage', `gc takes no words, only options: ${visible(words.join(' '))}`);
    const policy = policyIn(given);
    const data = dataFolder({ flags: given, env: terminal.env, cwd: terminal.cwd, home: homeIn(terminal.env) });
    const changes = openChanges(data);
    const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
    const now = Date.now();
    const plan = planHousekeeping(await findStored(data, changes, signal), policy, now);
    if (given.yes === true) return tidyUp(plan, { data, changes, maxSize: policy.maxSize, json: given.json === true, signal }, terminal);
    return given.json === true ? showJson(plan, terminal) : show(plan, now, args, terminal);
  },
};

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

function show(plan: Plan, now: number, args: readonly string[], { print }: Terminal): number {
  for (const line of planLines(plan, now)) print(line);
  if (plan.steps.length > 0) print(`Nothing has been done yet. To do it:\n  ${visible(shellLine(['artoo', 'gc', ...args, '--yes']))}`);
  return exits.ok;
}

function showJson(plan: Plan, terminal: Terminal): number {
  printJson({ done: false, ...plan }, terminal);
  return exits.ok;
}
