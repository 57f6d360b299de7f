import { describe, expect, test } from 'vitest';
import { badServer, toolsOf } from '../../../test/support/mcp.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { Connection } from './connection.ts';
import type { Definition } from './definition.ts';
import { createFindTool, isDeferred, offerTools } from './offer-tools.ts';
import { rankTools } from './rank-tools.ts';
import type { Servers } from './servers.ts';

const tool = (name: string, description = '', properties: object = {}, server = 'hub'): Definition =>
  ({ server, tool: name, description, input: { type: 'object', properties } }) as Definition;

describe('definitions are deferred', () => {
  test.each([
    ['not for 20 small ones', 20, 10, false],
    ['for 21', 21, 10, true],
    ['for one of 2 % of a context', 1, 10_300, true],
    ['not for one a little below', 1, 10_000, false],
  ])('%s', (_, count, length, isSo) => {
    expect(isDeferred(Array.from({ length: count }, (_, at) => tool(`t${at}`, 'x'.repeat(length))))).toBe(isSo);
  });
});

describe('a query finds', () => {
  const tools = [
    tool('create_issue', 'Open an issue in a repository', { title: {}, body: {} }),
    tool('listIssues', 'All issues of a repository'),
    tool('get_weather', 'Forecast', { city: {} }),
    tool('send', 'Sends a message to a person', { city: {} }),
    tool('query', 'Run SQL', {}, 'postgres'),
  ];
  test.each<[string, readonly string[]]>([
    ['issues', ['create_issue', 'listIssues']],
    ['list the issues', ['listIssues', 'create_issue']],
    ['create issue', ['create_issue', 'listIssues']],
    ['weather in a city', ['get_weather', 'send']],
    ['postgres', ['query']],
    ['MESSAGE', ['send']],
    ['nothing of this kind', []],
    ['', []],
    ['mcp__hub__send and mcp__postgres__query, please', ['send', 'query']],
    ['mcp__hub__sen', ['create_issue', 'get_weather', 'listIssues', 'send']],
  ])('%j', (query, found) => {
    expect(rankTools(query, tools).map((each) => each.tool)).toEqual(found);
  });

  test('eight at most', () => {
    expect(
      rankTools(
        'tool',
        Array.from({ length: 30 }, (_, at) => tool(`tool_${at}`)),
      ),
    ).toHaveLength(8);
  });
});

describe('the look around a task', () => {
  test('lists what a server offered the last time without starting it', async () => {
    const home = scratch();
    const notes = badServer('plain');
    const first = toolsOf({ notes }, {}, home);
    const { tools } = await first.look();
    expect(tools?.map(({ name }) => name)).toEqual(['mcp__notes__say', 'mcp__notes__env']);
    first.close();
    const gone = toolsOf({ notes: { ...notes, timeout: 1 } }, {}, home); // the same program
    expect((await gone.look()).tools).toEqual(tools);
    const other = toolsOf({ notes: { ...notes, command: '/no/such/program' } }, {}, home);
    const seen = await other.look();
    expect(seen.tools).toEqual([]);
    expect(seen.left_out).toContainEqual(expect.stringMatching(/^MCP server notes: it ended with exit code 127.*\/no\/such\/program/));
  });

  test('offers find_tool beside what it knows where a server is still starting, and that waits for it', async () => {
    const started = Promise.withResolvers<Connection>();
    const servers: Servers = {
      ...{ names: ['known', 'slow'], settings: () => undefined, settingsAt: () => undefined, close: () => {} },
      known: (name) => (name === 'known' ? [tool('list', 'Lists', {}, name)] : undefined),
      connection: (_, __, signal) =>
        Promise.race([started.promise, new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))]),
    };
    const [where, { signal }] = [{ cwd: '/', workspace: '/' }, new AbortController()];
    const { tools, left_out } = await offerTools(servers, where, signal, 1);
    expect(tools.map(({ name }) => name)).toEqual(['mcp__known__list', 'find_tool']);
    expect(tools[1]?.description).toContain('It waits for servers that are still starting: slow.');
    expect(left_out).toEqual(['MCP server slow: it is still starting']);
    const context = { ...where, call: { task_id: 't', key: 'k' }, approved: undefined, network: false, refused: [], signal };
    const found = createFindTool(servers).run({ query: 'add numbers' }, context);
    started.resolve({ definitions: () => [tool('add', 'Adds', {}, 'slow')] } as unknown as Connection); // only this method is called
    expect((await found).offers?.map(({ name }) => name)).toEqual(['mcp__slow__add']);
  });

  test('has no tools where no server is configured', async () => {
    expect(await toolsOf({}).look()).not.toHaveProperty('tools');
  });
});
