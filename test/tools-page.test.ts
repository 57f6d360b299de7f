/** docs/tools.md against what the tools declare about themselves. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { assembleTools } from '../src/app/wiring/assemble-tools.ts';
import type { Tool } from '../src/tools/tool.ts';

const page = readFileSync(new URL('../docs/tools.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \| `([^`]+)` \| [^|]+ \| (\d+) s/gm)].map(([, name, input, seconds]) => ({
  name,
  input,
  seconds,
}));
const onlyOnMac = ['applescript', 'shortcuts'];

let own: readonly Tool[] = [];
assembleTools({ data: '/nowhere', env: {}, tools: (tools) => (own = tools) });

/** `{ query, in? }` */
function inputOf({ input }: Tool): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
  return `{ ${Object.keys(properties)
    .map((key) => (required.includes(key) ? key : `${key}?`))
    .join(', ')} }`;
}

test('the table names every tool, in the order of preference, with its input and its time', () => {
  const isHere = ({ name = '' }: { readonly name: string | undefined }) => process.platform === 'darwin' || !onlyOnMac.includes(name);
  expect(rows.filter(isHere)).toEqual(
    own.map((tool) => ({ name: tool.name, input: inputOf(tool), seconds: String(tool.timeoutMs / 1_000) })),
  );
});

test('scripts are offered on macOS alone, after what works with files and before the shell', () => {
  const names = rows.map(({ name }) => name);
  expect(names.slice(names.indexOf('applescript') - 1, names.indexOf('shell') + 1)).toEqual([
    'edit_file',
    ...onlyOnMac,
    'background',
    'shell',
  ]);
});
