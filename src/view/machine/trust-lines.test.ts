import { expect, test } from 'vitest';
import { readMcpJson } from '../../config/servers/mcp-json.ts';
import { partLines } from './trust-lines.ts';

/** A variable in the form that files use. */
const the = (name: string): string => `\${${name}}`;

const variables = { values: { HOME: '/home/me', HOST: 'docs.example' }, keys: new Set<string>() };

function linesFor(mcpServers: unknown): readonly string[] {
  const read = readMcpJson({ mcpServers }, variables) ?? { servers: {}, written: {}, leftOut: [] };
  const judged = { file: '/p/.mcp.json', hash: '', trust: 'unasked' } as const;
  return partLines([{ kind: 'servers', ...judged, servers: { ...read, ...judged } }]).slice(1);
}

test.each([
  [
    'a header, with the host that gets it',
    { url: 'https://docs.example/mcp', headers: { 'X-Client': the('AWS_SECRET'), B: 'Bearer plain' } },
    [`  a: https://docs.example/mcp, with X-Client (${the('AWS_SECRET')}), B`, '    your AWS_SECRET is sent to docs.example'],
  ],
  [
    'a header, several and with a default',
    { url: 'https://docs.example/mcp', headers: { A: `x-${the('ONE')}-${the('TWO:-none')}` } },
    [`  a: https://docs.example/mcp, with A (${the('ONE')}, ${the('TWO:-none')})`, '    your ONE, TWO is sent to docs.example'],
  ],
  [
    'an address',
    { url: `https://${the('HOST')}/mcp` },
    [`  a: https://${the('HOST')}/mcp`, `    your HOST is sent to https://${the('HOST')}/mcp`],
  ],
  [
    'env and arguments of a program',
    { command: 'x', args: [the('HOME')], env: { K: the('AWS_SECRET') } },
    [`  a: runs x ${the('HOME')}, with K (${the('AWS_SECRET')})`, '    your HOME, AWS_SECRET is given to this program'],
  ],
])('the variables in %s are shown as the file has them', (_, server, lines) => {
  expect(linesFor({ a: server })).toEqual(lines);
});

test('what is left out is shown as the file has it, since the yes is for it too', () => {
  const late = { command: 'sh', args: ['-c', `echo ${the('NOT_YET')}`] };
  expect(linesFor({ late })).toEqual([
    expect.stringContaining('late is left out'),
    `    if that changes, your trust covers it too: runs sh -c "echo ${the('NOT_YET')}"`,
    '    your NOT_YET is given to this program',
  ]);
});
