import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { readSkillText } from './front-matter.ts';

const head = (lines: string, body = 'Do it.'): string => `---\n${lines}\n---\n${body}`;

test.each<[string, string, object]>([
  ['plain', head('name: pdf-2\ndescription: Makes PDFs.'), { name: 'pdf-2', description: 'Makes PDFs.', body: 'Do it.' }],
  ['with lines that end as on Windows', '---\r\nname: a\r\ndescription: b\r\n---\r\nx\r\n', { name: 'a', description: 'b', body: 'x' }],
  ['with a byte order mark', `\uFEFF${head('name: a\ndescription: b')}`, { name: 'a', description: 'b', body: 'Do it.' }],
  ['with a description over lines', head('name: a\ndescription: >\n  one\n  two\n'), { name: 'a', description: 'one two', body: 'Do it.' }],
  ['with more than is known', head('name: a\ndescription: b\nallowed-tools: Bash(*)\nx: [1]'), { name: 'a', description: 'b' }],
  ['without a body', '---\nname: a\ndescription: b\n---', { body: '' }],
  ['with a rule in the body', head('name: a\ndescription: b', 'x\n---\ny'), { body: 'x\n---\ny' }],
])('a head is read: %s', async (_, text, expected) => {
  expect(await readSkillText(text)).toMatchObject({ ok: true, value: expected });
});

const bomb = `${'a: &a [x]\n'}${Array.from({ length: 20 }, (_, at) => `b${at}: &b${at} [${`*${at === 0 ? 'a' : `b${at - 1}`},`.repeat(9)}]`).join('\n')}`;

test.each<[string, string, string]>([
  ['nothing', '', 'no front matter'],
  ['no front matter', '# A skill\n', 'no front matter'],
  ['no end of it', '---\nname: a\ndescription: b\n', 'no front matter'],
  ['broken YAML', head('name: [a\ndescription: b'), 'is not YAML'],
  ['a YAML bomb', head(`name: a\ndescription: b\n${bomb}`), 'is not YAML'],
  ['a list', head('- a\n- b'), 'not a list of keys and values'],
  ['no name', head('description: b'), 'its name is missing'],
  ['no description', head('name: a'), 'its description is missing'],
  ['an empty description', head('name: a\ndescription: "  "'), 'its description is empty'],
  ['a long description', head(`name: a\ndescription: ${'x'.repeat(1025)}`), 'longer than 1024'],
  ['a name that is a path', head('name: ../../etc\ndescription: b'), 'its name must be'],
  ['a name with an escape sequence', head('name: "a\\e[31m"\ndescription: b'), 'its name must be'],
  ['a long name', head(`name: ${'x'.repeat(65)}\ndescription: b`), 'its name must be'],
  ['a name that is a number', head('name: 7\ndescription: b'), 'its name is missing'],
  ['a description with an escape sequence', head('name: a\ndescription: "b\\e]0;c\\a"'), 'control characters'],
  ['a long head', head(`name: a\ndescription: b\nx: ${'y'.repeat(20_000)}`), 'longer than 16 KiB'],
])('what is wrong is said: %s', async (_, text, why) => {
  expect(await readSkillText(text)).toEqual({ ok: false, error: expect.stringContaining(why) });
});

test('whatever is in the file, there is a skill or a reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.string({ maxLength: 50 }), async (lines, body) => {
      const read = await readSkillText(head(lines, body));
      expect(read.ok ? /^[a-z0-9-]+$/.test(read.value.name) : read.error !== '').toBe(true);
    }),
    { numRuns: 50 },
  );
});
