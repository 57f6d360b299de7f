/** Paths as the person wrote them. Pure. */
import type { TaskStory } from '../../history/story/task-story.ts';
import { nearPaths } from '../near-paths.ts';

/** The same story, in whose rounds and gaps paths below the folder that it was started in are shown from there. */
export function nearStory(story: TaskStory): TaskStory {
  const { cwd, rounds, result } = story;
  const near = <T>(part: T): T =>
    JSON.parse(JSON.stringify(part), (_, value) => (typeof value === 'string' ? nearPaths(value, cwd) : value)); // the same shape with other texts
  return { ...story, rounds: near(rounds), result: result && { ...result, unmet: near(result.unmet) } };
}
