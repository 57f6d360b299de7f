import { expect, test } from 'vitest';
import { z } from 'zod';
import { completeTool, type OwnTool } from './complete-tool.ts';
import { createToolbox } from './toolbox.ts';

const bare: OwnTool<{ city: string }> = {
  name: 'weather',
  description: 'The weather of a city.',
  input: z.object({ city: z.string() }),
  run: async ({ city }) => (city === 'nowhere' ? Promise.reject(new Error('there is no such city')) : `sunny in ${city}`),
};
const run = (own: OwnTool, input: Readonly<Record<string, string>>) =>
  createToolbox([completeTool(own)]).run(
    { tool: own.name, input, cwd: '/', workspace: '/' },
    { task_id: 't', key: 'k' },
    new AbortController().signal,
  );

test('what is not declared is assumed to be unsafe', () => {
  const tool = completeTool(bare);
  expect([tool.changes({}), tool.repeatable({}), tool.timeoutMs, tool.evidence]).toEqual([true, false, 60_000, undefined]);
});

test.each<[unknown, string]>([
  [{ city: 'Bonn' }, 'Bonn'],
  [{ city: 'Bonn', days: 3 }, 'Bonn'],
  [{ city: 'Bonn', country: 'DE' }, '{"city":"Bonn","country":"DE"}'],
  [{ days: 3 }, '{"days":3}'],
  ['Bonn', 'Bonn'],
  [null, 'null'],
  [undefined, ''],
])('the target of %j is %j', (input, target) => {
  expect(completeTool(bare).target(input)).toBe(target);
});

test('a text is an output, and what is thrown an error', async () => {
  expect(await run(bare, { city: 'Bonn' })).toEqual({ ok: true, output: 'sunny in Bonn', truncated: false });
  expect(await run(bare, { city: 'nowhere' })).toMatchObject({ ok: false, error: { class: 'failed', message: 'there is no such city' } });
});

test('what is declared counts, also where it is a method of a class', async () => {
  class Weather {
    readonly name = 'weather';
    readonly description = 'The weather.';
    readonly input = z.object({ city: z.string() });
    readonly timeoutMs = 5;
    readonly sky = 'sunny';
    changes() {
      return false;
    }
    repeatable() {
      return true;
    }
    target({ city }: { city: string }) {
      return `${city}: ${this.sky}`;
    }
    async run({ city }: { city: string }) {
      return `${this.sky} in ${city}`;
    }
  }
  const tool = completeTool(new Weather());
  expect([tool.changes({}), tool.repeatable({}), tool.timeoutMs, tool.target({ city: 'Bonn' })]).toEqual([false, true, 5, 'Bonn: sunny']);
  expect(await run(new Weather(), { city: 'Bonn' })).toMatchObject({ output: 'sunny in Bonn' });
});
