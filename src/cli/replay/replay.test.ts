import { describe, expect, test } from 'vitest';
import { goldenPath } from '../../../test/support/golden-entries.ts';
import { newTerminal } from '../../../test/support/in-process.ts';
import { exits, type Terminal } from '../command.ts';
import { replay } from './replay.ts';

const gone = AbortSignal.abort();

async function run(args: readonly string[], more: Partial<Terminal> = {}) {
  const { terminal, out } = newTerminal(more);
  const code = await replay.run(args, terminal);
  return { code, out };
}

describe('artoo replay', () => {
  test.each(['cancel', 'terminate'] as const)('stops in the middle on %s, and finds nothing', async (how) => {
    await expect(run([goldenPath('first-task')], { [how]: gone })).rejects.toMatchObject({ code: 'cancelled' });
  });

  test.each([40, 80])('fits %i columns', async (width) => {
    const { code, out } = await run([goldenPath('giving-up'), '--with', 'kill=1'], { width });
    expect(code).toBe(exits.ok);
    expect(out.filter((line) => line.length > width)).toEqual([]);
  });

  test('asks for a terminal before it reads anything', async () => {
    await expect(run(['/nowhere.jsonl', '--step'])).rejects.toMatchObject({ code: 'usage' });
  });
});
