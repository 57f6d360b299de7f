/** The facts that an answer states and nothing supports, by what they are looked up in (SPEC §4, Law 0). */
import { type ToolCall, wasMade } from '../../contracts/execution.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import { type Derivation, type Sources, unsupported } from '../../laws/facts/unsupported.ts';
import { changesIn } from './changes-in.ts';
import { printsOnlyItself } from './evidence/own-print.ts';
import type { Written } from './judge-prompt.ts';

/** What is left of an answer's facts, given these derivations. */
export type StatedFacts = (derived: readonly Derivation[]) => readonly string[];

/** Where no fact can fail. */
export const noFacts: StatedFacts = () => [];

/** What code knows of a task besides its calls. */
export type Background = { readonly spec: TaskSpec; readonly surroundings: string; readonly now: string };

/** The person's words and data, and what code itself said: the date, the folder, the surroundings. */
export function givenIn({ spec, surroundings, now }: Background): readonly string[] {
  const { raw_input, clarifications, data, cwd } = spec;
  const said = [raw_input, ...clarifications.map(({ answer }) => answer)];
  return [...said, ...(data ? [data.excerpt, data.path] : []), cwd, now.slice(0, 10), surroundings];
}

/**
 * What calls showed, and what code sees of the files that the task wrote. What a call only printed from its own input is a model's words, and so is what the
 * task wrote, unless the person asked for that file by name (docs/decisions/2026-11-16-what-a-task-wrote-supports-little.md).
 */
export function sourcesOf(calls: readonly ToolCall[], written: readonly Written[], background: Background): Sources {
  const shown = calls.filter((call) => wasMade(call) && !printsOnlyItself(call)).map(({ output_head_tail }) => output_head_tail);
  const { raw_input } = background.spec;
  const wanted = written.filter(({ path }) => raw_input.includes(path.slice(path.lastIndexOf('/') + 1))).map(({ text }) => text);
  const changed = changesIn(calls).map(({ path, change }) => `${change} ${path}`);
  const sizes = written.map(({ path, text }) => `${path}: ${text.split('\n').length - (text.endsWith('\n') ? 1 : 0)} lines`);
  return { shown: [...shown, ...wanted], given: [...givenIn(background), ...changed, ...sizes] };
}

export const statedFacts =
  (answer: string, sources: Sources): StatedFacts =>
  (derived) =>
    unsupported(answer, sources, derived);
