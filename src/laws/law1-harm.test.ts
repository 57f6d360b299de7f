/** Law 1 as tables: what is known about an action, and the verdict. docs/harm.md shows the same tables. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../test/support/sample.ts';
import { type EffectFacts, isAlwaysAsked, type Places } from './asked-effects.ts';
import { type HostFacts, mayApply, mayReach, mayRun, mayStart, type OutcomeFacts, type RunFacts } from './law1-harm.ts';
import type { Decision } from './rules/rules.ts';

type Cell = 'apply' | 'ask' | 'deny';
type Line = NonNullable<OutcomeFacts['line']>;

const none: Decision = { decision: 'none' };
const allow: Decision = { decision: 'allow', rule: 'allowed' };
const askFirst: Decision = { decision: 'ask', rule: 'asked' };
const deny: Decision = { decision: 'deny', rule: 'denied' };

/** A verdict in words: the decision, its subject or how it is carried out, and why. */
const said = (verdict: ReturnType<typeof mayRun | typeof mayStart | typeof mayApply | typeof mayReach>): string =>
  verdict.verdict === 'again'
    ? 'again'
    : verdict.verdict === 'apply'
      ? ['apply', ...('how' in verdict ? [verdict.how] : [])].join(' | ')
      : [verdict.verdict, verdict.about, verdict.because].join(' | ');

describe('before it runs in the background', () => {
  const hashes = { run: 'to this run', network: 'to the network', sockets: 'to sockets', background: 'to the background' };
  const rows: readonly [string, Partial<Parameters<typeof mayStart>[0]>, string][] = [
    ['a rule forbids it', { ruled: deny }, 'deny | background | rule'],
    ['a rule forbids it, though it was approved', { ruled: deny, approved: 'to the background' }, 'deny | background | rule'],
    ['a rule says to ask', { ruled: askFirst }, 'ask | background | rule'],
    ['a rule says to ask, and another run was approved', { ruled: askFirst, approved: 'to this run' }, 'ask | background | rule'],
    ['a rule says to ask, and just that was approved', { ruled: askFirst, approved: 'to the background' }, 'apply'],
    ['anything else', {}, 'apply'],
  ];

  test.each(rows)('%s', (_, more, verdict) => {
    expect(said(mayStart({ ruled: none, approved: undefined, hashes, ...more }))).toBe(verdict);
  });

  test('docs/harm.md shows this table', () => {
    shows(
      ['before it runs in the background', 'verdict', 'about', 'because'],
      rows.map(([situation, , verdict]) => [situation, ...verdict.split(' | ')]),
    );
  });
});

