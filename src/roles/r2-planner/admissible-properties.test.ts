/** The laws behind admissible.test.ts, for generated plans and terms. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { offer } from '../offer.ts';
import { objectionsTo, type Terms } from './admissible.ts';
import { freeze } from './frozen.ts';
import { isMentioned } from './mentioned.ts';
import { reasonOf } from './objection.ts';
import { Plan } from './plan.ts';

/** Plans as a model could make them, of parts that meet the terms more often than not. */
const toolName = fc.constantFrom('glob', 'read_file', 'write_file', 'shell', 'shell:find', '__proto__');
const target = fc.constantFrom('notes.txt', 'a', '*.md', 'ls -la', 'https://x.org/a', '笔记.txt', '', '.');
const words = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.oneof(target, fc.constantFrom('read', 'index', 'works', 'my-', '.bak', '读取', 'é')), { minLength: 1 })
      .map((parts) => parts.join(' ') || ' '),
  },
  fc.string({ unit: anyCharacter, minLength: 1 }),
);
const said = fc.record(
  {
    criterion: words,
    mode: fc.constantFrom('verifiable', 'plausible', 7),
    weight: fc.double(),
    check: fc.constantFrom(null, { file_exists: { path: 'a' } }),
  },
  { requiredKeys: ['criterion'] },
);
const answer = fc.record(
  {
    task_criteria: fc.array(said, { maxLength: 2 }),
    amended: fc.array(fc.record({ criterion: words, instead: words, why: words }, { requiredKeys: ['criterion'] }), { maxLength: 2 }),
    subtasks: fc.array(
      fc.record(
        {
          intent: words,
          success_criteria: fc.array(said, { maxLength: 3 }),
          context: fc.option(words),
          tools: fc.array(toolName, { maxLength: 3 }),
          sequence: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(1, 2) }, fc.anything()),
        },
        { requiredKeys: ['intent'] },
      ),
      { maxLength: 4 },
    ),
  },
  { requiredKeys: ['subtasks'] },
);
const parsed = answer
  .map((value) => Plan.safeParse(value))
  .filter(({ success }) => success)
  .map(({ data }) => data as Plan); // the filter keeps only those that succeeded
const anyTerms = fc
  .record({
    spec: fc.record({
      intent: words,
      raw_input: fc.oneof(fc.constant(''), words),
      clarifications: fc.array(fc.record({ question: words, answer: words }), { maxLength: 1 }),
    }),
    tools: fc.uniqueArray(toolName, { minLength: 1 }),
    blocked: fc.record({
      tools: fc.array(toolName, { maxLength: 2 }),
      targets: fc.array(fc.record({ tool: toolName, target }), { maxLength: 3 }),
    }),
    mustNots: fc.array(fc.record({ tool: toolName, target, fingerprint: words, because: words }, { requiredKeys: ['because'] }), {
      maxLength: 2,
    }),
    failed: fc.array(parsed, { maxLength: 2 }),
    directive: fc.constantFrom(null, 'refine', 'change_path', 'change_approach', 'break_symmetry'),
    frozen: fc.option(parsed.map(({ task_criteria }) => freeze(task_criteria))),
  })
  .map(({ tools, blocked, ...rest }): Terms => {
    const left = offer(
      tools.map((name) => ({ name })),
      blocked.tools,
    ).map(({ name }) => name);
    return { ...rest, tools: left, blocked: { ...blocked, tools: blocked.tools.filter((tool) => !left.includes(tool)) } };
  });

test('whatever a plan says, reasons are given and never thrown', () => {
  fc.assert(
    fc.property(parsed, anyTerms, (proposed, held) => {
      const reasons = objectionsTo(proposed, held).map(reasonOf);
      expect(reasons.length).toBeLessThanOrEqual(11);
      for (const reason of reasons) {
        expect(reason.length).toBeLessThan(1_000);
        expect(reason).not.toMatch(/\bundefined\b|\bNaN\b|\[object/);
      }
    }),
    { numRuns: 1000 / oneIn(5) },
  );
});

test('an admissible plan names no blocked tool, no tool that does not exist, and no blocked call', () => {
  const check = { kind: 'file_exists', path: 'index.md' };
  const task_criteria = [{ criterion: 'index.md exists', check }];
  const text = words.map((some) => `see ${some}`);
  const part = fc
    .record({
      intent: text,
      context: text,
      criterion: text,
      tools: fc.array(fc.constantFrom('glob', 'read_file', 'shell'), { maxLength: 2 }),
    })
    .map(({ criterion, ...rest }) => ({ ...rest, success_criteria: [{ criterion, check }], sequence: 1 }));
  const plans = fc.array(part, { minLength: 1, maxLength: 3 }).map((subtasks) => Plan.parse({ task_criteria, subtasks }));
  const tally = { admitted: 0, rejected: 0 };
  fc.assert(
    fc.property(plans, anyTerms, (proposed, given) => {
      const held = { ...given, mustNots: [], failed: [] };
      const admitted = objectionsTo(proposed, held).length === 0;
      tally[admitted ? 'admitted' : 'rejected'] += 1;
      if (!admitted) return;
      const persons = [held.spec.raw_input, ...held.spec.clarifications.map((each) => each.answer)];
      for (const { tools, intent, context, success_criteria } of proposed.subtasks) {
        for (const tool of tools) {
          expect(held.tools).toContain(tool);
          expect(held.blocked.tools).not.toContain(tool);
        }
        const texts = [intent, context, ...success_criteria.map(({ criterion }) => criterion)];
        for (const call of held.blocked.targets.filter(({ tool }) => tools.includes(tool)))
          if (!persons.some((said) => said.includes(call.target))) expect(texts.some((each) => isMentioned(call.target, each))).toBe(false);
      }
    }),
    { numRuns: 3000 / oneIn(5) },
  );
  expect(Math.min(tally.admitted, tally.rejected)).toBeGreaterThan(100); // otherwise the property would prove nothing
});
