/** Lets the event loop turn so many times: enough for everything that is ready in this process to happen, and for nothing that a disk, a socket or another process does. */
export async function turns(many: number): Promise<void> {
  for (let turn = 0; turn < many; turn += 1) await new Promise(setImmediate);
}
