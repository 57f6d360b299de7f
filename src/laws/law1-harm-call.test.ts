/** Law 1 for calls to tools of other servers, as a table. docs/mcp.md shows the same table. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type CallFacts, mayCall } from './law1-harm.ts';

const facts = (more: Partial<CallFacts>): CallFacts => ({
  ...{ ruled: { decision: 'none' }, changed: undefined, isRefused: false, approved: undefined, hash: 'this call' },
  ...more,
});
const allow = { decision: 'allow', rule: 'mcp(a/b)' } as const;
const deny = { decision: 'deny', rule: 'mcp(a/*)' } as const;
const yes = 'this call';

describe('a call to a tool of another server', () => {
  const rows: readonly (readonly [situation: string, facts: Partial<CallFacts>, verdict: 'apply' | 'ask' | 'deny'])[] = [
    ['nothing is known', {}, 'ask'],
    ['a rule allows it', { ruled: allow }, 'apply'],
    ['a rule says to ask', { ruled: { decision: 'ask', rule: 'mcp(a/b)' } }, 'ask'],
    ['a rule forbids it', { ruled: deny }, 'deny'],
    ['a rule forbids it, though it was approved', { ruled: deny, approved: yes }, 'deny'],
    ['it was approved', { approved: yes }, 'apply'],
    ['another was approved', { approved: 'another call' }, 'ask'],
    ['its definition has changed', { changed: 'description' }, 'ask'],
    ['its definition has changed, though a rule allows it', { ruled: allow, changed: 'input schema' }, 'ask'],
    ['its definition has changed, and it was approved as it is now', { approved: yes, changed: 'description' }, 'apply'],
    ['it was refused before, though a rule allows it', { ruled: allow, isRefused: true }, 'ask'],
    ['it was refused before, and approved since', { isRefused: true, approved: yes }, 'apply'],
  ];

  test.each(rows)('%s', (_, more, verdict) => {
    expect(mayCall(facts(more)).verdict).toBe(verdict);
  });

  test('has the table that docs/mcp.md shows', () => {
    const page = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
    const [, shown = ''] = page.split('| a call to a tool of another server | verdict |\n|---|---|\n');
    expect(shown.split('\n\n')[0]).toBe(rows.map(([situation, , verdict]) => `| ${situation} | ${verdict} |`).join('\n'));
  });

  test('names what has changed, also where the call was refused before', () => {
    expect(mayCall(facts({ changed: 'description', isRefused: true }))).toMatchObject({
      reason: 'the server has changed its description since you last agreed to it; it was refused before',
    });
    expect(mayCall(facts({ changed: 'description and input schema' }))).toMatchObject({
      reason: 'the server has changed its description and input schema since you last agreed to it',
    });
  });
});
