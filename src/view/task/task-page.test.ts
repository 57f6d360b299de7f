import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyEntries, everyEntry } from '../../../test/support/any-entries.ts';
import { goldenEntries, goldenNames } from '../../../test/support/golden-entries.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { goldenView, viewOf } from '../../../test/support/task-views.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import type { FileDiff } from '../../tools/changes/task-diffs.ts';
import { markdownHtml } from '../markdown/markdown-html.ts';
import { logLines } from './log-lines.ts';
import { taskPage } from './task-page.ts';

/** The elements and attributes of a page. */
function madeOf(page: string): { readonly elements: Set<string>; readonly attributes: Set<string> } {
  const body = page.replace(/<style>[^<]*<\/style>/, '');
  const tags = [...body.matchAll(/<([a-z0-9]+)((?:\s+[a-z0-9-]+(?:="[^"<>]*")?)*)\s*\/?>/gi)];
  return {
    elements: new Set(tags.map(([, name = '']) => name)),
    attributes: new Set(tags.flatMap(([, , rest = '']) => [...rest.matchAll(/([a-z0-9-]+)(?:="[^"]*")?/gi)].map(([, name = '']) => name))),
  };
}

const allGoldens = goldenNames.map((name) => taskPage(goldenView(name)));
/** The elements of our own templates: from the content of a journal, only Markdown adds others. */
const known = madeOf(allGoldens.join('') + taskPage(viewOf(everyEntry('x'))) + taskPage(goldenView('another-tool', 20)));
const ofMarkdown = madeOf(
  markdownHtml('# a\n## b\n### c\n*a* **b** ~~c~~ `d` [e](https://e.org)  \nf\n> g\n\n- h\n\n1. i\n\n---\n|j|\n|--:|\n|k|\n\n```\nl\n```')
    .html,
);

const isClean = (page: string): boolean => {
  const { elements, attributes } = madeOf(page);
  const isOurs = (which: 'elements' | 'attributes') => (name: string) => known[which].has(name) || ofMarkdown[which].has(name);
  return [...elements].every(isOurs('elements')) && [...attributes].every(isOurs('attributes'));
};

test.each([
  ['correction', /class="badge good">Done</],
  ['close-enough', /class="badge fair">Delivered with gaps</],
  ['giving-up', /class="badge bad">Not done</],
])('%s has its verdict at the top', (name, expected) => {
  expect(taskPage(goldenView(name))).toMatch(expected);
});

test('what was refused does not look done', () => {
  const { story, ...view } = goldenView('correction');
  const result = { ...story.result, refused_part: 'some' } as TaskStory['result']; // the golden has one
  expect(taskPage({ ...view, story: { ...story, result } })).toMatch(/class="badge fair">Done, except for what you refused</);
  expect(logLines({ ...view, story: { ...story, result } }, { now: 0 }).join('\n')).toContain('Done, except for what you refused');
});

test.each([
  ['running', 'Still running'],
  ['unfinished', 'Unfinished'],
] as const)('a task that is %s says so', (state, expected) => {
  expect(taskPage(goldenView('correction', 20), state)).toContain(`class="badge open">${expected}<`);
});

test.each([
  [0, '<dd>no price</dd>'],
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
    expect(page).toContain(
      '1 model call ended without usage figures, and is counted at the maximum: tokens and cost are upper bounds (≤).',
    );
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
      '<code>packing.md</code>',
      'packing.md provides for the rain',
      '<code>edited packing.md</code>',
      'packing.md does not contain &#34;raincoat&#34;',
      '<td data-name="tokens in">3,310</td>',
    ])
      expect(page).toContain(text);
  });

  test('says of collapsed calls how many failed', () => {
    expect(taskPage(goldenView('another-tool'))).toContain('<summary>1 call</summary>');
    expect(taskPage(goldenView('another-path'))).toContain('<summary>2 calls, 2 failed, 2 attempts</summary>');
  });

  test('loads nothing, runs nothing, and says so to the browser', () => {
    for (const page of allGoldens) {
      const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
      const digest = hash('sha256', style, 'base64');
      expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'"`);
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
  expect(page).not.toMatch(/<(?!\/?(?:[a-z][a-z0-9]*|!doctype html)[ >])/); // every < begins one of our tags
  expect(page).not.toMatch(/<script|<img|<svg o|<!--|onerror=alert\(1\)>/);
  expect(page).not.toMatch(/[^\P{Cc}\n]/u);
});

const answering = (output: string): string => {
  const { story, ...view } = goldenView('talk');
  return taskPage({ ...view, story: { ...story, result: story.result && { ...story.result, output } } });
};

test('the answer is rendered from Markdown, below the heading of its section', () => {
  const page = answering('# Sales\n\nThe **north** sold `60`.\n\n- a\n- b');
  for (const part of ['<h3>Sales</h3>', '<strong>north</strong> sold <code>60</code>', '<ul><li>a</li><li>b</li></ul>'])
    expect(page).toContain(part);
});

test('headings go down one level at a time', () => {
  for (const page of [...allGoldens, answering('# a\n\n## b\n\n### c')]) {
    const depths = [...page.matchAll(/<h([1-6])/g)].map(([, depth]) => Number(depth));
    expect(depths[0]).toBe(1);
    for (const [at, depth] of depths.entries()) expect(depth - (depths[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    expect(['<header', '<main', '<footer'].map((name) => page.split(name).length)).toEqual([2, 2, 2]);
  }
});

describe('changes on disk', () => {
  const { story, ...view } = goldenView('correction');
  const [path = ''] = story.changed.map((each) => each.path);
  const pageWith = (diffs: readonly (readonly [string, FileDiff])[]) => taskPage({ ...view, story, diffs: new Map(diffs) });

  test('are shown line by line', () => {
    const page = pageWith([[path, { diff: '@@ -1,2 +1,2 @@\n same\n-<old>\n+<new>' }]]);
    expect(page).toContain('<summary>1 line added, 1 removed</summary>');
    expect(page).toContain('<span class="removed">-&#60;old&#62;\n</span><span class="added">+&#60;new&#62;\n</span>');
  });

  test('that are a move are one change, without lines', () => {
    const moved = [
      { seq: 3, path: `${story.cwd}/a.txt`, change: 'deleted' },
      { seq: 3, path: `${story.cwd}/b.txt`, change: 'created', moved_from: `${story.cwd}/a.txt` },
      { seq: 4, path: `${story.cwd}/c.txt`, change: 'deleted' },
    ] as const;
    const diffs = new Map(moved.map(({ path: each }) => [each, { diff: '+x' }] as const));
    const page = taskPage({ ...view, story: { ...story, changed: moved }, diffs });
    expect(page).toContain('<code>a.txt → b.txt</code> <span class="soft small">moved</span>');
    expect(page.match(/<summary>1 line added/g)).toHaveLength(1);
    expect(page).not.toMatch(/<code>a\.txt<\/code> <span class="soft small">deleted/);
  });

  test('of many lines are cut, and closed', () => {
    const page = pageWith([[path, { diff: Array.from({ length: 1_200 }, (_, at) => `+${at}`).join('\n') }]]);
    expect(page).toMatch(/<details><summary>1,200 lines added<[\s\S]*… and 700 more lines/);
    expect(page).not.toContain('+501\n');
  });

  test.each<[FileDiff & object, RegExp]>([
    [{ none: 'changed since' }, /changed again after the task, and what the task wrote is not kept/],
    [{ none: 'changed since', was: 'as <it> was\n' }, /the content before the task<\/summary>\s*<pre[^>]*><span[^>]*> as &#60;it&#62; was/],
    [{ none: 'secret' }, /may hold secrets/],
    [{ none: 'not kept' }, /no longer kept/],
    [{ none: 'undone' }, /It was undone: the undo put it back as it was before the task/],
    [{ none: 'no text' }, /not text, or too long/],
  ])('that cannot be shown say why: %j', (diff, why) => {
    expect(pageWith([[path, diff]])).toMatch(why);
  });

  test('whose receipts are gone are listed, and the page says so once', () => {
    expect(pageWith([]).match(/no longer kept/g)).toHaveLength(1);
    expect(taskPage({ ...view, story })).not.toContain('no longer kept');
  });
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
    { numRuns: 60 / oneIn(5) },
  );
});

test('every beginning of a journal has a page', () => {
  fc.assert(
    fc.property(fc.constantFrom(...goldenNames), fc.nat(), (name, cut) => {
      const page = taskPage(goldenView(name, cut % goldenEntries(name).length));
      expect(page).not.toMatch(/undefined|NaN|\[object/);
      expect(isClean(page)).toBe(true);
    }),
    { numRuns: 50 / oneIn(5) },
  );
});

test('what left the machine is listed', () => {
  const { story, ...view } = goldenView('correction');
  const sent = [{ seq: 7, command: 'curl', files: ['notes.txt'], hosts: ['example.org'], isAll: true, isSure: true }];
  expect(taskPage({ ...view, story: { ...story, sent } })).toMatch(
    /Sent to other machines<[\s\S]*notes\.txt to example\.org \(cannot be undone\)/,
  );
  expect(taskPage({ ...view, story })).not.toContain('Sent to other machines');
});
