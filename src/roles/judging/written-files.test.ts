import { expect, test } from 'vitest';
import { evidence } from '../../../test/support/declared.ts';
import { scripted } from '../../../test/support/handled.ts';
import { settings } from '../../../test/support/parts.ts';
import { call } from '../../../test/support/work.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import type { CheckRequest, Observation } from '../../tools/observing/observation.ts';
import { createValidator } from '../r4a-validator/role.ts';
import { writtenFiles } from './written-files.ts';

const changing = (...changed: readonly (readonly [string, NonNullable<ToolCall['changed']>[number]['change']])[]): ToolCall =>
  call({ changed: changed.map(([path, change]) => ({ path: `/home/${path}`, change })) });

async function written(calls: readonly ToolCall[], seen: Observation = { of: 'contents', files: [] }) {
  const looks: CheckRequest[] = [];
  const { context, keys } = scripted(createValidator(evidence)(settings), {
    see: (request) => {
      looks.push(request);
      return seen;
    },
  });
  const files = await writtenFiles(calls, {
    effects: context.effects,
    place: (number) => ({ round: 2, step: 6, call: number }),
    cwd: '/home',
  });
  return { files, looks, keys };
}

test.each<[string, readonly ToolCall[]]>([
  ['nothing was called', []],
  ['no call changed anything', [call()]],
  ['what was created is gone again', [changing(['a.txt', 'created']), changing(['a.txt', 'deleted'])]],
  ['files were only deleted or marked', [changing(['a.txt', 'deleted'], ['b.sh', 'metadata'])]],
  ['programs wrote for themselves alone', [changing(['.git/index', 'changed'], ['src/__pycache__/a.pyc', 'created'])]],
])('nothing is looked at where %s', async (_, calls) => {
  expect(await written(calls)).toEqual({ files: [], looks: [], keys: [] });
});

test('all that was created or changed is looked at in one look, each file once', async () => {
  const calls = [changing(['a.txt', 'created'], ['.git/HEAD', 'changed']), changing(['b.txt', 'changed'], ['a.txt', 'changed'])];
  const { looks, keys } = await written(calls);
  expect(looks).toEqual([{ look: { kind: 'contents', paths: ['/home/a.txt', '/home/b.txt'] }, cwd: '/home' }]);
  expect(keys).toEqual(['2.0.0/R4a/6.1']);
});

test('no more than twenty are looked at, and the last ones matter more', async () => {
  const { looks } = await written(Array.from({ length: 30 }, (_, at) => changing([`${at}.txt`, 'created'])));
  const [request] = looks;
  const paths = request?.look.kind === 'contents' ? request.look.paths : [];
  expect([paths.length, paths[0], paths.at(-1)]).toEqual([20, '/home/10.txt', '/home/29.txt']);
});

test.each<[string, Observation, readonly object[]]>([
  [
    'that can be read, and no other',
    {
      of: 'contents',
      files: [
        { path: '/home/a.txt', text: 'plums' },
        { path: '/home/b.png', why: 'it is no text' },
      ],
    },
    [{ path: '/home/a.txt', text: 'plums' }],
  ],
  ['of which nothing can be seen: none', { of: 'nothing', why: 'no permission' }, []],
])('what is given are the files %s', async (_, seen, files) => {
  expect((await written([changing(['a.txt', 'created'], ['b.png', 'created'])], seen)).files).toEqual(files);
});