describe('before a run', () => {
  const facts = (more: Partial<RunFacts>): RunFacts => ({
    ruled: none,
    looksAt: undefined,
    network: { wanted: false, given: false, hasDoor: true },
    approved: undefined,
    hashes: { run: 'to this run', network: 'to the network', sockets: 'to sockets', background: 'to the background' },
    ...more,
  });
  const noWalls = { why: 'there is no overlay', isInView: false };
  const inView = { why: 'it made a socket', isInView: true };
  const wanted = { wanted: true, given: false, hasDoor: true };
  const given = { wanted: false, given: true, hasDoor: true };
  const yes = 'to this run';

  const rows: readonly (readonly [situation: string, facts: Partial<RunFacts>, verdict: string])[] = [
    ['a rule forbids it', { ruled: deny }, 'deny | run | rule'],
    ['a rule forbids it, though it only looks', { ruled: deny, looksAt: 'kernel' }, 'deny | run | rule'],
    ['a rule forbids it, though it was approved', { ruled: deny, approved: yes }, 'deny | run | rule'],
    ['a run without walls was approved', { approved: yes }, 'apply | bare'],
    ['another run was approved', { approved: 'to another run' }, 'apply | contained'],
    ['it cannot be contained, or only where nothing can be written', { unknown: noWalls }, 'ask | run | unknown effects'],
    ['it cannot be contained, and a rule allows it', { unknown: noWalls, ruled: allow }, 'ask | run | unknown effects'],
    ['it was contained, and its effects cannot be told', { unknown: inView }, 'deny | run | unknown effects'],
    ['it only looks at the machine', { looksAt: 'kernel' }, 'apply | looking'],
    ['it only looks, and a rule says to ask', { looksAt: 'kernel', ruled: askFirst }, 'apply | contained'],
    ['it only looks, and cannot be contained', { looksAt: 'kernel', unknown: noWalls }, 'ask | run | unknown effects'],
    ['local sockets were approved', { approved: 'to sockets' }, 'apply | with sockets'],
    ['it wants the network: each host is decided about when it is asked for', { network: wanted }, 'apply | networked'],
    ['it wants the network, and a rule allows the line', { network: wanted, ruled: allow }, 'apply | networked'],
    ['it wants the network, which its walls cannot give', { network: { ...wanted, hasDoor: false } }, 'ask | run | network'],
    ['one more run with the network was approved', { network: given, approved: 'to the network' }, 'apply | networked'],
    ['the network was approved, but is not asked for', { approved: 'to the network' }, 'apply | contained'],
    ['it had the network, and what it did is lost', { network: given, approved: 'to lost effects' }, 'ask | network | network'],
    ['anything else', {}, 'apply | contained'],
    ['anything else, and a rule allows it', { ruled: allow }, 'apply | contained'],
    ['anything else, and a rule says to ask', { ruled: askFirst }, 'apply | contained'],
  ];

  test.each(rows)('%s', (_, more, verdict) => {
    expect(said(mayRun(facts(more)))).toBe(verdict);
  });

  test('docs/harm.md shows this table', () => {
    shows(
      ['before it runs', 'verdict', 'about, or how', 'because'],
      rows.map(([situation, , verdict]) => [situation, ...verdict.split(' | ')]),
    );
  });

  const someFacts = fc.record({
    ruled: fc.constantFrom(none, allow, askFirst, deny),
    looksAt: fc.constantFrom(undefined, 'kernel' as const, 'services' as const),
    network: fc.record({ wanted: fc.boolean(), given: fc.boolean(), hasDoor: fc.boolean() }),
    unknown: fc.constantFrom(undefined, noWalls, inView),
    approved: fc.constantFrom(undefined, 'to this run', 'to the network', 'to sockets', 'to something else'),
    hashes: fc.constant({ run: 'to this run', network: 'to the network', sockets: 'to sockets', background: 'to the background' }),
  });

  test('a rule that forbids wins over everything', () => {
    fc.assert(
      fc.property(someFacts, (some) => {
        expect(mayRun({ ...some, ruled: deny }).verdict).toBe('deny');
      }),
    );
  });

  test('nothing runs without walls except what was approved as exactly that run', () => {
    fc.assert(
      fc.property(someFacts, (some) => {
        const verdict = mayRun(some);
        if (verdict.verdict === 'apply' && verdict.how === 'bare') expect(some.approved).toBe(some.hashes.run);
      }),
    );
  });

  test('what cannot be watched does not run, except what was approved as exactly that run', () => {
    fc.assert(
      fc.property(someFacts, fc.constantFrom(noWalls, inView), (some, unknown) => {
        const verdict = mayRun({ ...some, unknown });
        if (verdict.verdict === 'apply') expect(verdict.how).toBe('bare');
      }),
    );
  });

  test('nothing gets the network a second time, or local sockets, without a yes to that', () => {
    fc.assert(
      fc.property(someFacts, (some) => {
        const verdict = mayRun(some);
        fc.pre(verdict.verdict === 'apply');
        if (verdict.how === 'networked' && some.network.given) expect(some.approved).toBe(some.hashes.network);
        if (verdict.how === 'with sockets') expect(some.approved).toBe(some.hashes.sockets);
      }),
    );
  });
});

