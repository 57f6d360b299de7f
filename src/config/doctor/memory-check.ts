/** Checks whether memory works: it can be opened, or the process that holds it answers. Leaves nothing behind. */
import { join } from 'node:path';
import { asArtooError } from '../../contracts/errors.ts';
import { openLocalKeeper } from '../../memory/local-keeper.ts';
import { openKeeper } from '../../memory/memory.ts';
import { hasMemory, memoryFolder } from '../../memory/memory-folder.ts';
import { countInbox, refusedEnding } from '../../memory/transfer/inbox.ts';
import { type Finding, ok, type Subject, warning } from './finding.ts';

export const memorySubject: Subject = { name: 'memory', about: 'machine' };

/** Tasks also run without memory, so a fault is only a warning. */
export async function checkMemory(data: string): Promise<Finding> {
  const folder = memoryFolder(data);
  try {
    if (!(await hasMemory(data))) return ok(memorySubject, 'not created yet (the first task creates it)');
    const { waiting, refused } = await countInbox(folder);
    const { isServed, count, notices } = await look(folder);
    const detail = [
      isServed ? 'served by another process' : 'can be opened',
      `${count} ${count === 1 ? 'memory' : 'memories'}`,
      ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'file waits' : 'files wait'} in the inbox`] : []),
      ...(refused > 0 ? [`${refused} ${refused === 1 ? 'file' : 'files'} in the inbox ${refused === 1 ? 'was' : 'were'} refused`] : []),
    ].join(', ');
    if (refused > 0) return warning(memorySubject, detail, refusedHint(folder));
    const [notice] = notices;
    return notice === undefined ? ok(memorySubject, detail) : warning(memorySubject, `${detail}; ${notice}`, repairHint);
  } catch (thrown) {
    const { message, hint } = asArtooError(thrown, 'memory_unavailable');
    return warning(memorySubject, message, hint);
  }
}

const repairHint = '`artoo memory dream` checks all of it, and rebuilds what it can.';

const refusedHint = (folder: string): string =>
  `Look at the files in ${join(folder, 'inbox')} whose names end in ${refusedEnding}: repair them and remove that ending, or delete them.`;

type Looked = { readonly isServed: boolean; readonly count: number; readonly notices: readonly string[] };

/** Opens the memory only briefly, and leaves files in the inbox to a process that runs longer. */
async function look(folder: string): Promise<Looked> {
  const notices: string[] = [];
  const options = { clock: () => new Date(), onNotice: (text: string) => void notices.push(text) };
  const held = await openLocalKeeper(join(folder, 'store'), options);
  const keeper = held === 'locked' ? openKeeper(folder, options) : held;
  try {
    const { levels, unerased } = await keeper.overview({ strongest: 0 });
    if (unerased > 0) notices.push('the text of purged memories may still be on the disk');
    return { isServed: held === 'locked', count: levels.M + levels.K + levels.C, notices };
  } finally {
    await keeper.close();
  }
}
