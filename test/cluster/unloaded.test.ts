/** A person without a bus pays nothing for it. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { artoo, newHome } from '../support/command.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** How a task ends, and which of its modules, as they are built, hold code of NATS. */
async function taskWith(flags: readonly string[]) {
  const args = ['Who are you?', '--replay', `${root}demo/talk.jsonl`, ...flags];
  const env = { NODE_OPTIONS: `--import=${root}test/support/list-loaded.mjs`, LISTED: 'JetStreamApiError' };
  const { code, out } = await artoo(args, { at: newHome(), env });
  return { code, loaded: out.split('\n').filter((line) => line.startsWith('loaded ')) };
}

test('without a bus nothing of NATS is loaded', async () => {
  expect(await taskWith([])).toEqual({ code: 0, loaded: [] });
});

test('a bus that is not there ends the command', async () => {
  const { code, loaded } = await taskWith(['--bus', 'nats://127.0.0.1:9']);
  expect(code).toBe(69);
  expect(loaded).not.toEqual([]);
});
