import { expect, test } from 'vitest';
import { failing, memoryOf, tagView } from '../../../test/support/tag-views.ts';
import type { Overview, TagView } from '../../memory/keeper.ts';
import { lineWidth, textOf } from '../style/line.ts';
import { groupsOf, overviewStory } from './overview-story.ts';

const counts: Overview = {
  ...{ now: new Date().toISOString(), ahead_ms: 0, tags: 6, strongest: [], due: 0, unerased: 0 },
  levels: { M: 7, K: 2, C: 2 },
};

const note = {
  space: 'folder:github.com/team/app#3f2a9c1b7d04e6580a92f1c4b3d7e8f601a2b3c4',
  entity: 'env:local',
  level: 'K',
  sigma: 0,
} as const;
const wrong = 'shell:find was the wrong approach to "Find the ten largest files", tried as find / -type f: it never came back.';

const views: readonly TagView[] = [
  tagView('Exploit', [memoryOf('a', { content: 'du worked.' }), memoryOf('b', { content: 'du worked.' })]),
  tagView('Avoid', [
    memoryOf('c', { ...failing, entity: 'tool:shell:find', content: wrong }),
    memoryOf('d', { ...failing, entity: 'tool:shell:find', content: wrong }),
  ]),
  tagView('Exploit', [memoryOf('a', { entity: 'env:local' })]),
  tagView('Exploit', [{ ...memoryOf('r', { entity: 'tool:shell:sort', content: 'Sort what du lists.' }), level: 'C', state: 'rule' }]),
  tagView('Avoid', [
    memoryOf('e', { ...failing, space: 'tool:shell', entity: 'path:npm tset', content: 'npm tset failed: no such script.' }),
  ]),
  tagView('Caution', [
    memoryOf('f', { ...note, content: '"Count the files": there are 7 files.' }),
    memoryOf('g', { ...note, content: '"Look how many there are": There are 7 files.' }),
  ]),
  tagView('Ignore', [
    { ...memoryOf('u', { space: 'global', entity: 'user', content: 'Use pnpm, never npm.' }), level: 'C', state: 'declared' },
  ]),
];

function told(columns: number | undefined, overview = counts, of = views): readonly string[] {
  const groups = groupsOf(of.map(({ standing }) => standing)).map((group) =>
    group.flatMap((tag) => of.filter(({ standing }) => standing === tag)),
  );
  return overviewStory(overview, groups, { data: '/data', now: Date.now(), columns }).map((line) => {
    if (columns !== undefined) expect(lineWidth(line)).toBeLessThanOrEqual(columns);
    return textOf(line);
  });
}

test('says what was learnt, each thing once, without a figure', () => {
  expect(told(80)).toEqual([
    'You told it',
    '  • Use pnpm, never npm.',
    '',
    'In tasks like find_large_files',
    '  ✓ Done once, 2 days ago.',
    '  ✓ `du` has worked twice, the last time 2 days ago.',
    '  ✗ Avoid `find`: it has failed twice, the last time 2 days ago.',
    '    shell:find was the wrong approach to "Find the ten largest files", tried as',
    '    find / -type f: it never came back.',
    '  • Rule: Sort what du lists.',
    '',
    'Calls that failed',
    '  ✗ Avoid `npm tset`: it has failed once, 2 days ago.',
    '    no such script.',
    '',
    'Found in github.com/team/app',
    '  • there are 7 files. (2 days ago)',
    '',
    '11 memories in all. `artoo memory show <name>` shows more about one kind of',
    'task, `artoo memory why last` shows how memory shaped the last plan; --verbose',
    'has the figures.',
  ]);
});

test('what the person said with a no is told to them as theirs', () => {
  const content = 'The person said no to "rm a.log b.log", and asked: "keep b.log".';
  const refused = tagView('Caution', [memoryOf('n', { ...note, entity: 'user', content })]);
  expect(told(120, counts, [refused])).toContain('  • You said no to "rm a.log b.log", and asked: "keep b.log". (2 days ago)');
});

test('the same words at another tag or level are shown once', () => {
  const again = tagView('Avoid', [memoryOf('h', { ...failing, space: 'intent:tidy_up', entity: 'tool:shell:find', content: wrong })]);
  expect(told(undefined, counts, [...views, again]).filter((line) => line.includes('wrong approach'))).toHaveLength(1);
});

test('what has faded is left out as long as anything else is known', () => {
  const faded = tagView('Ignore', [memoryOf('old', { space: 'intent:old_thing', days: 60 })]);
  expect(told(80, counts, [...views, faded]).join('\n')).not.toContain('old_thing');
  expect(told(80, counts, [faded]).join('\n')).toContain('`du` has worked once, 60 days ago. This has almost faded.');
});

test.each<[string, Partial<Overview>, RegExp]>([
  ['a lesson that is due', { due: 1 }, /^1 lesson has proved true often enough to become a rule: `artoo memory dream` makes it\.$/m],
  ['more than is told', { tags: 207 }, /200 subjects not shown here/],
  ['a clock that lags', { ahead_ms: 36_000_000 }, /10\.0 h ahead of this machine's/],
  ['words that are left on the disk', { unerased: 2 }, /words of 2 purged memories/],
  ['nothing', { levels: { M: 0, K: 0, C: 0 } }, /^The memory in \/data is empty\./],
])('%s', (_, changes, expected) => {
  expect(told(undefined, { ...counts, ...changes }).join('\n')).toMatch(expected);
});

test('nothing draws on a terminal, and lines fit it', () => {
  const hostile = '\u001b[2J\u202eevil\n\u0007';
  const tag = { space: `intent:${hostile}`, entity: `tool:${hostile.repeat(100)}`, content: hostile.repeat(500) };
  const text = told(40, counts, [tagView('Avoid', [memoryOf('a', { ...failing, ...tag })])]).join('');
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('programs that do no work are left out', () => {
  const idle = tagView('Exploit', [memoryOf('s', { entity: 'tool:shell:sleep', content: 'sleep 2 worked.' })]);
  expect(told(80, counts, [...views, idle])).toEqual(told(80));
});
