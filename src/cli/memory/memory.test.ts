import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { memory } from './memory.ts';

test.each([[[]], [['show', 'x']], [['export']], [['remember', 'I use tabs']], [['dream']]])(
  'artoo memory %j says so where the memory is a link that leads nowhere',
  async (args) => {
    const data = scratch();
    const away = join(data, 'away');
    symlinkSync(away, join(data, 'memory'));
    await expect(runHere(memory, [...args, '--data', data])).rejects.toMatchObject({
      code: 'memory_unavailable',
      message: expect.stringContaining(`is a link to ${away}, which cannot be reached`),
    });
  },
);
