/** Law 1 for fetched URLs and for scripts, as tables. docs/harm.md shows the same tables. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FetchFacts, mayAct, mayFetch, type ScriptFacts } from './law1-harm.ts';
import type { Decision } from './rules/rules.ts';

const none: Decision = { decision: 'none' };
const named: Decision = { decision: 'allow', rule: 'fetch(intranet)' };
const starred: Decision = { decision: 'allow', rule: 'fetch(*.lan)' };
const askFirst: Decision = { decision: 'ask', rule: 'fetch(*)' };
const deny: Decision = { decision: 'deny', rule: 'fetch(*)' };

const said = (verdict: ReturnType<typeof mayFetch> | ReturnType<typeof mayAct>): string =>
  verdict.verdict === 'apply' ? 'apply' : `${verdict.verdict} | ${verdict.because}`;

/** Asserts that docs/harm.md contains exactly this table, which is found by its heading row. */
function shows(head: string, rows: readonly (readonly [string, string])[]): void {
  const docs = readFileSync(new URL('../../docs/harm.md', import.meta.url), 'utf8');
  const [, shown = ''] = docs.split(`| ${head} | verdict | because |\n|---|---|---|\n`);
  expect(shown.split('\n\n')[0]?.split('\n')).toEqual(
    rows.map(([situation, verdict]) => `| ${situation} | ${verdict}${verdict === 'apply' ? ' | |' : ' |'}`),
  );
}

describe('before an address is fetched', () => {
  const facts = (more: Partial<FetchFacts>): FetchFacts => ({
    ...{ host: 'intranet', ruled: none, leadsTo: 'public', isRedirect: false, approved: undefined, hash: 'to this address' },
    ...more,
  });
  const yes = 'to this address';

  const rows: readonly (readonly [string, Partial<FetchFacts>, string])[] = [
    ['a rule forbids it', { ruled: deny }, 'deny | rule'],
    ['a rule forbids it, though it was approved', { ruled: deny, approved: yes }, 'deny | rule'],
    ['it leads to a reserved address, though it was approved', { leadsTo: 'other', approved: yes }, 'deny | address'],
    ['it is public', {}, 'apply'],
    ['it is public, and a redirect leads there', { isRedirect: true }, 'apply'],
    ['it is public, and a rule says to ask', { ruled: askFirst }, 'ask | rule'],
    ['it is public, a rule says to ask, and it was approved', { ruled: askFirst, approved: yes }, 'apply'],
    [
      'it is public, a rule says to ask, and a redirect leads there',
      { ruled: askFirst, isRedirect: true, approved: yes },
      'deny | address',
    ],
    ['it is private', { leadsTo: 'private' }, 'ask | address'],
    ['it is of this machine', { leadsTo: 'local' }, 'ask | address'],
    ['it is private, and it was approved', { leadsTo: 'private', approved: yes }, 'apply'],
    ['it is private, and another address was approved', { leadsTo: 'private', approved: 'to another' }, 'ask | address'],
    ['it is private, and a rule allows it by its name', { leadsTo: 'private', ruled: named }, 'apply'],
    ['it is private, and a rule with a star allows it', { leadsTo: 'private', ruled: starred }, 'ask | address'],
    ['it is private, and a redirect leads there', { leadsTo: 'private', isRedirect: true }, 'deny | address'],
    ['it is private and allowed, and a redirect leads there', { leadsTo: 'private', ruled: named, isRedirect: true }, 'deny | address'],
    ['it is private and approved, and a redirect leads there', { leadsTo: 'local', approved: yes, isRedirect: true }, 'deny | address'],
  ];

  test.each(rows)('%s', (_, more, verdict) => {
    expect(said(mayFetch(facts(more)))).toBe(verdict);
  });

  test('docs/harm.md shows this table', () => {
    shows(
      'before an address is fetched',
      rows.map(([situation, , verdict]) => [situation, verdict] as const),
    );
  });

  const someFacts = fc.record({
    host: fc.constant('intranet'),
    ruled: fc.constantFrom(none, named, starred, askFirst, deny),
    leadsTo: fc.constantFrom('public' as const, 'private' as const, 'local' as const, 'other' as const),
    isRedirect: fc.boolean(),
    approved: fc.constantFrom(undefined, yes, 'to another'),
    hash: fc.constant(yes),
  });

  test('only a public address is reached without a yes to it or a rule that names it', () => {
    fc.assert(
      fc.property(someFacts, (some) => {
        fc.pre(some.leadsTo !== 'public' && mayFetch(some).verdict === 'apply');
        expect(some.isRedirect).toBe(false);
        expect(some.approved === yes || some.ruled === named).toBe(true);
      }),
    );
  });

  test('a redirect is never asked about', () => {
    fc.assert(
      fc.property(someFacts, (some) => {
        expect(mayFetch({ ...some, isRedirect: true }).verdict).not.toBe('ask');
      }),
    );
  });
});

describe('before a script acts', () => {
  const allow: Decision = { decision: 'allow', rule: 'shortcuts(Tidy)' };
  const rows: readonly (readonly [string, Partial<ScriptFacts>, string])[] = [
    ['a rule forbids it', { ruled: deny, approved: 'to this' }, 'deny | rule'],
    ['this very text was approved', { approved: 'to this' }, 'apply'],
    ['a rule allows the shortcut by its name', { ruled: allow }, 'apply'],
    ['a rule says to ask', { ruled: askFirst }, 'ask | rule'],
    ['another text was approved', { approved: 'to another' }, 'ask | script'],
    ['anything else', {}, 'ask | script'],
  ];

  test.each(rows)('%s', (_, more, verdict) => {
    expect(said(mayAct({ ruled: none, approved: undefined, hash: 'to this', ...more }))).toBe(verdict);
  });

  test('docs/harm.md shows this table', () => {
    shows(
      'before a script acts',
      rows.map(([situation, , verdict]) => [situation, verdict] as const),
    );
  });
});
