/** A person without a bus pays nothing for it. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { artoo, newHome } from '../support/command.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const task = ['Who are you?', '--replay', `${root}demo/talk.jsonl`];

/** How a command ends, and which of its built modules contain NATS code. */
async function loadedBy(args: readonly string[]) {
  const env = { NODE_OPTIONS: `--import=${root}test/support/list-loaded.mjs`, LISTED: 'JetStreamApiError' };
  const { code, out } = await artoo(args, { at: newHome(), env });
  return { code, loaded: out.split('\n').filter((line) => line.startsWith('loaded ')) };
}

test.each([[task], [['audit']], [['log']]])('without a bus nothing of NATS is loaded by %j', async (args) => {
  expect(await loadedBy(args)).toEqual({ code: 0, loaded: [] });
});

test('a bus that is not there ends the command', async () => {
  const { code, loaded } = await loadedBy([...task, '--bus', 'nats://127.0.0.1:9']);
  expect(code).toBe(69);
  expect(loaded).not.toEqual([]);
});
