/**
 * Runs this many turns of the event loop: enough for everything that is ready in this process, but not for what a disk, a socket or another process
 * does.
 */
export async function turns(many: number): Promise<void> {
  for (let turn = 0; turn < many; turn += 1) await new Promise(setImmediate);
}
