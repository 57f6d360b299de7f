/** `artoo replay <task>`: repeats every code decision of a task, and reports whether each comes out the same. */
import { resolve } from 'node:path';
import { replayTask } from '../../app/replay.ts';
import { readConstants } from '../../config/control-constants.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { createWhatIf } from '../../history/replay/what-if.ts';
import { reportLines, whatIfLines } from '../../view/replay/replay-lines.ts';
import { fit } from '../../view/wrap.ts';
import { namedBus } from '../bus/named-bus.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { busFlags, dataFlag, type Flag, withFlag } from '../flags/flag-table.ts';
import { type Parsed, parseFlags } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import { copyFromBus } from '../task/find-anywhere.ts';
import { namedTask } from '../task/named-task.ts';
import { printJson } from '../terminal/print-json.ts';
import { findTty } from '../terminal/tty.ts';
import { createStops } from './walk-stops.ts';
import { walkThrough } from './walk-through.ts';

const flags: readonly Flag[] = [
  { name: 'step', help: 'walk through the decisions one by one, at the terminal' },
  { ...withFlag, help: 'also decide every round with a different constant: epsilon=0.05; repeatable' },
  { name: 'json', help: 'print one JSON object' },
  dataFlag,
  ...busFlags,
];

export const replay: Command = {
  name: 'replay',
  usage: 'artoo replay [options] <task>',
  flags,
  summary: `Runs the roles again over the journal of a task, without models, tools or disk:
answers from outside are taken from the journal; whatever code decides is
decided again (routes, plans, verdicts on the recorded evidence, gates, D, P, Ω,
L, ∇L, the kind of the next plan, what is blocked) and compared with the record.
The task is an id, the beginning of one, the word last (the newest task of this
folder), or the path of a journal. With --bus, the journal is the task's log on
the bus, even if the task ran on another machine.

${flagHelp(flags)}

Exit code 0 without differences, ${exits.failed} with any.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const [wanted, more] = words;
    if (wanted === undefined || more !== undefined) throw new ArtooError('usage', 'replay takes one task, such as: artoo replay last');
    const constants = Array.isArray(given.with) ? readConstants(given.with) : undefined;
    using tty = given.step ? findTty(terminal, false) : undefined;
    if (given.step && !tty) throw new ArtooError('usage', '--step needs a terminal, and there is none here');
    const path = await pathOf(wanted, given, terminal);

    const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
    const whatIf = constants && createWhatIf(constants);
    const stops = tty && createStops();
    const report = await replayTask(
      { path },
      {
        onEntry(entry) {
          if (signal.aborted) throw new ArtooError('cancelled', 'the replay was stopped');
          whatIf?.add(entry);
          stops?.add(entry);
        },
        onDifference: (seq) => stops?.differs(seq),
      },
    );
    if (tty && stops) await walkThrough({ path, stops, differences: report.differences, input: tty.input }, terminal);
    if (signal.aborted) throw new ArtooError('cancelled', 'the walk was stopped');
    if (given.json) printJson({ ...report, ...(whatIf && { with: constants, rounds: whatIf.rounds }) }, terminal);
    else {
      const rounds = whatIf
        ? ['', ...whatIfLines(whatIf.rounds, { constants: constants ?? {}, recorded: whatIf.constants }, report.lost !== undefined)]
        : [];
      for (const line of fit([...reportLines(report), ...rounds], terminal.width)) terminal.print(line);
    }
    return report.differences.length === 0 && report.lost === undefined ? exits.ok : exits.failed;
  },
};

/** The journal of a task in the data folder, or the journal that was named by its path. */
async function pathOf(wanted: string, given: Parsed['flags'], terminal: Terminal): Promise<string> {
  if (/[/\\]|\.jsonl(?:\.gz)?$/.test(wanted)) return resolve(terminal.cwd, wanted);
  const data = await quickDataFolder(given, terminal);
  if (given.bus === undefined) return (await namedTask({ data, wanted, isTold: false }, terminal)).path;
  return (await copyFromBus({ data, address: await namedBus({ given, terminal }), terminal }, wanted)).path;
}
