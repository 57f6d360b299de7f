import type { ContentBlock } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { goalText } from './goal-text.ts';
import { slashIn } from './slash-commands.ts';

const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const link = (uri: string): ContentBlock => ({ type: 'resource_link', name: 'a', uri });

test.each([
  [[text('Fix it.')], 'Fix it.'],
  [[text('Fix '), link('file:///p/a%20b.ts'), text(', please.')], 'Fix /p/a b.ts, please.'],
  [[text('Fix (as in '), link('file:///p/a.ts'), text(') it.')], 'Fix (as in /p/a.ts) it.'],
  [[text('Fix'), link('file:///p/a.ts#L10:20')], 'Fix /p/a.ts (L10:20)'],
  [[text('Read'), link('https://example.org/#x')], 'Read https://example.org/#x'],
  [[text('Read'), link('file:///%zz')], 'Read file:///%zz'],
])('%j is a goal', (prompt, goal) => {
  expect(goalText(prompt)).toEqual({ ok: true, value: goal });
});

test.each<[readonly ContentBlock[]]>([[[]], [[text(' \n')]], [[{ type: 'image', data: '', mimeType: 'image/png' }]]])(
  '%j is not a goal',
  (prompt) => {
    expect(goalText(prompt).ok).toBe(false);
  },
);

test.each([
  ['/resume', { command: 'resume', task: undefined }],
  ['/undo last', { command: 'undo', task: undefined }],
  ['/undo 1a2b3c4d', { command: 'undo', task: '1a2b3c4d' }],
  ['/undo what you did', undefined],
  ['/resumes', undefined],
])('%s', (said, slash) => {
  expect(slashIn(said)).toEqual(slash);
});
