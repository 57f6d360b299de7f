/** What commands cannot see or reach here, one sentence each (docs/harm.md). */

/** `isContained`: whether this machine can build walls. */
export const hiddenFrom = (isContained: boolean): readonly string[] =>
  isContained
    ? [
        'Commands run in a copy-on-write view: what they change becomes real afterwards, or after a yes of the person.',
        'Commands have an empty /tmp, /run and /dev/shm of their own, which are gone with them; a current folder below /tmp is seen.',
        'Commands have no network unless the person grants it, and see no processes but their own.',
        'Places of secrets (~/.ssh, ~/.aws, keyrings, browser profiles …) and the data of artoo are hidden from commands and tools.',
      ]
    : [
        'There is no containment here: a command that does not plainly only read needs a yes of the person.',
        'Places of secrets (~/.ssh, ~/.aws, keyrings, browser profiles …) and the data of artoo are kept from tools.',
      ];
