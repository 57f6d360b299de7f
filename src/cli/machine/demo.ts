/** `artoo demo`: runs the scenarios, one after the other, and tells what happens as it happens. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Demo, openDemo } from '../../app/demo.ts';
import { findScenario, type Scenario, scenarios } from '../../app/scenarios.ts';
import { dataFolder } from '../../config/configure.ts';
import { homeIn } from '../../config/folders.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Task } from '../../engine/tasks-under-way.ts';
import type { Model } from '../../models/model.ts';
import { createLiveLines } from '../../view/task/live-lines.ts';
import { resultLines } from '../../view/task/result-lines.ts';
import { type Command, exits, type Terminal } from '../command.ts';

export const demo: Command = {
  name: 'demo',
  usage: 'artoo demo [scenario …] [--slow]',
  summary: `Runs whole tasks with scripted models and real tools in a scratch folder.
Exit code 0 when each ended as scripted. With --slow the models take as long as real ones, to watch.

Scenarios
${scenarios.map(({ name, shows }) => `  ${name.padEnd(13)} ${shows}`).join('\n')}`,

  async run(args, terminal) {
    const slow = args.includes('--slow');
    const names = args.filter((arg) => arg !== '--slow');
    const unknown = names.find((arg) => arg.startsWith('-'));
    if (unknown !== undefined)
      throw new ArtooError('usage', `demo has no option ${unknown.slice(0, 60)}; \`artoo demo --help\` says what it has`);
    const chosen = names.length > 0 ? names.map(findScenario) : scenarios;
    let told = legend;
    for (const [at, scenario] of chosen.entries()) {
      const title = `── ${at + 1} of ${chosen.length} ── ${scenario.name}: ${scenario.shows}`;
      const code = await play(scenario, `${told}${title}`, slow, terminal);
      told = '';
      if (code !== exits.ok) return code;
    }
    terminal.print(`${chosen.length === 1 ? 'It' : `All ${chosen.length}`} ended as scripted.`);
    return exits.ok;
  },
};

/** Whoever sees this for the first time knows none of the letters. */
const legend = `R1 understands, R2 plans, R3 works with real tools, R4a checks each part,
R4b the whole, R7 decides how it goes on. The models are scripted.
  D  how much is missing        P  how much of that is the approach's own fault
  Ω  how much is spent          L  the loss of all three
  ∇L where it is going: ↓ better, ↑ worse, → no change, ⊥ nothing to compare yet

`;

async function play(scenario: Scenario, title: string, slow: boolean, terminal: Terminal): Promise<number> {
  const { print, note } = terminal;
  await using demo = await openDemo(scenario, { data: dataIn(terminal), ...(slow ? { around: slowly } : {}) });
  const results: FinalResult[] = [];
  for (let run = 1; run <= (scenario.runs ?? 1); run += 1) {
    const started = demo.start(); // what cannot be started has no title
    print(run === 1 ? `${title}\ngoal "${scenario.goal}" in ${demo.folder}\n` : `once more "${scenario.goal}"\n`);
    const result = await follow(demo, started, terminal);
    if (result.reason === 'cancelled') return exits.cancelled;
    results.push(result);
  }
  const surprises = demo.surprises(results);
  for (const surprise of surprises) note(`not as scripted: ${surprise}`);
  return surprises.length === 0 ? exits.ok : exits.failed;
}

async function follow(demo: Demo, { task, journal }: ReturnType<Demo['start']>, terminal: Terminal): Promise<FinalResult> {
  const { print, cancel, terminate } = terminal;
  const over = new AbortController();
  listen(cancel, () => task.cancel(), over.signal);
  listen(terminate, () => void demo.host.close(), over.signal);
  task.result.finally(() => over.abort()).catch(() => {}); // how it ends is seen below
  const told = tell(demo, task, terminal);
  const result = await task.result;
  await told;
  for (const line of resultLines(result, terminal.width)) print(line);
  print(`\njournal  ${journal}\n`);
  return result;
}

/** Journals are kept where tasks keep theirs only when somebody says where that is. */
function dataIn({ env, cwd }: Terminal): string | undefined {
  return env.ARTOO_DATA_DIR ? dataFolder({ flags: {}, env, cwd, home: homeIn(env) }) : undefined;
}

/** Calls back when the signal fires, or has fired, as long as it matters. */
function listen(signal: AbortSignal, callback: () => void, over: AbortSignal): void {
  if (signal.aborted) callback();
  signal.addEventListener('abort', callback, { once: true, signal: over });
}

async function tell({ host, folder }: Demo, task: Task, { print, width }: Terminal): Promise<void> {
  const linesOf = createLiveLines(folder);
  for await (const seen of host.watch({ task_id: task.id })) {
    if ('lost' in seen) print(`      (${seen.lost} entries were not shown)`);
    else for (const line of linesOf(seen.entry, width)) print(line);
  }
}

/** The same model, as slow as a real one. */
const slowly = (model: Model): Model => ({
  ...model,
  async step(request, origin, signal) {
    await delay(600, undefined, { signal });
    return model.step(request, origin, signal);
  },
});