describe('when it asks for a host', () => {
  const facts = (more: Partial<HostFacts>): HostFacts => ({
    ...{ host: 'example.org', isName: true, isUsualPort: true, ruled: none, isRefused: false, approved: undefined, leadsTo: undefined },
    ...more,
  });
  const exactly: Decision = { decision: 'allow', rule: 'net(example.org)' };
  const starred: Decision = { decision: 'allow', rule: 'net(*.org)' };

  const rows: readonly (readonly [situation: string, facts: Partial<HostFacts>, verdict: string])[] = [
    ['it is an address', { isName: false }, 'deny | host | address'],
    ['it is an address, which was approved', { isName: false, approved: 'name' }, 'deny | host | address'],
    ['a rule forbids it', { ruled: deny }, 'deny | host | rule'],
    ['a rule forbids it, though it was approved', { ruled: deny, approved: 'private' }, 'deny | host | rule'],
    ['the person said no to it before', { isRefused: true }, 'deny | host | refused'],
    ['the person said no to it before, and a rule allows it', { isRefused: true, ruled: exactly }, 'deny | host | refused'],
    ['its port is neither 443 nor 80', { isUsualPort: false }, 'deny | host | port'],
    ['its port is neither 443 nor 80, and a rule allows it', { isUsualPort: false, ruled: exactly }, 'apply'],
    ['its port is neither 443 nor 80, and a rule says to ask', { isUsualPort: false, ruled: askFirst }, 'ask | host | rule'],
    ['no rule says anything', {}, 'ask | host | network'],
    ['a rule says to ask', { ruled: askFirst }, 'ask | host | rule'],
    ['a rule says to ask, and it was approved', { ruled: askFirst, approved: 'name' }, 'apply'],
    ['a rule allows it', { ruled: exactly }, 'apply'],
    ['a rule with a star allows it', { ruled: starred }, 'apply'],
    ['it was approved', { approved: 'name' }, 'apply'],
    ['it was approved, and leads to a public address', { approved: 'name', leadsTo: 'public' }, 'apply'],
    ['it was approved, and leads to this machine', { approved: 'private', leadsTo: 'local' }, 'deny | host | place'],
    ['a rule allows it, and it leads to this machine', { ruled: exactly, leadsTo: 'local' }, 'deny | host | place'],
    ['a rule allows it, and it leads nowhere public', { ruled: exactly, leadsTo: 'other' }, 'deny | host | place'],
    ['it was approved, and leads to a machine of the own network', { approved: 'name', leadsTo: 'private' }, 'ask | host | private'],
    ['it was approved with where it leads', { approved: 'private', leadsTo: 'private' }, 'apply'],
    ['a rule allows it, and it leads to a machine of the own network', { ruled: exactly, leadsTo: 'private' }, 'apply'],
    [
      'a rule with a star allows it, and it leads to a machine of the own network',
      { ruled: starred, leadsTo: 'private' },
      'ask | host | private',
    ],
  ];

  test.each(rows)('%s', (_, more, verdict) => {
    expect(said(mayReach(facts(more)))).toBe(verdict);
  });

  test('docs/harm.md shows this table', () => {
    shows(
      ['when it asks for a host', 'verdict', 'about', 'because'],
      rows.map(([situation, , verdict]) => [situation, ...verdict.split(' | ')]),
    );
  });

  test('an address without a name, a forbidden host and this machine are never reached; others only after a yes or by a rule', () => {
    const someFacts = fc.record({
      ...{ host: fc.constant('example.org'), isName: fc.boolean(), isUsualPort: fc.boolean(), isRefused: fc.boolean() },
      ruled: fc.constantFrom(none, exactly, starred, askFirst, deny),
      approved: fc.constantFrom(undefined, 'name' as const, 'private' as const),
      leadsTo: fc.constantFrom(undefined, 'public' as const, 'private' as const, 'local' as const, 'other' as const),
    });
    fc.assert(
      fc.property(someFacts, (some) => {
        fc.pre(mayReach(some).verdict === 'apply');
        expect(some).toMatchObject({ isName: true, isRefused: false, leadsTo: expect.toSatisfy((to) => to !== 'local' && to !== 'other') });
        expect(some.ruled.decision).not.toBe('deny');
        expect(some.approved !== undefined || some.ruled.decision === 'allow').toBe(true);
      }),
    );
  });
});

const places: Places = {
  home: '/home/a',
  cwd: '/home/a/project',
  workspace: '/home/a/ws',
  dataFolder: '/home/a/.artoo',
  pathFolders: ['/opt/bin', '/home/a/ws/venv/bin'],
  linked: [],
  freed: ['/home/a/.cache/tool'],
};
const effect = (change: EffectFacts['change'], path: string, more: Partial<EffectFacts> = {}): EffectFacts => ({
  ...{ path: `/home/a/${path}`, change, ruled: none, isRefused: false },
  ...{ isFolder: false, isLink: false, speaksFor: undefined, lendsRights: false, isOwn: false, isNote: false },
  isOfNewPython: false,
  ...more,
});
const line = (more: Partial<Line> = {}): Line => ({
  ruled: none,
  lacks: undefined,
  unreadable: undefined,
  doesWhatItSays: false,
  ...more,
});

