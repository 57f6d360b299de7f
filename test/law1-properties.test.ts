/** Law 1 under random work: whatever unconfirmed calls do, what existed outside the workspace stays as it was; and all of it can be undone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../src/contracts/shapes/json.ts';
import { lawful } from './support/lawful.ts';
import { oneIn } from './support/sample.ts';

const files = {
  'project/a.txt': 'a\n',
  'project/d/b.txt': 'b\n',
  'project/d/e/c.txt': 'c\n',
  'docs/x.md': 'x\n',
  'workspace/own/w1': '1\n',
  'workspace/own/w2': '2\n',
};

/** Places inside and outside, through links and detours; some exist, some do not. */
const place = fc.constantFrom(
  ...[
    'a.txt',
    'd',
    'd/b.txt',
    'd/e/c.txt',
    'new.txt',
    'n/m/new.txt',
    '../docs/x.md',
    '../docs/new.md',
    'l',
    'l/b.txt',
    'lw/w.txt',
    '../ws-link',
  ],
  ...[
    '../workspace/w.txt',
    '../workspace/own',
    '../workspace/own/w1',
    '../workspace/own/w2',
    '../workspace/lp',
    '../workspace/lp/a.txt',
    '../workspace/../docs/x.md',
  ],
);
const shell = (line: fc.Arbitrary<string>): fc.Arbitrary<readonly [string, Json]> => line.map((command) => ['shell', { command }]);
const call: fc.Arbitrary<readonly [string, Json]> = fc.oneof(
  fc.tuple(place, fc.string({ maxLength: 5 })).map(([path, content]): [string, Json] => ['write_file', { path, content }]),
  fc.tuple(place, fc.constantFrom('a', 'b', 'x', '1')).map(([path, old]): [string, Json] => ['edit_file', { path, old, new: `${old}!` }]),
  shell(place.map((path) => `rm -rf '${path}'`)),
  shell(place.map((path) => `echo more >> '${path}'`)),
  shell(place.map((path) => `mkdir -p "$(dirname '${path}')" && : > '${path}'`)),
  shell(place.map((path) => `chmod 700 '${path}'`)),
  shell(place.map((path) => `sed -i s/a/b/ '${path}'`)),
  shell(place.map((path) => `python3 -c 'import os,sys; os.replace("${path}", "moved.txt")'`)),
  shell(fc.tuple(place, place).map(([from, to]) => `mv '${from}' '${to}'`)),
  shell(fc.tuple(place, place).map(([from, to]) => `cp -r '${from}' '${to}'`)),
  shell(fc.tuple(place, place).map(([from, to]) => `ln -sfn '${from}' '${to}'`)),
  shell(fc.tuple(place, place).map(([from, to]) => `ln '${from}' '${to}'; echo h >> '${to}'`)),
  shell(fc.tuple(place, place).map(([from, to]) => `rm -rf '${from}'; mkdir -p '${from}'; touch '${to}'; exit 3`)),
);

const runs = { numRuns: 200 / oneIn(40), endOnFailure: true };

test('no sequence of calls without a yes changes what existed outside the workspace', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 8 }), async (calls) => {
      const { call: make, tree } = lawful(files);
      const outside = Object.entries(tree()).filter(([path]) => !path.startsWith('./workspace/') && path !== '.');
      for (const [tool, input] of calls) await make(tool, input);
      const after = tree();
      for (const [path, entry] of outside) expect([path, after[path]]).toEqual([path, entry]);
    }),
    runs,
  );
}, 600_000);

test('undo after any sequence of calls, with a yes to everything, restores the tree exactly; and undoing that brings it back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 8 }), async (calls) => {
      const { call: make, tree, assembled } = lawful(files);
      const { changes } = assembled;
      const before = tree();
      for (const [tool, input] of calls) {
        const { harm } = await make(tool, input);
        if (harm) await make(tool, input, { approved: harm.hash, network: harm.network });
      }
      const after = tree();
      const plan = await changes.planUndo('task');
      if (!plan || plan.changes.length === 0) return void expect(after).toEqual(before);
      const undone = await changes.undo(plan, new AbortController().signal);
      expect(tree()).toEqual(before);
      const again = undone.undone ? await changes.planUndo(undone.id) : undefined;
      if (!again) throw new Error('it was not undone');
      await changes.undo(again, new AbortController().signal);
      expect(tree()).toEqual(after);
    }),
    runs,
  );
}, 600_000);
