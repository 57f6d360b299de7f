/** `artoo demo`: runs the scenarios one after the other, and shows each as it runs. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Demo, openDemo } from '../../app/demo.ts';
import { findScenario, type Scenario, scenarios } from '../../app/scenarios.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Task } from '../../engine/tasks-under-way.ts';
import type { Model } from '../../models/model.ts';
import { createLiveLines } from '../../view/task/live-lines.ts';
import { resultLines } from '../../view/task/result-lines.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { onAbort } from '../terminal/on-abort.ts';

export const demo: Command = {
  name: 'demo',
  usage: 'artoo demo [scenario …] [--slow]',
  summary: `Runs whole tasks with scripted models and real tools in a scratch folder.
With --slow the models take as long as real ones. Exit code 0 when each task ended as scripted, ${exits.failed} when not.

Scenarios
${scenarios.map(({ name, shows }) => `  ${name.padEnd(13)} ${shows}`).join('\n')}`,

  async run(args, terminal) {
    const slow = args.includes('--slow');
    const names = args.filter((arg) => arg !== '--slow');
    const unknown = names.find((arg) => arg.startsWith('-'));
    if (unknown !== undefined)
      throw new ArtooError('usage', `demo has no option ${unknown.slice(0, 60)}; \`artoo demo --help\` lists what it takes`);
    const chosen = names.length > 0 ? names.map(findScenario) : scenarios;
    for (const [at, scenario] of chosen.entries()) {
      const title = `── ${at + 1} of ${chosen.length} ── ${scenario.name}: ${scenario.shows}`;
      const code = await play(scenario, `${at === 0 ? legend : ''}${title}`, slow, terminal);
      if (code !== exits.ok) return code;
    }
    terminal.print(`${chosen.length === 1 ? 'It' : `All ${chosen.length}`} ended as scripted.`);
    return exits.ok;
  },
};

/** What the letters mean, before the first task uses them. */
const legend = `R1 understands, R2 plans, R3 works with real tools, R4a checks each part,
R4b checks the whole, R7 decides what happens next. The models are scripted.
  D  how much is missing        P  how much of that is the approach's own fault
  Ω  how much is spent          L  the loss, made of all three
  ∇L how the loss changed: ↓ better, ↑ worse, → no change, ⊥ nothing to compare yet

`;

async function play(scenario: Scenario, title: string, slow: boolean, terminal: Terminal): Promise<number> {
  const { print, note } = terminal;
  const data = terminal.env.ARTOO_DATA_DIR ? await quickDataFolder({}, terminal) : undefined; // else its journals are temporary
  await using demo = await openDemo(scenario, { data, ...(slow ? { around: slowly } : {}) });
  const results: FinalResult[] = [];
  for (let run = 1; run <= (scenario.runs ?? 1); run += 1) {
    const started = demo.start(); // before the title: one that cannot start has none
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
  onAbort(cancel, () => task.cancel(), over.signal);
  onAbort(terminate, () => void demo.host.close(), over.signal);
  task.result.finally(() => over.abort()).catch(() => {}); // a failure is thrown below
  const shown = showEntries(demo, task, terminal);
  const result = await task.result;
  await shown;
  for (const line of resultLines(result, terminal.width)) print(line);
  print(`\njournal  ${journal}\n`);
  return result;
}

async function showEntries({ host, folder }: Demo, task: Task, { print, width }: Terminal): Promise<void> {
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
