import { headers } from '@nats-io/transport-node';
import { expect, test } from 'vitest';
import { busServer } from '../../../test/support/bus-place.ts';
import { journalText } from '../../../test/support/ended-journal.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { Bus } from '../bus.ts';
import { openObjects } from '../objects/objects.ts';
import type { Markers } from '../owners/markers.ts';
import { refuseEarly } from './take-log.ts';

const { signal } = new AbortController();
const task_id = 't' as TaskId; // a valid name, which is all that a task id must be

type Applying = { readonly halfApplied?: Markers['halfApplied']; readonly refuseLiving?: () => Promise<void> };

/** A task from the data folder `first`, seen by the host of another one; `meanwhile` happens while that host looks for the marks in the task's folder. */
async function seen(
  meanwhile: (append: (id: string, lines: string) => Promise<unknown>) => Promise<unknown>,
  found: (epochs: ReadonlySet<string>) => boolean,
  { halfApplied = () => undefined, refuseLiving = async () => {} }: Applying = {},
) {
  const { bus } = await busServer();
  const told = headers();
  told.set('Artoo-Folder', 'first');
  const append = (id: string, lines: string) => bus.stream.publish(bus.names.log(task_id), lines, { msgID: id, headers: told });
  await append('e0-0', journalText(task_id, { isOver: false }));
  let happens: Promise<unknown> | undefined;
  const getMessage: Bus['manager']['streams']['getMessage'] = async (...asked) => {
    await happens;
    return bus.manager.streams.getMessage(...asked);
  };
  const streams = Object.assign(Object.create(bus.manager.streams), { getMessage });
  const manager: Bus['manager'] = Object.assign(Object.create(bus.manager), { streams });
  const unmarked: Markers['unmarked'] = (epochs) => {
    happens ??= meanwhile(append);
    return found(epochs) ? [] : ['/p'];
  };
  const nothing = () => {};
  const applying = () => ({ [Symbol.dispose]: nothing });
  const markers: Markers = {
    isShared: true,
    write: nothing,
    unmarked,
    applying,
    halfApplied,
    settled: nothing,
    clear: nothing,
  };
  const place = { bus: { ...bus, manager }, objects: openObjects(bus), task_id, cwd: '/p', workspace: '/p', folder: 'second', markers };
  return refuseEarly(place, signal, refuseLiving);
}

test('marks that another host has written meanwhile prove as much as those of the host before', async () => {
  await seen(
    (append) => append('e1-takes', ''),
    (epochs) => epochs.has('e1'),
  );
});

test('a task whose marks are gone because it ended meanwhile is over', async () => {
  const end =
    '{"kind":"message","id":"t-2","seq":2,"ts":"2026-11-20T12:00:00.000Z","task_id":"t","from":"R7","to":"User","type":"FinalResult","payload":{}}\n';
  await expect(
    seen(
      (append) => append('e0-2', end),
      () => false,
    ),
  ).rejects.toMatchObject({ code: 'task_over' });
});

test('marks of no host that the log knows prove nothing', async () => {
  await expect(
    seen(
      async () => {},
      () => false,
    ),
  ).rejects.toMatchObject({ code: 'task_elsewhere' });
});

test.each([
  ['lives, and is still applying them', 'task_taken', 'first', async () => Promise.reject(new ArtooError('task_taken', 'it lives'))],
  ['died while it was applying them', 'task_half_applied', 'first', async () => {}],
  ['completed them and then died', undefined, undefined, async () => {}],
] as const)('where changes seem to be half applied and their host %s, that is told', async (_, code, left, refuseLiving) => {
  let isFirst = true;
  const halfApplied = () => {
    if (!isFirst) return left;
    isFirst = false;
    return 'first';
  };
  const refused = await seen(
    async () => {},
    () => true,
    { halfApplied, refuseLiving },
  ).catch((error) => error.code);
  expect(refused).toBe(code);
});
