/** The person's memory as a team uses it: filed under the repository, read before plans and coders' turns, written from events on the board. */
import { join } from 'node:path';
import { repositoryIdentity } from '../../laws/places/repository-identity.ts';
import type { TaskMemory } from '../../roles/r5-memory/task-memory.ts';
import type { Board } from '../../team/board/board.ts';
import { git } from '../../team/git/git.ts';
import { createEntryReader } from '../../team/journal.ts';
import { lessonsOf } from '../../team/memory/lessons.ts';
import { isAvoided, linesOf, queryFor, runnerQuery } from '../../team/memory/recalled.ts';
import type { TeamMemory } from '../../team/memory/team-memory.ts';
import { sharedPorts } from '../wiring/wire.ts';

export type TeamMemoryOptions = {
  /** The repository. */
  readonly root: string;
  /** artoo's data folder. */
  readonly data: string;
  readonly onNotice: (text: string) => void;
  /** A memory to use in place of that in the data folder. */
  readonly memory?: TaskMemory & { close(): Promise<void> };
};

export type OpenTeamMemory = TeamMemory & AsyncDisposable;

export function openTeamMemory({ root, data, onNotice, memory: given }: TeamMemoryOptions): OpenTeamMemory {
  const memory = given ?? sharedPorts({ data, onNotice }).memory;
  const known = identityOf(root);
  const reader = createEntryReader(join(root, '.liza', 'journal.jsonl'));
  const runners = new Map<string, string>();
  const learnt = new Set<string>();

  const runnerOf = (task: string, agent: string): string | undefined => runners.get(`${task} ${agent}`);

  async function learn(board: Board): Promise<void> {
    const repository = await known;
    for (const line of reader.more())
      if (line.kind === 'intent' && line.what === 'turn') runners.set(`${line.task} ${line.by}`, line.runner);
    for (const megram of lessonsOf(board, { repository, runnerOf })) {
      if (learnt.has(megram.id)) continue;
      learnt.add(megram.id);
      memory.write(megram);
    }
  }

  let learning: Promise<void> = Promise.resolve();
  return {
    async recall(board, tasks) {
      const repository = await known;
      return linesOf(await memory.recall(queryFor(board, tasks, repository)), repository);
    },
    learn(board) {
      learning = learning
        .then(() => learn(board))
        .catch(({ message }: Error) => onNotice(`what the team learnt could not be saved: ${message}`));
    },
    async avoided(names) {
      const repository = await known;
      const recalled = await Promise.all(names.map((name) => memory.recall(runnerQuery(name, repository))));
      return names.filter((_, at) => recalled[at] !== undefined && isAvoided(recalled[at]));
    },
    async [Symbol.asyncDispose]() {
      await learning;
      await memory.close();
    },
  };
}

/** Computed as for ordinary tasks: it stays the same when the repository is moved or cloned. */
async function identityOf(root: string): Promise<string> {
  const [origin, first] = await Promise.all([
    git(root, ['config', '--get', 'remote.origin.url']),
    git(root, ['rev-list', '--first-parent', '--max-parents=0', 'HEAD', '--']),
  ]);
  const firstCommit = /^([0-9a-f]{40,64})\n?$/.exec(first.stdout)?.[1];
  return repositoryIdentity({ origin: origin.code === 0 ? origin.stdout.trim() : undefined, firstCommit }) ?? root;
}
