/** The process that `artoo demo killed` kills: it begins the task, sends every entry to its parent, and waits forever at one model step. */
import { openDemo } from './demo.ts';
import { placeIn } from './demo-place.ts';
import { findStop, isSprint, isTrial } from './scenarios.ts';

const [name = '', folder = '', data = ''] = process.argv.slice(2);
const scenario = findStop(name);
if (isTrial(scenario) || isSprint(scenario)) throw new TypeError(`${name} is not a task`);
process.on('disconnect', () => process.exit()); // it does not outlive its parent

const demo = await openDemo(scenario, placeIn(folder, data), {
  around: (model) => ({
    ...model,
    step: (request, origin, signal) => (origin.key === scenario.killedAt ? new Promise(() => {}) : model.step(request, origin, signal)),
  }),
});
const { task } = demo.start();
task.result.catch(() => {}); // the task never ends
for await (const seen of demo.host.watch({ task_id: task.id })) if ('entry' in seen) process.send?.(JSON.stringify(seen.entry));
