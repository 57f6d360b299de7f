/** Which addresses fetch_url reaches: every spelling that has ever led to the wrong place, and its result. */
import { describe, expect, test } from 'vitest';
import { callContext, permitting, web } from '../../test/support/web.ts';
import { createFetchUrl } from './fetch-url.ts';
import type { ToolResult } from './tool.ts';

const names = {
  'example.org': ['93.184.215.14'],
  'xn--mnchen-3ya.example': ['93.184.215.15'],
  'both.example': ['93.184.215.14', '10.0.0.7'],
  'v6.example': ['2606:2800:21f::1'],
  'evil.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'cloud.example': ['169.254.169.254'],
  'metadata.google.internal': ['169.254.169.254'],
  'lan.example': ['192.168.1.1'],
  'multicast.example': ['224.0.0.1'],
  localhost: ['127.0.0.1', '::1'],
  'app.localhost': ['127.0.0.1'],
  'public.localhost': ['93.184.215.14'],
  'printer.local': ['192.168.1.9'],
  intranet: ['93.184.215.14'],
};

type Becomes = 'fetched' | 'asked about' | 'refused' | 'invalid' | 'not found';

const becameOf = ({ ok, harm, error }: ToolResult): Becomes => {
  if (ok) return 'fetched';
  if (harm) return 'asked about';
  return error?.class === 'invalid_input' ? 'invalid' : error?.class === 'not_found' ? 'not found' : 'refused';
};

