import { describe, expect, test } from 'vitest';
import { mayReadIn } from '../../laws/places/reading.ts';
import { decideByRules } from '../../laws/rules/rules.ts';
import { turnRules } from './turn-rules.ts';

const root = '/srv/work/greeter'; // neither in a home nor in a folder of the system
const home = '/home/ada';
const turn = { agent: 'coder-1', run: '20261120-000000000-abcdefgh', role: 'coder', folder: `${root}/.worktrees/greet` } as const;

/** What a turn of this role may do with a file of the repository. */
function may(tool: 'read' | 'write', path: string, role: 'coder' | 'code_reviewer' = 'coder'): string {
  const decision = decideByRules({ allow: turnRules(root, home, { ...turn, role }), ask: [], deny: [] }, { tool, path: `${root}/${path}` });
  if (tool === 'write') return decision.decision;
  const places = { home, homes: [home], task: [turn.folder], dataFolder: `${home}/.artoo`, named: [], linked: [] };
  return mayReadIn(places)(`${root}/${path}`, decision).read;
}

describe('in a repository anywhere, a turn', () => {
  test('sees its own receipt, by which it is judged, and no other', () => {
    expect(may('read', `.liza/outbox/coder-1/${turn.run}.receipt`)).toBe('whole');
    expect(may('read', '.liza/outbox/coder-2/20261120-000000000-abcdefgh.receipt')).toBe('no');
    expect(may('read', '.liza/state.yaml')).toBe('no');
  });

  test("reads git's folder and its own, but no other file of the repository", () => {
    expect(['.git/HEAD', '.worktrees/greet/src/greet.js', 'src/greet.js'].map((path) => may('read', path))).toEqual([
      'whole',
      'whole',
      'no',
    ]);
  });

  test('writes in its own folder if it is a coder', () => {
    expect(may('write', '.worktrees/greet/src/greet.js')).toBe('allow');
    expect(may('write', '.worktrees/greet/src/greet.js', 'code_reviewer')).toBe('none');
    expect(may('write', `.liza/outbox/coder-1/${turn.run}.receipt`)).toBe('none');
  });
});

test('a folder whose name would change the meaning of a rule cannot have a team', () => {
  expect(() => turnRules('/srv/*', home, turn)).toThrow(/cannot have a team/);
});
