/** The person's memory, for clients. */
import type { Environment } from '../../config/config-layers.ts';
import { createMemoryStory } from '../../history/story/memory-story.ts';
import { findTask } from '../../history/tasks/find-task.ts';
import { streamJournal } from '../../journal/stream.ts';
import { lessonStatus } from '../memory/lesson-status.ts';
import { rememberFact } from '../memory/remember-fact.ts';
import { withMemory } from '../memory/with-memory.ts';
import { checkRequest } from './check-requests.ts';
import type { DriveMemory } from './drive.ts';

/** How many tags an overview names. */
const strongest = 10;
/** How many tags, and how many memories of one tag, are returned at once. */
const maxTags = 1_000;
const maxKept = 1_000;

type Options = { readonly data: string; readonly env: Environment; readonly onNotice: (text: string) => void };

export function driveMemory({ data, env, onNotice }: Options): DriveMemory {
  const memory = { data, clock: () => new Date(), onNotice };
  return {
    overview: () => withMemory({ ...memory, create: false }, (keeper) => keeper.overview({ strongest })),
    async why(task) {
      checkRequest.text(task, 'the task');
      const { path } = await findTask(data, task);
      const teller = createMemoryStory();
      for await (const line of streamJournal(path)) if ('entry' in line) teller.add(line.entry);
      const story = teller.story();
      return { ...story, ...(await lessonStatus(story.taught, memory)) };
    },
    async remember(said) {
      checkRequest.text(said, 'the fact');
      return (await rememberFact(said, env, memory)).stored;
    },
    async forget(id, options = {}) {
      checkRequest.text(id, 'the memory');
      checkRequest.forget(options);
      return withMemory({ ...memory, create: false }, (keeper) => keeper.forget({ id, purge: options.purge ?? false }));
    },
    async tags(options = {}) {
      checkRequest.tags(options);
      const { space = null, limit = maxTags } = options;
      return withMemory({ ...memory, create: false }, (keeper) => keeper.tags({ space, limit: Math.min(limit, maxTags) }));
    },
    async view({ space, entity }) {
      checkRequest.text(space, 'the space');
      checkRequest.text(entity, 'the entity');
      return withMemory({ ...memory, create: false }, (keeper) => keeper.view({ space, entity, limit: maxKept }));
    },
  };
}