/** An approval covers exactly these effects, as it does with the hashes that tools use. */
const hashOf = (effects: readonly EffectFacts[]): string => JSON.stringify(effects.map(({ change, path }) => [change, path]));
const outcome = ({ effects = [], ...more }: Partial<OutcomeFacts>): OutcomeFacts => ({
  ...{ effects, places, approved: undefined, hash: hashOf(effects) },
  ...more,
});

describe('one effect', () => {
  const columns = [
    'a line',
    'an allowed line',
    'an allowed line that does what it says',
    'a line to ask about',
    'a file tool',
    'a file tool, path allowed',
    'path to ask about',
    'path forbidden',
  ] as const;
  const settings: Readonly<Record<(typeof columns)[number], { readonly line?: Line; readonly ruled?: Decision }>> = {
    'a line': { line: line() },
    'an allowed line': { line: line({ ruled: allow }) },
    'an allowed line that does what it says': { line: line({ ruled: allow, doesWhatItSays: true }) },
    'a line to ask about': { line: line({ ruled: askFirst }) },
    'a file tool': {},
    'a file tool, path allowed': { ruled: allow },
    'path to ask about': { line: line({ ruled: allow, doesWhatItSays: true }), ruled: askFirst },
    'path forbidden': { line: line({ ruled: allow, doesWhatItSays: true }), ruled: deny },
  };

  const pth = 'v/lib/python3.12/site-packages/x.pth';
  const free = 'apply apply apply ask apply apply ask deny';
  const near = 'ask apply apply ask ask apply ask deny';
  const far = 'ask ask apply ask ask apply ask deny';
  const sensitive = 'ask ask ask ask ask apply ask deny';
  const always = 'ask ask ask ask ask ask ask deny';
  const never = 'deny deny deny deny deny deny deny deny';

  const byCommands = 'apply apply apply ask ask apply ask deny';

  type Row = readonly [situation: string, effect: EffectFacts, cells: string, cwd?: string];
  const rows: readonly Row[] = [
    ['creates in the current folder', effect('created', 'project/new'), free],
    ['creates, changes or deletes in the workspace', effect('deleted', 'ws/x'), free],
    ['changes the meaning of a file in the workspace', effect('created', 'ws/d.db-wal', { speaksFor: 'd.db' }), free],
    ['changes what the task created', effect('changed', 'project/x', { isOwn: true }), free],
    ['writes notes of git', effect('changed', 'project/.git/index', { isNote: true }), free],
    ['creates a Python environment in the current folder', effect('created', `project/${pth}`, { isOfNewPython: true }), free],
    ['creates the workspace', effect('created', 'ws', { isFolder: true }), free],
    ['creates, changes or deletes in a folder that a rule frees', effect('deleted', '.cache/tool/x'), byCommands],
    ['creates a folder that a rule frees', effect('created', '.cache/tool', { isFolder: true }), byCommands],
    ['changes nothing but times in the current folder', effect('metadata', 'project/x', { onlyTimes: true }), free],
    ['changes in the current folder', effect('changed', 'project/x'), near],
    ['deletes in the current folder', effect('deleted', 'project/x'), near],
    ['changes permissions in the current folder', effect('metadata', 'project/x'), near],
    ['deletes a git hook in the current folder', effect('deleted', 'project/.git/hooks/pre-commit'), near],
    ['creates what changes the meaning of a file', effect('created', 'project/d.db-wal', { speaksFor: 'd.db' }), near],
    ['changes the permissions of the workspace itself', effect('metadata', 'ws'), near],
    ['creates elsewhere', effect('created', 'docs/new'), far],
    ['creates in the current folder, which is the home itself', effect('created', 'new'), far, '/home/a'],
    ['creates in the current folder, which is a dot-folder of the home', effect('created', '.config/app/new'), far, '/home/a/.config/app'],
    ['creates in the current folder, which holds the home', effect('created', 'docs/new'), far, '/'],
    ['creates in the current folder, which is of the system', effect('created', '', { path: '/srv/site/new' }), far, '/srv/site'],
    ['changes in the current folder, which is the home itself', effect('changed', 'x'), far, '/home/a'],
    ['changes elsewhere', effect('changed', 'docs/x'), far],
    ['deletes elsewhere', effect('deleted', 'docs/x'), far],
    ['changes permissions elsewhere', effect('metadata', 'docs/x'), far],
    ['changes nothing but times elsewhere', effect('metadata', 'docs/x', { onlyTimes: true }), far],
    ['deletes a shell start-up file', effect('deleted', '.bashrc'), far],
    ['creates a shell start-up file', effect('created', '.bashrc'), sensitive],
    ['changes a git hook', effect('changed', 'project/.git/hooks/pre-commit'), sensitive],
    ['creates a git hook in the workspace', effect('created', 'ws/.git/hooks/pre-commit'), sensitive],
    ['creates what acts later, as its surroundings say', effect('created', 'project/hooks/x', { actsLater: 'git runs it' }), sensitive],
    ['creates what Python runs at startup, in the workspace', effect('created', `ws/${pth}`), sensitive],
    ['creates a program on the PATH, in the workspace', effect('created', 'ws/venv/bin/ls'), sensitive],
    ['creates what acts later, in the workspace', effect('created', 'ws/v/bin/ls', { actsLater: 'it is found first' }), sensitive],
    ['creates what instructs agents, in a folder that a rule frees', effect('created', '.cache/tool/AGENTS.md'), sensitive],
    ['links a place that holds sensitive ones', effect('created', '.config', { isLink: true }), sensitive],
    ['links the workspace elsewhere', effect('created', 'ws', { isLink: true }), sensitive],
    [
      'links the current folder elsewhere, in the workspace',
      effect('changed', 'ws/sub', { isLink: true }),
      sensitive,
      '/home/a/ws/sub/part',
    ],
    ['changes the system', effect('changed', '', { path: '/etc/hosts' }), sensitive],
    ['creates in /etc, which is the current folder', effect('created', '', { path: '/etc/cron.d/new' }), sensitive, '/etc'],
    ['lends the rights of its owner', effect('created', 'ws/x', { lendsRights: true }), always],
    ['was refused before', effect('deleted', 'project/x', { isRefused: true }), always],
    ['was refused before, and would be free', effect('created', 'project/new', { isRefused: true }), always],
    ["writes artoo's own data", effect('created', '.artoo/config.yaml'), never],
  ];

  const cases = rows.flatMap(([situation, facts, cells, cwd = places.cwd]) =>
    cells.split(' ').map((cell, at) => [columns[at] ?? 'a line', situation, facts, cwd, cell] as const),
  );
  test.each(cases)('by %s: %s', (column, _, facts, cwd, cell) => {
    const { line: by, ruled = none } = settings[column];
    expect(mayApply(outcome({ line: by, effects: [{ ...facts, ruled }], places: { ...places, cwd } })).verdict).toBe(cell);
  });

  test('docs/harm.md shows this table', () => {
    shows(
      ['an effect that', ...columns],
      rows.map(([situation, , cells]) => [situation, ...cells.split(' ')]),
    );
  });
});

