import { expect, test } from 'vitest';
import type { Offer } from '../../config/setup/offers.ts';
import { textOf } from '../style/line.ts';
import { firstStartLines, modelLines, offerLines } from './setup-lines.ts';

const offer = (what: string, more: Partial<Offer> = {}): Offer => ({
  what,
  where: 'https://api.example/v1',
  choice: {},
  models: [],
  ...more,
});

test('what was found is numbered, with the models it leads to', () => {
  const offers = [
    offer('OPENAI_API_KEY', { choice: { model: 'gpt-5.4-mini' } }),
    offer('Ollama', { models: ['a', 'b', 'c', 'd', 'e', 'f'] }),
    offer('GROQ_API_KEY'),
  ];
  expect(offerLines(offers, [], undefined).map(textOf).slice(0, 4)).toEqual([
    'Found here:',
    '  1  OPENAI_API_KEY  gpt-5.4-mini at api.example',
    '  2  Ollama          a, b, c, d and 2 more',
    '  3  GROQ_API_KEY    a model at api.example: you choose which',
  ]);
});

test('the model that is used now comes first', () => {
  const [first] = offerLines([], [], { model: 'qwen3:8b', at: 'gpu:8000', from: '~/.artoo/config.yaml:1' });
  expect(textOf(first ?? [])).toBe('artoo now uses qwen3:8b at gpu:8000 (~/.artoo/config.yaml:1).');
});

test('a server without a model is listed, and then nothing says that no server was found', () => {
  const lines = offerLines([], ['Ollama is running here, but has no model yet.'], undefined).map(textOf);
  expect(lines.slice(0, 2)).toEqual(['No key is set in the environment.', 'Ollama is running here, but has no model yet.']);
  expect(lines.join('\n')).not.toContain('install Ollama');
  expect(offerLines([offer('X')], ['Ollama runs here.'], undefined).map(textOf)).toContain('Ollama runs here.');
});

test('many models are cut to what a screen holds', () => {
  const lines = modelLines(
    Array.from({ length: 1_200 }, (_, at) => `model-${at}`),
    'gpu',
  ).map(textOf);
  expect(lines).toHaveLength(17);
  expect([lines[0], lines.at(-1)]).toEqual(['gpu has 1,200 models:', '      and 1,185 more: type the name of one']);
});

test('a newcomer sees what was found, and what to do', () => {
  expect(firstStartLines([]).map(textOf)[0]).toContain('No key and no model server was found here.');
  expect(firstStartLines([offer('Ollama')]).map(textOf)[0]).toContain('Found here: Ollama.');
});

test('names cannot draw on the terminal', () => {
  const hostile = '\u001b[2J';
  const lines = [
    ...offerLines([offer(hostile, { choice: { model: hostile } })], [hostile], { model: hostile, at: hostile, from: hostile }),
    ...modelLines([hostile], hostile),
    ...firstStartLines([offer(hostile)]),
  ];
  expect(lines.map(textOf).join('')).not.toContain('\u001b');
});
