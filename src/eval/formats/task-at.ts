/** Fills the trial's folder into the texts of a task, once the folder is known. Pure. */
import type { Content, SuiteTask } from '../suite/suite-task.ts';
import { workPlace } from './moved-paths.ts';

export function taskAt(task: SuiteTask, work: string): SuiteTask {
  const text = (given: string): string => given.replaceAll(workPlace, work);
  const content = (given: Content): Content => (typeof given === 'string' ? text(given) : given);
  const files = (given: SuiteTask['files']) => Object.fromEntries(Object.entries(given).map(([path, each]) => [path, content(each)]));
  const { goal, setup, tests } = task;
  return {
    ...{ ...task, goal: text(goal), setup: setup.map(text), files: files(task.files) },
    ...(tests && { tests: { ...tests, files: files(tests.files), run: text(tests.run) } }),
  };
}