describe('after a run, or before a write', () => {
  const existing = effect('deleted', 'project/x');
  const created = effect('created', 'project/new');
  const through = (isLink: boolean, more: Partial<EffectFacts> = {}, ruled = none) =>
    effect('created', 'ws/x', { given: { path: '/home/a/project/link', isLink, ruled }, ...more });

  const rows: readonly (readonly [situation: string, facts: Partial<OutcomeFacts>, verdict: string])[] = [
    ['a rule forbids the line', { line: line({ ruled: deny }) }, 'deny | effects | rule'],
    ['a rule forbids one of its paths', { line: line(), effects: [created, { ...existing, ruled: deny }] }, 'deny | effects | rule'],
    ['a rule forbids a path, which was approved', approvedFor([{ ...existing, ruled: deny }]), 'deny | effects | rule'],
    ['a rule forbids the path that a file tool was given', { effects: [through(false, {}, deny)] }, 'deny | effects | rule'],
    [
      'a rule forbids a path, and the network was missing',
      { line: line({ lacks: 'network' }), effects: [{ ...created, ruled: deny }] },
      'deny | effects | rule',
    ],
    ['it failed for want of the network', { line: line({ lacks: 'network' }), effects: [created] }, 'again'],
    ['it failed for want of a local socket', { line: line({ lacks: 'socket' }), effects: [created] }, 'ask | sockets | network'],
    ['these effects were approved', approvedFor([existing]), 'apply'],
    ['these effects were approved, though a rule says to ask', approvedFor([existing], { ruled: askFirst }), 'apply'],
    ['these effects were approved after they had been refused', approvedFor([{ ...existing, isRefused: true }]), 'apply'],
    ['other effects were approved', { line: line(), effects: [existing], approved: hashOf([created]) }, 'ask | effects | effect'],
    ['a rule says to ask about the line, which changes nothing', { line: line({ ruled: askFirst }) }, 'ask | effects | rule'],
    [
      'the line cannot be read, and changes something',
      { line: line({ unreadable: 'too long' }), effects: [created] },
      'ask | effects | unreadable',
    ],
    ['the line cannot be read, and changes nothing', { line: line({ unreadable: 'too long' }) }, 'apply'],
    ['one of its effects is not free', { line: line(), effects: [created, existing] }, 'ask | effects | effect'],
    ['a file tool writes through a symlink', { effects: [through(true)] }, 'ask | effects | effect'],
    ['a file tool writes through a symlink to an allowed path', { effects: [through(true, { ruled: allow })] }, 'apply'],
    ['a file tool writes below a symlink', { effects: [through(false)] }, 'apply'],
    ['a rule says to ask about the path that a file tool was given', { effects: [through(false, {}, askFirst)] }, 'ask | effects | effect'],
    [
      'a rule with a star allows the path, and what is written acts',
      { effects: [{ ...created, actsLater: 'git acts on it', ruled: { ...allow, rule: 'write(./**)' } }] },
      'ask | effects | effect',
    ],
    ['only the path that a file tool was given is allowed', { effects: [through(true, {}, allow)] }, 'ask | effects | effect'],
    ['all of its effects are free', { line: line(), effects: [created] }, 'apply'],
    ['it has no effects', { line: line() }, 'apply'],
  ];

  function approvedFor(effects: readonly EffectFacts[], more: Partial<Line> = {}): Partial<OutcomeFacts> {
    return { line: line(more), effects, approved: hashOf(effects) };
  }

  test.each(rows)('%s', (_, more, verdict) => {
    expect(said(mayApply(outcome(more)))).toBe(verdict);
  });

  test('docs/harm.md shows this table', () => {
    shows(
      ['once its effects are known', 'verdict', 'about', 'because'],
      rows.map(([situation, , verdict]) => [situation, ...verdict.split(' | ')]),
    );
  });

  test.each<[Partial<OutcomeFacts>, string]>([
    [{ effects: [{ ...existing, ruled: deny }] }, 'the rule denied forbids it'],
    [{ effects: [effect('created', '.artoo/x')] }, 'the rule write(/home/a/.artoo/**) forbids it'],
    [{ effects: [created, existing] }, 'it was there before this task'],
    [{ effects: [{ ...created, ruled: askFirst }] }, 'the rule asked says to ask'],
    [{ effects: [{ ...created, isRefused: true }] }, 'it was refused before'],
    [{ effects: [through(true)] }, '/home/a/project/link is a symlink to /home/a/ws/x'],
    [{ line: line({ unreadable: 'it is too long' }), effects: [created] }, 'it is too long'],
  ])('says why: %j', (more, reason) => {
    expect(mayApply(outcome(more))).toMatchObject({ reason });
  });

  const someDecision = fc.constantFrom(none, none, allow, askFirst, deny);
  const someEffect: fc.Arbitrary<EffectFacts> = fc.record({
    path: fc
      .constantFrom('project/x', 'ws/x', 'docs/x', '.bashrc', 'project/.git/hooks/x', 'ws/AGENTS.md', '.cache/tool/x')
      .map((path) => `/home/a/${path}`),
    change: fc.constantFrom('created', 'changed', 'deleted', 'metadata'),
    given: fc.option(fc.record({ path: fc.constant('/home/a/project/link'), isLink: fc.boolean(), ruled: someDecision }), {
      nil: undefined,
    }),
    ruled: someDecision,
    ...{ isRefused: fc.boolean(), isFolder: fc.boolean(), isLink: fc.boolean() },
    speaksFor: fc.constantFrom(undefined, undefined, 'a database'),
    ...{ lendsRights: fc.boolean(), isOwn: fc.boolean(), isNote: fc.boolean(), isOfNewPython: fc.boolean() },
    actsLater: fc.constantFrom(undefined, undefined, 'git runs it'),
  });
  const someLine: fc.Arbitrary<Line> = fc.record({
    ruled: someDecision,
    lacks: fc.constantFrom('network', 'socket', undefined),
    unreadable: fc.constantFrom(undefined, undefined, 'too long'),
    doesWhatItSays: fc.boolean(),
  });
  const someOutcome = fc
    .record({ by: fc.option(someLine, { nil: undefined }), effects: fc.array(someEffect, { maxLength: 3 }), isApproved: fc.boolean() })
    .map(({ by, effects, isApproved }) => outcome({ line: by, effects, approved: isApproved ? hashOf(effects) : undefined }));
  const runs = { numRuns: 2_000 / oneIn(10) };
  const strictness = { apply: 0, again: 1, ask: 1, deny: 2 } as const satisfies Record<Cell | 'again', number>;
  const strictnessOf = (facts: OutcomeFacts): number => strictness[mayApply({ ...facts, hash: hashOf(facts.effects) }).verdict];

  test('a rule that forbids a path wins over everything', () => {
    fc.assert(
      fc.property(someOutcome, someEffect, (facts, one) => {
        expect(strictnessOf({ ...facts, effects: [...facts.effects, { ...one, ruled: deny }] })).toBe(strictness.deny);
      }),
      runs,
    );
  });

  test('nothing that acts on its own is applied without a yes, even if a rule allows the line', () => {
    fc.assert(
      fc.property(someOutcome, someLine, someEffect, (facts, by, one) => {
        fc.pre(isAlwaysAsked(one, places));
        const verdict = mayApply(outcome({ line: by, effects: [...facts.effects, one] }));
        expect(verdict.verdict).not.toBe('apply');
      }),
      runs,
    );
  });

  test('a yes to other effects does not count', () => {
    fc.assert(
      fc.property(someOutcome, someEffect, (facts, one) => {
        const approved = hashOf([...facts.effects, one]);
        expect(mayApply({ ...facts, approved })).toEqual(mayApply({ ...facts, approved: undefined }));
      }),
      runs,
    );
  });

  test('one more effect never makes the verdict laxer', () => {
    fc.assert(
      fc.property(someOutcome, someEffect, (facts, one) => {
        expect(strictnessOf({ ...facts, effects: [...facts.effects, one] })).toBeGreaterThanOrEqual(strictnessOf(facts));
      }),
      runs,
    );
  });

  test.each<[string, (effect: EffectFacts) => EffectFacts]>([
    ['a refusal', (one) => ({ ...one, isRefused: true })],
    ['a rule to ask about a path', (one) => (one.ruled === deny ? one : { ...one, ruled: askFirst })],
    ['a symlink on the way', (one) => ({ ...one, given: { path: '/home/a/project/link', isLink: true, ruled: one.given?.ruled ?? none } })],
    ['lent rights', (one) => ({ ...one, lendsRights: true })],
  ])('%s never makes the verdict laxer', (_, tightened) => {
    fc.assert(
      fc.property(someOutcome, (facts) => {
        const after = strictnessOf({ ...facts, effects: facts.effects.map((one, at) => (at === 0 ? tightened(one) : one)) });
        expect(after).toBeGreaterThanOrEqual(strictnessOf(facts));
      }),
      runs,
    );
  });
});

/** Asserts that docs/harm.md contains exactly this table, which is found by its heading row. */
function shows(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const docs = readFileSync(new URL('../../docs/harm.md', import.meta.url), 'utf8');
  const row = (cells: readonly string[]) => `|${head.map((_, at) => (cells[at] ? ` ${cells[at]} ` : ' ')).join('|')}|`;
  const [, shown = ''] = docs.split(row(head));
  expect(shown.split('\n\n')[0]?.trim().split('\n')).toEqual([`|${'---|'.repeat(head.length)}`, ...rows.map(row)]);
}
