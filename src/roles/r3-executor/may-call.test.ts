import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import type { Blocked } from '../../contracts/plan.ts';
import type { AboutCall } from '../../tools/toolbox.ts';
import { whyNotCalled } from './may-call.ts';

type Asked = Partial<AboutCall> &
  Partial<Blocked> & { readonly tool?: string; readonly offered?: readonly string[]; readonly again?: boolean };

/** A shell line that may be run, except for what the test changes. */
function why({ tool = 'shell', target = 'ls -l', programs, offered = ['glob', 'shell'], tools = [], targets = [], again = false }: Asked) {
  const about: AboutCall = { target, changes: true, ...(programs ? { programs } : {}) };
  return whyNotCalled(tool, about, { offered, blocked: { tools, targets }, wouldFailAgain: again });
}

describe('a call may be made', () => {
  test.each<[string, Asked]>([
    ['when nothing speaks against it', {}],
    ['when other tools are blocked', { tools: ['glob', 'shel', 'shells', 'SHELL', ''] }],
    ['when its programs are not those that are blocked', { programs: ['ls', 'grep'], tools: ['shell:find', 'shell:l', 'shell:'] }],
    ['when a program of that name is blocked for another tool', { programs: ['find'], tools: ['glob:find', 'hell:find', 'find'] }],
    ['when its programs cannot be told and none is blocked', { programs: ['?'], tools: ['glob:find'] }],
    ['when it needs no program and some are blocked', { programs: [], tools: ['shell:find'] }],
    ['when it runs no programs and some are blocked', { tool: 'glob', tools: ['shell:find'] }],
    ['when the same target is blocked for another tool', { targets: [{ tool: 'glob', target: 'ls -l' }] }],
    ['when another target is blocked', { targets: ['ls', 'ls  -l', 'LS -L', 'ls -l '].map((target) => ({ tool: 'shell', target })) }],
  ])('%s', (_, asked) => {
    expect(why(asked)).toBeUndefined();
  });
});

const notOnOffer = /^the tool ".*" is not on offer/;
const toolBlocked = /^the tool \S+ is blocked/;
const programBlocked = /^the program find is blocked/;
const programsUnknown = /^some programs are blocked/;
const callBlocked = /^this very call failed before/;
const justFailed = /^the same call failed or found nothing/;

describe('a call is not made', () => {
  test.each<[string, Asked, RegExp]>([
    ['when its tool is not on offer', { tool: 'rm' }, notOnOffer],
    ['when its tool has no name', { tool: '' }, notOnOffer],
    ['when its tool is named like what every object has', { tool: '__proto__' }, notOnOffer],
    ['when its tool is on offer in other letters', { tool: 'Shell' }, notOnOffer],
    ['when nothing is on offer', { offered: [] }, notOnOffer],
    ['when its tool is blocked', { tools: ['shell'] }, toolBlocked],
    ['when its tool is blocked and so no longer on offer', { tools: ['shell'], offered: [] }, toolBlocked],
    ['when its program is blocked', { programs: ['find'], tools: ['shell:find'] }, programBlocked],
    ['when one of its programs is blocked', { programs: ['ls', 'find', 'xargs'], tools: ['shell:cat', 'shell:find'] }, programBlocked],
    ['when some programs are blocked and its own cannot be told', { programs: ['ls', '?'], tools: ['shell:find'] }, programsUnknown],
    ['when this very call is blocked', { targets: [{ tool: 'shell', target: 'ls -l' }] }, callBlocked],
    ['when it is blocked in its plain writing', { target: './src/ ', targets: [{ tool: 'shell', target: 'src' }] }, callBlocked],
    ['when it would fail again', { again: true }, justFailed],
  ])('%s', (_, asked, reason) => {
    expect(why(asked)).toMatch(reason);
  });

  test('by the first of several reasons', () => {
    const all = {
      tools: ['shell', 'shell:find'],
      programs: ['find'],
      offered: ['glob'],
      targets: [{ tool: 'shell', target: 'ls -l' }],
      again: true,
    };
    const fewer: readonly [Asked, RegExp][] = [
      [all, toolBlocked],
      [{ ...all, tools: ['shell:find'] }, notOnOffer],
      [{ ...all, tools: ['shell:find'], offered: ['shell'] }, programBlocked],
      [{ ...all, tools: ['shell:find'], offered: ['shell'], programs: ['?'] }, programsUnknown],
      [{ ...all, tools: [], offered: ['shell'] }, callBlocked],
      [{ ...all, tools: [], offered: ['shell'], targets: [] }, justFailed],
    ];
    for (const [asked, reason] of fewer) expect(why(asked)).toMatch(reason);
    expect(why({ ...all, tools: [], offered: ['shell'], targets: [], again: false })).toBeUndefined();
  });

  test.each<[string, Asked]>([
    ['is not on offer', { tool: 'rm' }],
    ['is blocked', { tool: 'rm', tools: ['rm'] }],
  ])('and the reason names what is on offer instead when the tool %s', (_, asked) => {
    expect(why(asked)).toContain('use glob, shell');
    expect(why({ ...asked, offered: [] })).toContain('none on offer');
  });

  test('and the reason stays short for a long name', () => {
    expect(why({ tool: 'x'.repeat(1_000_000) })?.length).toBeLessThan(200);
  });
});

test('whatever is blocked, a call that is made is on offer, and neither it nor its tool nor one of its programs is blocked', () => {
  const name = fc.constantFrom('shell', 'glob', '__proto__', 'a', 'b');
  const target = fc.constantFrom('', 'x', 'y');
  const asked = fc.record({
    tool: name,
    target,
    programs: fc.option(fc.array(fc.oneof(name, fc.constant('?')), { maxLength: 2 }), { nil: undefined }),
    offered: fc.uniqueArray(name),
    tools: fc.array(
      fc.oneof(
        name,
        fc.tuple(name, name).map(([tool, program]) => `${tool}:${program}`),
      ),
      { maxLength: 3 },
    ),
    targets: fc.array(fc.record({ tool: name, target }), { maxLength: 2 }),
    again: fc.boolean(),
  });
  fc.assert(
    fc.property(asked, ({ programs, ...rest }) => {
      const { tool, target, offered, tools, targets, again } = rest;
      const known = tools.every((blocked) => !blocked.startsWith(`${tool}:`)) || !programs?.includes('?');
      const free = !tools.includes(tool) && !programs?.some((program) => tools.includes(`${tool}:${program}`));
      const blocked = targets.some((each) => each.tool === tool && each.target === target);
      const expected = offered.includes(tool) && free && known && !blocked && !again;
      expect(why({ ...rest, ...(programs ? { programs } : {}) }) === undefined).toBe(expected);
    }),
    { numRuns: 1000 / oneIn(10) },
  );
});
