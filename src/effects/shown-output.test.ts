import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../journal/redact.ts';
import { createShownOutput } from './shown-output.ts';

const secret = 'correct-horse-battery';
const key = `-----BEGIN PRIVATE KEY-----\n${'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo\n'.repeat(20)}-----END PRIVATE KEY-----\n`;
const verse = 'first-line-of-it\nsecond-line-of-it\nthird-line-of-it';
const redact = createRedactor([
  { name: 'PASSWORD', value: secret },
  { name: 'VERSE', value: verse },
]);

/** A timer that the test fires. */
function manualTimer() {
  let due: (() => void) | undefined;
  const schedule = (act: () => void): Disposable => {
    due = act;
    return {
      [Symbol.dispose]() {
        due = undefined;
      },
    };
  };
  return { schedule, fire: () => due?.() };
}

/** What is shown when the output comes in these pieces, with enough time after each for it to be shown. */
function shownOf(pieces: readonly string[]): readonly string[] {
  const shown: string[] = [];
  const { schedule, fire } = manualTimer();
  using output = createShownOutput(redact, (lines) => shown.push(lines), schedule);
  for (const piece of pieces) {
    output.add(piece);
    fire();
  }
  return shown;
}

test('lines are shown when they have ended', () => {
  expect(shownOf(['one\ntw', 'o\n', '10%\r', '20%\r'])).toEqual(['one\n', 'one\ntwo\n', 'one\ntwo\n10%\r', 'one\ntwo\n10%\r20%\r']);
});

test('lines that may begin a secret of several lines wait until it is there, or something else follows', () => {
  const [first, second, third] = verse.split('\n');
  expect(shownOf(['a\n', `${first}\n`, `${second}\n`, 'no secret\n'])).toEqual(['a\n', `a\n${first}\n${second}\nno secret\n`]);
  expect(shownOf(['a\n', `${first}\n${second}\n`, `${third}\n`])).toEqual(['a\n', 'a\n[redacted VERSE]\n']);
  expect(shownOf(['a\n', `${first}\r`, `\n${second}\r\n`, `${third}\r\n`])).toEqual(['a\n', 'a\n[redacted VERSE]\r\n']);
});

test('only the last lines are shown, and only as often as a person can read', () => {
  const shown: string[] = [];
  const { schedule, fire } = manualTimer();
  using output = createShownOutput(redact, (lines) => shown.push(lines), schedule);
  for (let at = 0; at < 1_000; at += 1) output.add(`${at}\n`);
  expect(shown).toEqual([]);
  fire();
  expect(shown).toEqual([`${Array.from({ length: 20 }, (_, at) => 980 + at).join('\n')}\n`]);
});

test('a call that has ended is no longer shown', () => {
  const shown: string[] = [];
  const { schedule, fire } = manualTimer();
  const output = createShownOutput(redact, (lines) => shown.push(lines), schedule);
  output.add('late\n');
  output[Symbol.dispose]();
  fire();
  expect(shown).toEqual([]);
});

test('a secret is never shown, wherever its pieces begin and end, and however much comes around it', () => {
  const around = fc.constantFrom('', '\n', 'a\n', `${'x'.repeat(3_000)}\n`, 'y\n'.repeat(9_000));
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(around, fc.constantFrom(secret, key, verse), around, cuts, (before, hidden, after, sizes) => {
      const whole = `${before}${hidden}${after}`;
      const pieces: string[] = before === '' ? [] : [before];
      let rest = whole.slice(before.length);
      for (const size of sizes) {
        pieces.push(rest.slice(0, size));
        rest = rest.slice(size);
      }
      for (const shown of shownOf([...pieces, rest])) {
        expect(shown).not.toContain(secret.slice(0, 8));
        expect(shown).not.toContain('QUJDREVG');
        expect(shown).not.toContain('line-of-it');
      }
    }),
    { numRuns: 60 },
  );
});
