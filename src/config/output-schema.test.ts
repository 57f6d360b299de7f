import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { readOutputSchema } from './output-schema.ts';

function fileWith(text: string): string {
  const path = join(scratch(), 'schema.json');
  writeFileSync(path, text);
  return path;
}

test.each([['{}'], ['true'], ['\uFEFF{ "type": ["string", "null"] }'], ['{ "$defs": { "a/b": {} }, "$ref": "#/$defs/a~1b" }']])(
  '%s is a schema',
  async (text) => {
    expect(await readOutputSchema(fileWith(text))).toEqual(JSON.parse(text.replace('\uFEFF', '')));
  },
);

test.each([
  ['not JSON', '{\n  "type": "object",\n}', 'line 3: is not JSON'],
  ['cut off', '{\n  "type": "object"', 'line 2: is not JSON'],
  ['a type that there is not', '{\n "properties": {\n  "a": { "type": "strng" } } }', 'line 3: /properties/a/type is none of'],
  ['a list', '[]', 'line 1: the schema is of type array'],
  ['a pattern that is none', '{\n\n "pattern": "(" }', 'line 3: /pattern is not a regular expression'],
  ['a reference to nothing', '{ "items": {\n "$ref": "#/$defs/none" } }', 'line 2: /items/$ref leads to nothing'],
  ['a reference to elsewhere', '{ "$ref": "https://example.org/x" }', 'only references within it'],
  ['too long', `{ "title": "${'x'.repeat(70_000)}" }`, 'at most 65536'],
])('a schema file that is %s is a usage error with its line', async (_, text, said) => {
  await expect(readOutputSchema(fileWith(text))).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(said) });
});

test('a schema file that is not there, or a folder, is a usage error', async () => {
  const folder = scratch();
  await expect(readOutputSchema(join(folder, 'none.json'))).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('ENOENT'),
  });
  await expect(readOutputSchema(folder)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('is not a file') });
});
