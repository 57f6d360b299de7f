import { expect, test } from 'vitest';
import { busServer } from '../../test/support/bus-place.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { Bus } from './bus.ts';
import { messagesOf } from './read.ts';

/** More messages than the server sends in advance. */
const many = 400;

async function filled(): Promise<{ readonly bus: Bus; readonly erase: (seq: number) => Promise<unknown> }> {
  const { bus } = await busServer();
  for (let n = 0; n < many; n += 1) bus.connection.publish(bus.names.log(`t${n}` as TaskId)); // a valid name, which is all that a task id must be here
  await bus.connection.flush();
  return { bus, erase: (seq) => bus.manager.streams.deleteMessage(bus.names.stream('log'), seq, false) };
}

async function read(bus: Bus, onFirst: () => Promise<unknown> = async () => {}): Promise<readonly number[]> {
  const seqs: number[] = [];
  for await (const { seq } of messagesOf(bus, 'log', bus.names.all('log'))) {
    seqs.push(seq);
    if (seqs.length === 1) await onFirst();
  }
  return seqs;
}

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1);

test('a reader ends although the last messages are deleted one by one while it reads', async () => {
  const { bus, erase } = await filled();
  const seqs = await read(bus, async () => {
    for (const seq of [many, many - 1, many - 2]) await erase(seq);
  });
  expect(seqs).toEqual(upTo(many - 3));
});

test('messages that are deleted in the middle are left out, and those that arrive later belong to the next reader', async () => {
  const { bus, erase } = await filled();
  const seqs = await read(bus, async () => {
    await erase(many - 5);
    await bus.stream.publish(bus.names.log('later' as TaskId), ''); // a valid name, as above
  });
  expect(seqs).toEqual(upTo(many).filter((seq) => seq !== many - 5));
  expect(await read(bus)).toHaveLength(many);
});
