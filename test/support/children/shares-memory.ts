/** Shares a memory with other processes, in one of several ways. */
import { once } from 'node:events';
import { openSharedKeeper } from '../../../src/memory/share/shared-keeper.ts';
import { holdFile, holdLevel, megramOf } from './file-keeper.ts';

const [how = '', folder = '', name = '', many = '0', store = 'file'] = process.argv.slice(2);

const say = (line: string) => process.stdout.write(`${line}\n`);
const memory = openSharedKeeper({
  folder,
  async hold() {
    const held = await (store === 'file' ? holdFile(folder) : holdLevel(folder));
    if (held !== 'locked') say('holds');
    return held;
  },
});
const write = async (id: string) => {
  await memory.write({ megrams: [megramOf(id, name)] });
  say(`ack ${id}.`);
};

/** Sixteen at a time. */
async function writeAll(left: string[]): Promise<void> {
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await write(id);
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

const ways: Readonly<Record<string, () => Promise<void>>> = {
  /** Writes once, then nothing more, and does not close: nothing but the process itself shows that it is there. */
  once: async () => write(name),
  /** Writes once, and keeps running until it is told to close. */
  async stays() {
    await write(name);
    const staying = setInterval(() => {}, 1000);
    process.once('SIGTERM', async () => {
      await memory.close();
      clearInterval(staying);
      say('closed');
    });
  },
  /** Does something that only one process may do, until it is killed. */
  async alone() {
    setInterval(() => {}, 1000);
    const done = await memory.alone(async () => {
      say('alone');
      await new Promise(() => {});
    });
    if (done === undefined) say('not alone');
  },
  /** Writes many memories, the last thousand of them when it is told to, and keeps running until it is killed. */
  async many() {
    setInterval(() => {}, 1000);
    const told = once(process, 'SIGUSR2');
    const ids = Array.from({ length: Number(many) }, (_, at) => `${name}-${at}`);
    await writeAll(ids.splice(1_000));
    await told;
    await writeAll(ids);
  },
};
await ways[how]?.();
say('done');
