import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { evidence, offered } from '../../../../test/support/declared.ts';
import type { Criterion } from '../../../contracts/criteria.ts';
import type { ToolCall } from '../../../contracts/execution.ts';
import { succeeded, type Tool, type ToolEvidence } from '../../../tools/tool.ts';
import { createToolbox } from '../../../tools/toolbox.ts';
import { falseClaims } from '../answer/false-claims.ts';
import { declaredCalls } from './declared-call.ts';
import { weigh } from './weigh.ts';

const Page = z.object({ page: z.string() });

/** A tool of a person's own. */
const openPage = (declares?: ToolEvidence): Tool<z.infer<typeof Page>> => ({
  name: 'open_page',
  description: 'Open a page.',
  input: Page,
  timeoutMs: 1_000,
  target: ({ page }) => page,
  changes: () => false,
  repeatable: () => true,
  ...(declares ? { evidence: declares } : {}),
  run: async () => succeeded(''),
});

const call = (output_head_tail: string, more: Partial<ToolCall> = {}): ToolCall => ({
  call_id: '1.1.1/R3/1.1',
  tool: 'open_page',
  input: { page: 'wiki/plums' },
  target: 'wiki/plums',
  ok: true,
  output_head_tail,
  ...more,
});

const cwd = '/home';
const asked = (criterion: string): Criterion => ({ criterion, mode: 'verifiable', weight: 1 });

function counts(criterion: string, cited: string, calls: readonly ToolCall[], declares?: ToolEvidence): boolean {
  const made = declaredCalls(calls, createToolbox([openPage(declares)]).evidence);
  return weigh([cited], asked(criterion), { calls: made, cwd, said: '', given: [], answer: '', inFiles: new Map() }).counts;
}

describe("a tool of a person's own", () => {
  const reads: ToolEvidence = { kind: 'reads', path: 'page' };
  const page = call('Plums are ripe in August.');
  const absent = 'wiki/plums/ does not mention "pears"';

  test('that declares that it reads a file shows what is not in it; one that declares nothing does not', () => {
    expect(counts(absent, 'Plums are ripe in August.', [page], reads)).toBe(true);
    expect(counts(absent, 'Plums are ripe in August.', [page])).toBe(false);
  });

  test('counts for what it shows, declared or not', () => {
    const shown = 'The answer says that plums are ripe in August';
    expect(counts(shown, 'Plums are ripe in August.', [page], reads)).toBe(true);
    expect(counts(shown, 'Plums are ripe in August.', [page])).toBe(true);
  });

  test('that reads only a part where it is asked for one does not show what is absent', () => {
    const part = call('Plums are ripe in August.', { input: { page: 'wiki/plums', lines: 2 } });
    expect(counts(absent, 'Plums are ripe in August.', [part], { ...reads, parts: ['lines'] })).toBe(false);
  });

  test('that declares that it searches shows by finding nothing that something is nowhere', () => {
    const none = call('0 hits', { input: { page: 'wiki', words: 'pears' } });
    const searches: ToolEvidence = { kind: 'searches', root: 'page', none: /^0 hits$/ };
    expect(counts('there is no mention of pears in wiki/', '1.1.1/R3/1.1', [none], searches)).toBe(true);
    expect(counts('there is no mention of pears in wiki/', '1.1.1/R3/1.1', [none])).toBe(false);
  });

  test('may have changed anything where it declares nothing, and only what was seen where it does', () => {
    const claimed = (declares?: ToolEvidence) =>
      falseClaims('I created notes.md.', declaredCalls([page], createToolbox([openPage(declares)]).evidence), cwd);
    expect(claimed()).toEqual([]);
    expect(claimed(reads)).toEqual(['the answer says that notes.md was changed, but no call changed it']);
  });
});

/** Scripts may show and do anything. */
const undeclared = ['applescript', 'shortcuts'];

test('our own tools all declare what they show, by parts of the input that they have', () => {
  const declaring = offered.filter(({ name }) => !undeclared.includes(name));
  expect([...evidence.keys()].toSorted()).toEqual(declaring.map(({ name }) => name).toSorted());
  for (const { name, input } of declaring) {
    const { kind: _, ...declared } = evidence.get(name) ?? expect.unreachable();
    const parts = Object.values(declared)
      .flat()
      .filter((value) => typeof value === 'string');
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) expect(input).toHaveProperty(['properties', part]);
  }
});
