/** `artoo replay <task>`: makes every code decision of a task again, and says whether it comes out the same. */

import { dataFolder } from '../app/configure.ts';
import { readConstants } from '../app/constants.ts';
import { findTask } from '../app/find-task.ts';
import { homeIn } from '../app/folders.ts';
import { replayTask } from '../app/replay.ts';
import { createWhatIf } from '../app/what-if.ts';
import { ArtooError } from '../contracts/errors.ts';
import { type Command, exits } from './command.ts';
import { dataFlag, type Flag, withFlag } from './flag-table.ts';
import { parseFlags } from './flags.ts';
import { fromHere } from './from-here.ts';
import { flagHelp } from './help.ts';
import { reportLines, whatIfLines } from './view/replay-lines.ts';
import { fit } from './view/story.ts';
import { createWalk } from './view/walk.ts';
import { walkThrough } from './walk-through.ts';

const flags: readonly Flag[] = [
  { name: 'step', help: 'walk through it at the terminal, decision by decision' },
  { ...withFlag, help: 'also decide every round with another constant: epsilon=0.05; may be given again' },
  { name: 'json', help: 'print one JSON object' },
  dataFlag,
];

export const replay: Command = {
  name: 'replay',
  usage: 'artoo replay [options] <task>',
  summary: `Runs the roles once more over the journal of a task, with no model, no tool and no disk: what the world answered is
taken from the journal, everything that code decides is decided again (routes, plans, verdicts on the recorded
evidence, gates, D, P, Ω, L, ∇L, the kind of the next plan, what is blocked), and compared with what was recorded.
The beginning of an id is enough; last is the newest task.

${flagHelp(flags)}

Exit code 0 without a difference, ${exits.notAsScripted} with one.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const [wanted, more] = words;
    if (wanted === undefined || more !== undefined) throw new ArtooError('usage', 'replay takes one task: artoo replay last');
    const constants = Array.isArray(given.with) ? readConstants(given.with) : undefined;
    const data = dataFolder({ flags: fromHere(given, terminal.cwd), env: terminal.env, cwd: terminal.cwd, home: homeIn(terminal.env) });
    const task = await findTask(data, wanted);
    const whatIf = constants && createWhatIf(constants);
    const walk = given.step ? createWalk() : undefined;
    const report = await replayTask(task, (entry) => {
      whatIf?.add(entry);
      walk?.add(entry);
    });
    if (walk) await walkThrough(walk.stops(report.differences), terminal);
    if (given.json) terminal.print(JSON.stringify({ ...report, ...(whatIf && { with: constants, rounds: whatIf.rounds }) }));
    else {
      const said = Object.entries(constants ?? {}).map(([name, value]) => `${name} = ${value}`);
      const lines = [...reportLines(report), ...(whatIf ? ['', ...whatIfLines(whatIf.rounds, said.join(', '))] : [])];
      for (const line of fit(lines, terminal.width)) terminal.print(line);
    }
    return report.differences.length === 0 && report.lost === undefined ? exits.ok : exits.notAsScripted;
  },
};
