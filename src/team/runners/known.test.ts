import { expect, test } from 'vitest';
import { builtIn, commandOf, knownRunners, runnerNamed } from './known.ts';

test("a runner is built-in, known, or the person's own, which comes first", () => {
  const own = { ...knownRunners.codex, command: ['mine', '{task}'] } as (typeof knownRunners)[string]; // no field is missing
  expect(runnerNamed('built-in', {})).toBe(builtIn);
  expect(runnerNamed('codex', {})).toBe(knownRunners.codex);
  expect(runnerNamed('codex', { codex: own })).toBe(own);
});

test.each([
  ['cluade', 'did you mean claude?'],
  ['constructor', 'there are built-in, claude, codex, gemini, opencode, mistral'],
])('%s is none: %s', (name, said) => {
  expect(runnerNamed(name, {})).toEqual({ unknown: said });
});

test.each(Object.entries(knownRunners))('%s is told what to do', (_, runner) => {
  expect(commandOf(runner, 'Read $& and follow it.')).toContain('Read $& and follow it.');
});
