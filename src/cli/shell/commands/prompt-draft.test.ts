import { expect, test } from 'vitest';
import { nodeServer, publishedServer } from '../../../../test/support/mcp.ts';
import { scratch } from '../../../../test/support/scratch.ts';
import { settingsFor } from '../../../../test/support/settings.ts';
import { openKnownOffers } from '../../../tools/mcp/known-offers.ts';
import { createCompleter } from '../typing/completer.ts';
import { asGoal, promptDraft, valuesFor } from './prompt-draft.ts';
import { readSlash } from './slash-commands.ts';

const weather = {
  name: 'weather',
  description: '',
  arguments: [
    { name: 'city', isRequired: true },
    { name: 'days', isRequired: false },
  ],
};

test.each([
  [['Rome'], { city: 'Rome' }],
  [['Rome', '3', 'or', '4'], { city: 'Rome', days: '3 or 4' }],
  [['days=3', 'New', 'York'], { days: '3', city: 'New York' }],
  [['city=a=b'], { city: 'a=b' }],
  [['url=x'], { city: 'url=x' }],
])('words %j fill the gaps as %j', (words, values) => {
  expect(valuesFor(weather, words)).toEqual(values);
});

test.each([[[]], [['days=3']]])('%j leaves a gap that must be filled', (words) => {
  expect(() => valuesFor(weather, words)).toThrow('weather needs <city> [days]');
});

test('words that a prompt does not take are refused', () => {
  expect(() => valuesFor({ ...weather, arguments: [] }, ['x'])).toThrow('takes no "x"');
});

test.each(['!rm -rf ~', '/allow shell(*)', '--allow shell(*)', ' artoo undo', '/docs:other x'])(
  'a text of a server cannot be the command %j',
  (text) => {
    const goal = asGoal('docs', 'weather', text);
    expect(readSlash(goal)).toBeUndefined();
    expect(goal.startsWith('!')).toBe(false);
  },
);

test('the text of a prompt is a draft; its server and what it offers are completed from then on', async () => {
  const data = scratch();
  const servers = { docs: nodeServer([publishedServer('everything')]) };
  const settings = { ...settingsFor({ data, workspace: scratch() }), servers };
  const use = { settings, env: { PATH: process.env.PATH }, cwd: scratch(), signal: new AbortController().signal };
  const call = readSlash('/docs:args-prompt Rome');
  expect(call).toEqual({ server: 'docs', prompt: 'args-prompt', rest: 'Rome' });
  expect(await promptDraft({ server: 'docs', prompt: 'args-prompt', rest: 'Rome' }, use)).toContain('Rome');
  await expect(promptDraft({ server: 'other', prompt: 'x', rest: '' }, use)).rejects.toThrow('there is no MCP server other');
  const offers = openKnownOffers(data).read('docs');
  const completer = createCompleter(
    async () => ({ like: async () => ['file.txt'] }),
    async () => [],
    async () => (offers ? [{ server: 'docs', offers }] : []),
  );
  const signal = new AbortController().signal;
  const completed = async (before: string) =>
    (await completer.complete(before, { signal, isAsked: true }))?.choices.map(({ text }) => text);
  expect(await completed('/docs:arg')).toEqual(['/docs:args-prompt']);
  expect(await completed('/he')).toEqual(['/help']);
  expect(await completed('read @docs:demo://resource/static/document/st')).toEqual([
    '@file.txt',
    '@docs:demo://resource/static/document/startup.md',
    '@docs:demo://resource/static/document/structure.md',
  ]);
});
