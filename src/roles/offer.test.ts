import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeclaredEvidence } from '../tools/tool.ts';
import { offer } from './offer.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const all = named('glob', 'read_file', 'shell');

describe('on offer is', () => {
  test.each([
    ['everything, when nothing is blocked', [], all],
    ['what is not blocked', ['glob'], named('read_file', 'shell')],
    ['the shell, when some of its programs are blocked', ['shell:find', 'shell:ls'], all],
    ['what is left beside blocked programs', ['read_file', 'shell:find'], named('glob', 'shell')],
    ['the last tool, when all are blocked', ['shell', 'read_file', 'glob'], named('shell')],
    ['everything, when only what does not exist is blocked', ['fetch_url', ''], all],
    ['what differs in letters from what is blocked', ['Glob'], all],
  ])('%s', (_, blocked, left) => {
    expect(offer(all, blocked)).toEqual(left);
  });

  test('the shell, when all are blocked, and not what only reaches the web', () => {
    const web = named('shell', 'search', 'fetch_url');
    const declared: DeclaredEvidence = new Map(['search', 'fetch_url'].map((name) => [name, { kind: 'fetches', from: 'url' }]));
    expect(offer(web, ['shell', 'search', 'fetch_url'], declared)).toEqual(named('shell'));
    expect(offer(web.slice(1), ['search', 'fetch_url'], declared)).toEqual(named('fetch_url'));
  });

  test('nothing, when there is nothing', () => {
    expect(offer([], [])).toEqual([]);
    expect(offer([], ['glob'])).toEqual([]);
  });
});

test('something is always left, in its order, and nothing that is blocked unless it is all there is', () => {
  const names = fc.uniqueArray(fc.constantFrom('glob', 'read_file', 'write_file', 'edit_file', 'shell'), { minLength: 1 });
  fc.assert(
    fc.property(
      names,
      fc.array(fc.constantFrom<string[]>('glob', 'read_file', 'write_file', 'edit_file', 'shell', 'shell:ls', '')),
      (tools, blocked) => {
        const left = offer(named(...tools), blocked).map(({ name }) => name);
        expect(left.length).toBeGreaterThan(0);
        expect(left).toEqual(tools.filter((tool) => left.includes(tool)));
        if (left.some((tool) => blocked.includes(tool))) expect(left).toEqual(tools.slice(-1));
        else expect(tools.filter((tool) => !left.includes(tool)).every((tool) => blocked.includes(tool))).toBe(true);
      },
    ),
  );
});