const forms: readonly (readonly [string, Becomes])[] = [
  ['http://example.org/', 'fetched'],
  ['http://EXAMPLE.org./', 'fetched'],
  ['http://93.184.215.14/', 'fetched'],
  ['http://münchen.example/', 'fetched'],
  ['http://v6.example/', 'fetched'],
  ['http://[2606:2800:21f::1]/', 'fetched'],
  ['http://127.0.0.1/', 'asked about'],
  ['http://127.1/', 'asked about'],
  ['http://2130706433/', 'asked about'],
  ['http://0x7f000001/', 'asked about'],
  ['http://0x7f.0.0.1/', 'asked about'],
  ['http://0177.0.0.1/', 'asked about'],
  ['http://017700000001/', 'asked about'],
  ['http://127.0.0.1./', 'asked about'],
  ['http://１２７.０.０.１/', 'asked about'],
  ['http://①②⑦.0.0.1/', 'asked about'],
  ['http://127。0。0。1/', 'asked about'],
  ['http://0/', 'asked about'],
  ['http://0.0.0.0:8080/', 'asked about'],
  ['http://[::]/', 'asked about'],
  ['http://[::1]/', 'asked about'],
  ['http://[0:0:0:0:0:0:0:1]/', 'asked about'],
  ['http://[::ffff:127.0.0.1]/', 'asked about'],
  ['http://[::ffff:7f00:1]/', 'asked about'],
  ['http://[64:ff9b::7f00:1]/', 'asked about'],
  ['http://[2002:7f00:1::]/', 'asked about'],
  ['http://[fe80::1]/', 'asked about'],
  ['http://[fd00:ec2::254]/', 'asked about'],
  ['http://169.254.169.254/latest/meta-data/', 'asked about'],
  ['http://10.0.0.1/', 'asked about'],
  ['http://172.16.0.1/', 'asked about'],
  ['http://192.168.1.1:8443/', 'asked about'],
  ['http://100.64.0.1/', 'asked about'],
  ['http://localhost/', 'asked about'],
  ['http://LOCALHOST./', 'asked about'],
  ['http://app.localhost/', 'asked about'],
  ['http://public.localhost/', 'asked about'],
  ['http://printer.local/', 'asked about'],
  ['http://intranet/', 'asked about'],
  ['http://metadata.google.internal/', 'asked about'],
  ['http://evil.example/', 'asked about'],
  ['http://mapped.example/', 'asked about'],
  ['http://cloud.example/', 'asked about'],
  ['http://lan.example/', 'asked about'],
  ['http://both.example/', 'asked about'],
  ['http://multicast.example/', 'refused'],
  ['http://240.0.0.1/', 'refused'],
  ['http://255.255.255.255/', 'refused'],
  ['http://[::127.0.0.1]/', 'refused'],
  ['http://[ff02::1]/', 'refused'],
  ['http://nowhere.example/', 'not found'],
  ['http://user:password@example.org/', 'invalid'],
  ['http://example.org@127.0.0.1/', 'invalid'],
  ['http://127.0.0.1\\@example.org/', 'asked about'],
  ['http://example.org#@127.0.0.1/', 'fetched'],
  ['http:127.0.0.1', 'asked about'],
  ['//example.org/', 'invalid'],
  ['example.org', 'invalid'],
  ['file:///etc/passwd', 'invalid'],
  ['ftp://example.org/', 'invalid'],
  ['gopher://127.0.0.1:6379/_x', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
  ['data:text/html,hello', 'invalid'],
  ['http://256.0.0.1/', 'invalid'],
  ['http://example.org../', 'invalid'],
  ['http://[::1%25eth0]/', 'invalid'],
  [`http://example.org/${'a'.repeat(2_000)}`, 'invalid'],
];

describe('an address', () => {
  test.each(forms)('%s is %s', async (url, becomes) => {
    const { outside, connections, requests } = await web({ '/': 'a page' }, names);
    const tool = createFetchUrl({ outside, permissions: permitting({}), redact: (text) => text });
    expect(becameOf(await tool.run({ url }, callContext()))).toBe(becomes);
    expect([connections.length, requests.length]).toEqual(becomes === 'fetched' ? [1, 1] : [0, 0]);
  });

  test('that is asked about names the rule that would allow it, and is fetched on a yes to it', async () => {
    const { outside, requests } = await web({ '/': 'the local page' }, names);
    const tool = createFetchUrl({ outside, permissions: permitting({}), redact: (text) => text });
    const { harm } = await tool.run({ url: 'http://localhost:3000/' }, callContext());
    expect(harm).toMatchObject({ action: 'fetch http://localhost:3000/', rule: 'fetch(localhost:3000)', effects: [] });
    expect(await tool.run({ url: 'http://localhost:3000/other' }, callContext({ approved: harm?.hash }))).toHaveProperty('harm');
    expect(await tool.run({ url: 'http://localhost:3000/' }, callContext({ approved: harm?.hash }))).toMatchObject({ ok: true });
    expect(requests).toEqual(['localhost:3000/']);
  });

  test('whose name leads elsewhere once the yes is given is asked about again', async () => {
    const { outside, connections } = await web({ '/': 'x' }, { 'box.example': [['10.0.0.1'], ['127.0.0.1']] });
    const tool = createFetchUrl({ outside, permissions: permitting({}), redact: (text) => text });
    const { harm } = await tool.run({ url: 'http://box.example/' }, callContext());
    expect(await tool.run({ url: 'http://box.example/' }, callContext({ approved: harm?.hash }))).toHaveProperty('harm');
    expect(connections).toEqual([]);
  });

  test('is connected to where it was judged, though its name leads elsewhere by then', async () => {
    const { outside, connections } = await web({ '/': 'x' }, { 'rebind.example': [['93.184.215.14'], ['127.0.0.1']] });
    const tool = createFetchUrl({ outside, permissions: permitting({}), redact: (text) => text });
    await tool.run({ url: 'http://rebind.example/' }, callContext());
    expect(connections).toEqual(['93.184.215.14:80']);
  });

  test.each<[string, Parameters<typeof permitting>[0], string, Becomes]>([
    ['a rule forbids', { deny: ['fetch(example.org)'] }, 'http://example.org/', 'asked about'],
    ['a rule asks about every host', { ask: ['fetch(*)'] }, 'http://example.org/', 'asked about'],
    ['a rule allows by name', { allow: ['fetch(localhost)'] }, 'http://localhost/', 'fetched'],
    ['a rule allows by its port', { allow: ['fetch(localhost:3000)'] }, 'http://localhost:3000/', 'fetched'],
    ['a rule allows on another port', { allow: ['fetch(localhost:3000)'] }, 'http://localhost:3001/', 'asked about'],
    ['a rule allows with a star', { allow: ['fetch(*)'] }, 'http://localhost/', 'asked about'],
  ])('that %s: %j %s is %s', async (_, rules, url, becomes) => {
    const { outside } = await web({ '/': 'x' }, names);
    const tool = createFetchUrl({ outside, permissions: permitting(rules), redact: (text) => text });
    const result = await tool.run({ url }, callContext());
    expect(becameOf(result)).toBe(becomes);
    if (rules.deny) expect(result.harm).toMatchObject({ denied: rules.deny[0], rule: null });
  });

  test.each([
    'http://example.org/?q=hunter2hunter2',
    'http://hunter2hunter2.example.org/',
    'http://example.org/h%75nter2hunter2',
    'http://example.org/h%2575nter2hunter2',
    'http://example.org/[redacted KEY]',
  ])('that holds a secret is not even looked up: %s', async (url) => {
    const { outside, requests } = await web({ '/': 'x' }, names);
    const redact = (text: string) => text.replaceAll('hunter2hunter2', '[redacted KEY]');
    const result = await createFetchUrl({ outside, permissions: permitting({}), redact }).run({ url }, callContext());
    expect(result).toMatchObject({ ok: false, error: { class: 'refused' } });
    expect(requests).toEqual([]);
  });
});

describe('a redirect', () => {
  const to = (location: string) => ({ status: 302, headers: { location } });

  test.each<[string, Becomes]>([
    ['http://127.0.0.1/', 'refused'],
    ['http://localhost:6379/', 'refused'],
    ['http://169.254.169.254/latest/', 'refused'],
    ['//[::1]/', 'refused'],
    ['http://evil.example/', 'refused'],
    ['http://both.example/', 'refused'],
    ['http://intranet/', 'refused'],
    ['file:///etc/passwd', 'refused'],
    ['http://user:x@example.org/', 'refused'],
    ['http://xn--mnchen-3ya.example/', 'fetched'],
    ['/other', 'fetched'],
  ])('to %s is %s, even where a rule allows that host', async (location, becomes) => {
    const { outside, requests } = await web({ '/start': to(location), '/other': 'there', 'xn--mnchen-3ya.example/': 'there' }, names);
    const permissions = permitting({ allow: ['fetch(localhost)', 'fetch(127.0.0.1)', 'fetch(evil.example)'] });
    const result = await createFetchUrl({ outside, permissions, redact: (text) => text }).run(
      { url: 'http://example.org/start' },
      callContext(),
    );
    expect(becameOf(result)).toBe(becomes);
    expect(requests.length).toBe(becomes === 'fetched' ? 2 : 1);
  });

  test('within a private host is not covered by the yes to where it began', async () => {
    const { outside, requests } = await web({ 'localhost:3000/a': to('/admin/delete?all=1'), '/admin/delete?all=1': 'gone' }, names);
    const tool = createFetchUrl({ outside, permissions: permitting({}), redact: (text) => text });
    const url = 'http://localhost:3000/a';
    const { harm } = await tool.run({ url }, callContext());
    const result = await tool.run({ url }, callContext({ approved: harm?.hash }));
    expect(result).toMatchObject({
      ok: false,
      error: { class: 'refused', message: expect.stringContaining('have to be fetched directly') },
    });
    expect(result).not.toHaveProperty('harm');
    expect(requests).toEqual(['localhost:3000/a']);
  });

  test.each(['https://localhost/', 'http://localhost:3000/'])(
    'from http://localhost/ to %s is refused, though a rule allows the host',
    async (location) => {
      const { outside, connections } = await web({ 'localhost/': to(location), 'localhost:3000/': 'there' }, names);
      const tool = createFetchUrl({
        outside,
        permissions: permitting({ allow: ['fetch(localhost)', 'fetch(localhost:3000)'] }),
        redact: (text) => text,
      });
      expect(becameOf(await tool.run({ url: 'http://localhost/' }, callContext()))).toBe('refused');
      expect(connections).toEqual(['127.0.0.1:80']);
    },
  );

  test('within a private host that a rule allows continues, and one that comes back from another host does not', async () => {
    const pages = {
      'intranet/': to('/login'),
      'intranet/login': 'log in',
      'intranet/away': to('http://example.org/'),
      'example.org/': to('http://intranet/admin'),
    };
    const { outside, requests } = await web(pages, names);
    const tool = createFetchUrl({ outside, permissions: permitting({ allow: ['fetch(intranet)'] }), redact: (text) => text });
    expect(await tool.run({ url: 'http://intranet/' }, callContext())).toMatchObject({
      ok: true,
      output: expect.stringContaining('log in'),
    });
    expect(becameOf(await tool.run({ url: 'http://intranet/away' }, callContext()))).toBe('refused');
    expect(requests).not.toContain('intranet/admin');
  });

  test('that holds a secret is not followed', async () => {
    const { outside, requests } = await web({ '/': to('/?k=hunter2hunter2') }, names);
    const redact = (text: string) => text.replaceAll('hunter2hunter2', '');
    await createFetchUrl({ outside, permissions: permitting({}), redact }).run({ url: 'http://example.org/' }, callContext());
    expect(requests).toEqual(['example.org/']);
  });

  test('in a circle, and one without end, are reported', async () => {
    const pages = {
      '/a': to('/b'),
      '/b': to('/a'),
      ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`/${at}`, to(`/${at + 1}`)])),
    };
    const { outside, requests } = await web(pages, names);
    const tool = createFetchUrl({ outside, permissions: permitting({}), redact: (text) => text });
    expect((await tool.run({ url: 'http://example.org/a' }, callContext())).error?.message).toContain('redirects in a loop');
    expect((await tool.run({ url: 'http://example.org/0' }, callContext())).error?.message).toContain('more than 10 times');
    expect(requests.length).toBe(2 + 11);
  });
});
