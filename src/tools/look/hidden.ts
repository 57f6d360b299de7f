/** What commands cannot see or reach here, one sentence each (docs/harm.md). */

/** `isContained`: whether this machine can build walls. */
export const hiddenFrom = (isContained: boolean): readonly string[] =>
  isContained
    ? [
        'Commands run in a copy-on-write view: what they change becomes real afterwards, or after a yes of the person.',
        'Commands have an empty /tmp, /var/tmp, /run and /dev/shm of their own, which are gone with them; a current folder below /tmp is seen.',
        'Commands reach other machines by http and https alone, host by host, where a rule or the person allows it (shell with network: true): no other protocol, port or address, no ssh. They have no Unix sockets, and see no processes but their own.',
        'Commands see the system, the home, the current folder, the workspace and places that the person named. Other places are closed: "Permission denied" there says nothing about what they hold.',
        'Places of secrets (~/.ssh, ~/.aws, keyrings, browser profiles and others) and the data of artoo are closed to commands and tools.',
      ]
    : [
        'There is no containment here: a command that does not plainly only read needs a yes of the person.',
        'Places of secrets (~/.ssh, ~/.aws, keyrings, browser profiles and others) and the data of artoo are kept from tools.',
      ];
