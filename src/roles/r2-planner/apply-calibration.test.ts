import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import type { Blocked } from '../../contracts/plan.ts';
import type { Calibration, MustNot } from '../../memory/recall/calibrate.ts';
import { offer } from '../offer.ts';
import { applyCalibration, type Round } from './apply-calibration.ts';

const mustNot = (tool: string, target?: string): MustNot => ({
  tool,
  ...(target === undefined ? {} : { target }),
  because: `${tool} ${target ?? ''} failed`,
});
const calibration = (mustNots: readonly MustNot[]): Calibration => ({
  entries: mustNots.map(({ because }) => ({
    kind: 'MUST NOT',
    space: 's',
    entity: 'e',
    decision: -1,
    text: because,
    megrams: ['m'],
    enforced: true,
  })),
  mustNots,
  cautions: [],
});
const nothing: Blocked = { tools: [], targets: [] };
const round = (more: Partial<Round> = {}): Round => ({
  spec: { raw_input: 'Sum up notes.txt', clarifications: [] },
  offered: ['glob', 'read_file', 'shell'],
  blocked: nothing,
  ...more,
});

describe('what memory forbids is blocked', () => {
  type Row = readonly [
    title: string,
    mustNots: readonly MustNot[],
    more: Partial<Round>,
    blocked: Partial<Blocked>,
    lifted: readonly string[],
  ];
  test.each<Row>([
    ['a tool', [mustNot('glob')], {}, { tools: ['glob'] }, []],
    ['a program, which leaves the shell', [mustNot('shell:find')], {}, { tools: ['shell:find'] }, []],
    ['a call', [mustNot('read_file', 'old.txt')], {}, { targets: [{ tool: 'read_file', target: 'old.txt' }] }, []],
    ['nothing by a plan', [{ fingerprint: 'aa', because: 'b' }], {}, {}, []],
    [
      'beside what the directive blocks, once',
      [mustNot('glob'), mustNot('read_file', 'a')],
      { blocked: { tools: ['write_file', 'glob'], targets: [{ tool: 'read_file', target: 'a' }] } },
      { tools: ['write_file', 'glob'], targets: [{ tool: 'read_file', target: 'a' }] },
      [],
    ],
    [
      'all tools but the last',
      ['glob', 'read_file', 'shell'].map((tool) => mustNot(tool)),
      {},
      { tools: ['glob', 'read_file'] },
      ['shell'],
    ],
    [
      'not the last that a directive left',
      [mustNot('shell')],
      { offered: ['shell'], blocked: { tools: ['glob'], targets: [] } },
      { tools: ['glob'] },
      ['shell'],
    ],
    [
      'a call on what the person named, while another tool is left for it',
      [mustNot('read_file', 'notes.txt')],
      {},
      { targets: [{ tool: 'read_file', target: 'notes.txt' }] },
      [],
    ],
    [
      'no call on what the person named, where none would be left for it',
      ['glob', 'read_file', 'shell'].map((tool) => mustNot(tool, 'notes.txt')),
      {},
      {},
      ['glob', 'read_file', 'shell'],
    ],
    [
      'no call on it, where the other tools are forbidden altogether',
      [mustNot('glob'), mustNot('read_file'), mustNot('shell', 'notes.txt')],
      {},
      { tools: ['glob', 'read_file'] },
      ['shell'],
    ],
    [
      'every call on what was not named',
      ['glob', 'read_file', 'shell'].map((tool) => mustNot(tool, 'old.txt')),
      {},
      { targets: ['glob', 'read_file', 'shell'].map((tool) => ({ tool, target: 'old.txt' })) },
      [],
    ],
  ])('%s', (_, mustNots, more, blocked, lifted) => {
    const heeded = applyCalibration(calibration(mustNots), round(more));
    expect(heeded.blocked).toEqual({ ...nothing, ...blocked });
    const gone = mustNots.filter((each) => !heeded.calibration.mustNots.includes(each));
    expect(gone.map(({ tool }) => tool)).toEqual(lifted);
    const stated = heeded.calibration.entries.filter(({ enforced }) => !enforced);
    expect(stated.map(({ text }) => text)).toEqual(gone.map(({ because }) => because));
  });
});

test('whatever memory forbids, a tool is left, and one for everything that the person named', () => {
  const tool = fc.constantFrom('glob', 'read_file', 'shell', 'shell:find');
  const target = fc.option(fc.constantFrom('notes.txt', 'old.txt'), { nil: undefined });
  const offered = fc.uniqueArray(fc.constantFrom('glob', 'read_file', 'shell'), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(tool, target)), offered, (pairs, names) => {
      const { blocked } = applyCalibration(calibration(pairs.map(([name, on]) => mustNot(name, on))), round({ offered: names }));
      const left = offer(
        names.map((name) => ({ name })),
        blocked.tools,
      ).map(({ name }) => name);
      expect(left.some((name) => !blocked.tools.includes(name))).toBe(true);
      expect(left.some((name) => !blocked.targets.some((call) => call.tool === name && call.target === 'notes.txt'))).toBe(true);
    }),
    { numRuns: 1000 / oneIn(10) },
  );
});
