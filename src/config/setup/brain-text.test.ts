import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../config.ts';
import { withBrain } from './brain-text.ts';

const choice = { provider: 'ollama', model: 'qwen3:8b' } as const;
const line = 'brain: { provider: ollama, model: qwen3:8b }';

test.each([
  ['an empty file', '', `${line}\n`],
  ['a file of comments', '# mine', `# mine\n${line}\n`],
  ['other settings', '# mine\nbudget:   10m # long\n\n', `# mine\n${line}\nbudget:   10m # long\n\n`],
  ['an endpoint as text', 'budget: 10m\nbrain: gpt-5.4-mini # the one\ntool: x\n', `budget: 10m\n${line} # the one\ntool: x\n`],
  ['an endpoint on one line', 'brain: {model: x, api_key: y}\nquiet: true\n', `${line}\nquiet: true\n`],
  ['an endpoint on many lines', 'brain:\n  model: x\n  api_key: y\n# end\nquiet: true\n', `${line}\n# end\nquiet: true\n`],
  ['a last line without an end', 'quiet: true\nbrain: x', `quiet: true\n${line}`],
  ['a file from Windows', 'quiet: true\r\n', `${line}\r\nquiet: true\r\n`],
  ['no value', 'brain:\nquiet: true\n', `${line}\nquiet: true\n`],
  ['JSON', '{"budget": "10m"}', '{ "budget": "10m", brain: { provider: ollama, model: qwen3:8b } }\n'],
])('%s: the model is named, and the rest stays', (_, before, after) => {
  expect(withBrain(before, choice)).toBe(after);
});

test('what another setting repeats by an alias is written out there', () => {
  expect(parse(withBrain('brain: &b { model: x }\ntool: *b\n', choice))).toEqual({ brain: choice, tool: { model: 'x' } });
});

test('whatever the names and the key are, they are read as they were meant, and the other settings too', () => {
  const word = fc.stringMatching(/^[!-~]{1,40}$/);
  const before = fc.constantFrom('', 'quiet: true\n', 'brain: x\nallow:\n  - shell(a)\n', 'allow: [shell(a)]\nbrain: { model: y }');
  fc.assert(
    fc.property(before, word, word, (text, model, api_key) => {
      const values = parse(withBrain(text, { model, api_key }));
      const { brain: _, ...others } = parse(text) ?? {};
      expect(values).toEqual({ ...others, brain: { model, api_key } });
      expect(readConfig(values).ok).toBe(true);
    }),
  );
});
