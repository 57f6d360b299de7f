/** Whether memory is there: it can be opened, or whoever holds it answers. Nothing is left behind. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asArtooError } from '../contracts/errors.ts';
import { holdMemory } from '../memory/keep.ts';
import { openKeeper } from '../memory/memory.ts';
import { type Finding, ok, type Subject, warning } from './finding.ts';
import { memoryFolder } from './memory-folder.ts';

export const memorySubject: Subject = { name: 'memory', about: 'machine' };

/** Tasks go on without memory: what is wrong with it is a warning. */
export async function checkMemory(data: string): Promise<Finding> {
  const folder = memoryFolder(data);
  if (!existsSync(folder)) return ok(memorySubject, 'empty (made with the first task)');
  try {
    const { letters, unreadable } = await waitingIn(join(folder, 'inbox'));
    const { isServed, count, notices } = await look(folder);
    const detail = [
      isServed ? 'served by another process' : 'can be opened',
      `${count} ${count === 1 ? 'memory' : 'memories'}`,
      ...(letters > 0 ? [`${letters} ${letters === 1 ? 'letter waits' : 'letters wait'} to be written`] : []),
    ].join(', ');
    if (unreadable > 0)
      return warning(memorySubject, `${detail}, ${unreadable} set aside that cannot be read`, `Look at ${join(folder, 'inbox')}.`);
    const [notice] = notices;
    return notice === undefined ? ok(memorySubject, detail) : warning(memorySubject, `${detail}; ${notice}`, mend);
  } catch (thrown) {
    const { message, hint } = asArtooError(thrown, 'memory_unavailable');
    return warning(memorySubject, message, hint);
  }
}

const mend = '`artoo memory dream` looks through all of it, and makes anew what it can.';

async function waitingIn(inbox: string): Promise<{ readonly letters: number; readonly unreadable: number }> {
  const names = await readdir(inbox).catch(() => []); // nothing ever had to wait
  const ending = (suffix: string) => names.filter((name) => name.endsWith(suffix)).length;
  return { letters: ending('.json'), unreadable: ending('.unreadable') };
}

type Looked = { readonly isServed: boolean; readonly count: number; readonly notices: readonly string[] };

/** Held only while it is looked at, so that what waits is left to those who come to stay. */
async function look(folder: string): Promise<Looked> {
  const notices: string[] = [];
  const options = { clock: () => new Date(), onNotice: (text: string) => void notices.push(text) };
  const held = await holdMemory(join(folder, 'store'), options);
  const keeper = held === 'locked' ? openKeeper(folder, options) : held;
  try {
    const { levels } = await keeper.overview({ strongest: 0 });
    return { isServed: held === 'locked', count: levels.M + levels.K + levels.C, notices };
  } finally {
    await keeper.close();
  }
}
