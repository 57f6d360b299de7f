/** `artoo replay <task>`: makes every code decision of a task again, and says whether it comes out the same. */
import { resolve } from 'node:path';
import { replayTask } from '../../app/replay.ts';
import { dataFolder } from '../../config/configure.ts';
import { readConstants } from '../../config/constants.ts';
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { createWhatIf } from '../../history/replay/what-if.ts';
import { findTask } from '../../history/tasks/find-task.ts';
import { reportLines, whatIfLines } from '../../view/replay/replay-lines.ts';
import { fit } from '../../view/wrap.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { dataFlag, type Flag, withFlag } from '../flags/flag-table.ts';
import { type Parsed, parseFlags } from '../flags/flags.ts';
import { fromHere } from '../flags/from-here.ts';
import { flagHelp } from '../help.ts';
import { printJson } from '../terminal/print-json.ts';
import { findTty } from '../terminal/tty.ts';
import { createStops } from './walk-stops.ts';
import { walkThrough } from './walk-through.ts';

const flags: readonly Flag[] = [
  { name: 'step', help: 'walk through it at the terminal, decision by decision' },
  { ...withFlag, help: 'also decide every round with another constant: epsilon=0.05; repeatable' },
  { name: 'json', help: 'print one JSON object' },
  dataFlag,
];

export const replay: Command = {
  name: 'replay',
  usage: 'artoo replay [options] <task>',
  summary: `Runs the roles once more over the journal of a task, with no model, no tool and no disk: what the world answered is
taken from the journal, everything that code decides is decided again (routes, plans, verdicts on the recorded
evidence, gates, D, P, Ω, L, ∇L, the kind of the next plan, what is blocked), and compared with what was recorded.
The beginning of an id is enough; last is the newest task; a path is a journal that lies elsewhere.

${flagHelp(flags)}

Exit code 0 without a difference, ${exits.failed} with one.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const [wanted, more] = words;
    if (wanted === undefined || more !== undefined) throw new ArtooError('usage', 'replay takes one task: artoo replay last');
    const constants = Array.isArray(given.with) ? readConstants(given.with) : undefined;
    using tty = given.step ? findTty(terminal, false) : undefined;
    if (given.step && !tty) throw new ArtooError('usage', '--step needs a terminal, and there is none here');
    const path = await pathOf(wanted, given, terminal);

    const whatIf = constants && createWhatIf(constants);
    const stops = tty && createStops();
    const report = await replayTask(
      { path },
      {
        onEntry(entry) {
          if (isStopped(terminal)) throw new ArtooError('cancelled', 'the replay was stopped');
          whatIf?.add(entry);
          stops?.add(entry);
        },
        onDifference: (seq) => stops?.differs(seq),
      },
    );
    if (tty && stops) await walkThrough({ path, stops, differences: report.differences, input: tty.input }, terminal);
    if (isStopped(terminal)) throw new ArtooError('cancelled', 'the walk was stopped');
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

/** Of a task in the data folder, or of a journal that lies anywhere else. */
async function pathOf(wanted: string, given: Parsed['flags'], { cwd, env }: Terminal): Promise<string> {
  if (/[/\\]|\.jsonl(?:\.gz)?$/.test(wanted)) return resolve(cwd, wanted);
  const data = dataFolder({ flags: fromHere(given, cwd), env, cwd, home: homeIn(env) });
  return (await findTask(data, wanted)).path;
}

const isStopped = ({ cancel, terminate }: Terminal): boolean => cancel.aborted || terminate.aborted;
