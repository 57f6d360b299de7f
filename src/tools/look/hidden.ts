/** What commands cannot see or reach on this machine, one sentence each (docs/harm.md). */

/** `isContained`: whether this machine can build walls. */
export const hiddenFrom = (isContained: boolean): readonly string[] =>
  isContained
    ? [
        'Commands run in a copy-on-write view: their changes become real afterwards, or once the person has approved them.',
        'Commands have their own empty /tmp, /var/tmp, /run and /dev/shm, which are removed when they end; a current folder below /tmp is visible.',
        'Commands reach other machines only by http and https, host by host, if a rule or the person allows it (shell with network: true): no other protocol, port or address, no ssh. They have no Unix sockets, and see only their own processes.',
        'Commands see the system, the home, the current folder, the workspace and places that the person named. Other places are closed: "Permission denied" there says nothing about what they hold.',
        'Places where secrets are kept (~/.ssh, ~/.aws, keyrings, browser profiles and others) and the data of artoo are closed to commands and tools.',
      ]
    : [
        'There is no containment here: a command needs approval from the person unless it plainly only reads.',
        'Places where secrets are kept (~/.ssh, ~/.aws, keyrings, browser profiles and others) and the data of artoo are kept from tools.',
      ];
