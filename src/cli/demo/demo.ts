/** `artoo demo`: whole tasks to watch. At a terminal a tour that waits for the person; otherwise one after another. */
import { clusterScenario, findStop, isSprint, isTrial, type Stop, stops } from '../../app/demo/scenarios.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import type { Flag } from '../flags/flag-table.ts';
import { parseFlags } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import { findTty } from '../terminal/tty.ts';
import { playTask } from './play-task.ts';
import { playTrial } from './play-trial.ts';
import { createScriptStage, type Stage } from './stage.ts';
import { type Caller, closingLines, halfwayLines, introLines, listLines, skippedLines, titleLines } from './stage-texts.ts';
import { openTourStage } from './tour-stage.ts';

export const demoFlags: readonly Flag[] = [
  { name: 'fast', help: 'play the scenes one after another without pausing; the default where there is no terminal' },
  { name: 'slow', help: 'like --fast, but the models take as long as real ones' },
  { name: 'list', help: 'list all scenarios and what each shows' },
];

/** `artoo demo` as it is called from here: what it names next is typed there. */
export const demoFrom = (from: Caller): Command => ({ ...demo, run: (args, terminal) => runDemo(args, terminal, from) });

export const demo: Command = {
  name: 'demo',
  usage: 'artoo demo [options] [scenario …]',
  flags: demoFlags,
  words: [...stops, clusterScenario].map(({ name }) => name),
  get summary() {
    return `A tour of what artoo does: whole tasks with scripted models and real tools, each
in a scratch folder that is removed afterwards. It needs no model and no
network, and touches none of your files. Enter continues, s skips a scene, q
quits.

${flagHelp(demoFlags)}

Scenarios
${listLines([...stops, clusterScenario]).join('\n')}

With ARTOO_DATA_DIR set, the journals are kept there: artoo log shows them.
Exit code 0 when every scene went as expected or you quit; ${exits.failed} otherwise.`;
  },

  run: (args, terminal) => runDemo(args, terminal, 'command line'),
};

async function runDemo(args: readonly string[], terminal: Terminal, from: Caller): Promise<number> {
  const { flags, words } = parseFlags(args, demoFlags);
  if (flags.fast && flags.slow) throw new ArtooError('usage', 'use --fast or --slow, not both');
  const chosen = words.length > 0 ? words.map(findStop) : flags.list ? [...stops, clusterScenario] : stops;
  if (flags.list) {
    for (const line of listLines(chosen)) terminal.print(line);
    return exits.ok;
  }
  using tty = flags.fast || flags.slow || !terminal.isPrinting ? undefined : findTty(terminal, false);
  using stage = tty ? openTourStage(tty, terminal, chosen.length > 1) : createScriptStage(terminal, flags.slow ? slowMs : 0);
  return await play(chosen, stage, terminal, from); // awaited, because the stage is closed afterwards
}

const slowMs = 600;

async function play(chosen: readonly Stop[], stage: Stage, terminal: Terminal, from: Caller): Promise<number> {
  const data = terminal.env.ARTOO_DATA_DIR ? await quickDataFolder({}, terminal) : undefined; // otherwise its journals are temporary
  const first = stage.isTour && chosen === stops ? heart : chosen.length;
  if (chosen.length > 1) stage.show(introLines(first, chosen.length - first, stage));
  let [skipped, played] = [0, chosen.length];
  for (const [at, stop] of chosen.entries()) {
    if (at === first && !(await wantsMore(chosen.length - first, stage))) {
      played = first;
      break;
    }
    const scene = stage.scene();
    stage.show(titleLines(stop, at + 1, at < first ? first : chosen.length, stage.columns));
    await stage.pause('Enter plays it');
    const surprises = scene.left.aborted ? [] : await playOn(stop, scene, data, terminal);
    if (terminal.terminate.aborted) return exits.terminated;
    if (terminal.cancel.aborted) return exits.cancelled;
    if (stage.left.aborted) break;
    if (scene.left.aborted) {
      skipped += 1;
      stage.show(skippedLines);
      continue;
    }
    for (const surprise of surprises) terminal.note(`not as scripted: ${surprise}`);
    if (surprises.length > 0) return exits.failed;
    stage.tell(stop.after);
  }
  const hasModel = stage.isTour && (await isConfigured(terminal));
  const { isTour, columns, left } = stage;
  const hasLeft = left.aborted && played === chosen.length;
  stage.show(closingLines(played - skipped, { isTour, isOne: chosen.length === 1, hasLeft, skipped, hasModel, from, columns }));
  return exits.ok;
}

/** How many scenes a tour begins with: those that everyone should see. */
const heart = 6;

/** Whether the person wants to see the other scenes, too. */
async function wantsMore(count: number, stage: Stage): Promise<boolean> {
  const scene = stage.scene(); // otherwise a skipped scene before it would skip the question
  stage.show(halfwayLines(stage.columns));
  await scene.pause(`Enter plays the other ${count}`);
  return !scene.left.aborted;
}

async function playOn(stop: Stop, scene: Stage, data: string | undefined, { env }: Terminal): Promise<readonly string[]> {
  if (isTrial(stop)) return playTrial(stop, scene);
  if (isSprint(stop)) return (await import('./play-sprint.ts')).playSprintOn(scene, env); // a lot of code for a single scene
  if (stop === clusterScenario) return (await import('./play-cluster.ts')).playCluster(stop, scene, data); // loads NATS, for a single scene
  return playTask(stop, scene, data);
}

/** Whether there is a model already. Errors in the settings are reported where they are used. */
async function isConfigured({ env, cwd }: Terminal): Promise<boolean> {
  const { configure } = await import('../../config/configure.ts'); // needed only at the end of a tour
  return configure({ flags: {}, env, cwd, home: homeIn(env) }).then(
    ({ endpoints }) => endpoints !== undefined,
    () => false,
  );
}
