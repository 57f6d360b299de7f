import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyEntries, everyEntry } from '../../../test/support/any-entries.ts';
import { goldenEntries, goldenNames } from '../../../test/support/golden-entries.ts';
import { goldenView, viewOf } from '../../../test/support/task-views.ts';
import { taskPage } from './task-page.ts';

/** Which elements and attributes a page is made of. */
function madeOf(page: string): { readonly elements: Set<string>; readonly attributes: Set<string> } {
  const body = page.replace(/<style>[^<]*<\/style>/, '');
  const tags = [...body.matchAll(/<([a-z0-9]+)((?:\s+[a-z0-9-]+(?:="[^"<>]*")?)*)\s*\/?>/gi)];
  return {
    elements: new Set(tags.map(([, name = '']) => name)),
    attributes: new Set(tags.flatMap(([, , rest = '']) => [...rest.matchAll(/([a-z0-9-]+)(?:="[^"]*")?/gi)].map(([, name = '']) => name))),
  };
}

const allGoldens = goldenNames.map((name) => taskPage(goldenView(name)));
/** What our own templates are made of: nothing from a journal adds to it. */
const known = madeOf(allGoldens.join('') + taskPage(viewOf(everyEntry('x'))) + taskPage(goldenView('another-tool', 20)));

const isClean = (page: string): boolean => {
  const { elements, attributes } = madeOf(page);
  return [...elements].every((name) => known.elements.has(name)) && [...attributes].every((name) => known.attributes.has(name));
};

test.each([
  ['correction', /class="badge good">Done</],
  ['close-enough', /class="badge fair">Delivered with gaps</],
  ['giving-up', /class="badge bad">Not done</],
])('%s has its verdict at the top', (name, expected) => {
  expect(taskPage(goldenView(name))).toMatch(expected);
});

test.each([
  ['running', 'Still running'],
  ['unfinished', 'Unfinished'],
] as const)('a task that is %s says so', (state, expected) => {
  expect(taskPage(goldenView('correction', 20), state)).toContain(`class="badge open">${expected}<`);
});

test.each([
  [0, '<dd>?</dd>'],
  [1.25, '<dd>$1.25+</dd>'],
])('where prices are missing, %d dollars are not the whole cost', (usd, shown) => {
  const { story, ...view } = goldenView('talk');
  expect(taskPage({ ...view, story: { ...story, cost: { ...story.cost, usd, unpriced: ['my-model'] } } })).toContain(
    `<dt>cost</dt>${shown}`,
  );
});

describe('a page', () => {
  test('names the models that answered, and what is estimated', () => {
    const { story, ...view } = goldenView('talk');
    const page = taskPage({ ...view, story: { ...story, models: ['small', 'large'], estimated: [{ role: 'R1', model_calls: 1 }] } });
    expect(page).toContain('<dt>models</dt><dd>small, large</dd>');
    expect(page).toContain('Estimated, at the maximum: 1 model call of R1.');
  });

  test('is named after the goal', () => {
    expect(taskPage(goldenView('correction'))).toContain('<title>Write me a packing list for the trip in trip.md.</title>');
  });

  test('draws the loss where there is more than one round', () => {
    expect(taskPage(goldenView('giving-up'))).toContain('aria-label="Loss from round to round: 0.57, 0.70, 0.94"');
    expect(taskPage(goldenView('correction'))).not.toContain('<svg');
  });

  test('holds result, changes, criteria with evidence, calls and cost', () => {
    const page = taskPage(goldenView('correction'));
    for (const text of [
      'packing.md is a list for the trip: papers, boots, a sweater, a raincoat, a book.',
      '<code>/scratch/home/packing.md</code>',
      'packing.md provides for the rain',
      '<b>edit_file</b> packing.md',
      'packing.md does not contain &#34;raincoat&#34;',
      '<td>3,310</td>',
    ])
      expect(page).toContain(text);
  });

  test('loads nothing, runs nothing, and says so to the browser', () => {
    for (const page of allGoldens) {
      expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
      expect(page).not.toMatch(/https?:|\/\/[a-z]|@import|url\(|<script|<link|<img|<iframe|<object|<embed|<form|<base/i);
    }
    const loading = ['src', 'href', 'srcset', 'data', 'action', 'poster', 'style', 'background'];
    expect([...known.attributes].filter((name) => loading.includes(name) || name.startsWith('on'))).toEqual([]);
  });
});

test.each([
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><svg onload=alert(1)>',
  '<!--',
  '</pre></details></main>',
  '&lt;b&gt; &amp;',
  '\u001b]8;;http://example.org\u0007click\u001b]8;;\u0007',
])('a text cannot become markup: %j', (text) => {
  const page = taskPage(viewOf(everyEntry(text)));
  expect(isClean(page)).toBe(true);
  expect(page.match(/</g)?.length).toBe(taskPage(viewOf(everyEntry('x'.repeat(text.length)))).match(/</g)?.length); // not one tag more
  expect(page).not.toMatch(/[^\P{Cc}\n]/u);
});

test('whatever a journal holds, its page is made of what pages are made of', () => {
  const signs = fc.constantFrom('<', '>', '"', "'", '`', '&', '=', '/', 'script', ' onload', '-->', '\n', 'a');
  const hostile = fc.array(signs, { maxLength: 20 }).map((parts) => `<zq ${parts.join('')}zq>`);
  fc.assert(
    fc.property(anyEntries(hostile), (entries) => {
      const page = taskPage(viewOf(entries));
      expect(page).not.toMatch(/<zq|zq>/);
      expect(isClean(page)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('every beginning of a journal has a page', () => {
  fc.assert(
    fc.property(fc.constantFrom(...goldenNames), fc.nat(), (name, cut) => {
      const page = taskPage(goldenView(name, cut % goldenEntries(name).length));
      expect(page).not.toMatch(/undefined|NaN|\[object/);
      expect(isClean(page)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
