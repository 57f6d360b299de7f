/** The results of fetch_url for pages, both harmless and malicious. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callContext, type Page, permitting, web } from '../../test/support/web.ts';
import { createFetchUrl } from './fetch-url.ts';
import type { ToolContext } from './tool.ts';

const toolOn = (outside: Awaited<ReturnType<typeof web>>['outside']) =>
  createFetchUrl({ outside, permissions: permitting({}), redact: (text) => text });

/** The result for a page served at /. */
async function fetched(page: Page, context: Partial<ToolContext> = {}) {
  const { outside } = await web({ '/': page });
  return toolOn(outside).run({ url: 'http://example.org/' }, callContext(context));
}

const text = (body: Buffer | string, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'text/plain', ...headers },
  body,
});

describe('reads', () => {
  test('the article of a page as Markdown, with whole addresses, and without what is around it', async () => {
    const paragraph = `<p>${'The lamp was lit in 1846 and has not gone out since, they say. '.repeat(5)}</p>`;
    const { output } = await fetched(`<!doctype html><html><head><title>The lamp</title><style>p { color: red }</style></head><body>
      <nav><a href="/home">Home</a></nav><article><h1>The lamp</h1>${paragraph.repeat(3)}<p>See <a href="../more?a=1">more</a>, <a href="javascript:alert(1)">not this</a>.</p>
      <ul><li>one</li><li>two</li></ul><table><tr><th>year</th><th>lamps</th></tr><tr><td>1846</td><td>1</td></tr></table>
      <pre><code>let a = 1;\n</code></pre></article><script>evil()</script></body></html>`);
    expect(output).toContain('# The lamp\n<http://example.org/>');
    expect(output).toContain('[more](http://example.org/more?a=1)');
    expect(output).toMatch(/\| 1846 \| 1 \|/);
    expect(output).toMatch(/-\s+one\n-\s+two/);
    expect(output).toContain('let a = 1;');
    expect(output).not.toMatch(/evil|color: red|javascript:|Home/);
  });

  test.each<[string, Page, string]>([
    ['plain text', text('a\nb'), 'a\nb'],
    ['JSON as it is', text('{"a": [1]}', { 'content-type': 'application/json' }), '{"a": [1]}'],
    ['Markdown as it is', text('# A\n* b', { 'content-type': 'text/markdown' }), '# A\n* b'],
    ['text without a type', { headers: { 'content-type': '' }, body: 'plain' }, 'plain'],
    ['Latin-1, as its server says', text(Buffer.from('caf\xe9', 'latin1'), { 'content-type': 'text/plain; charset=iso-8859-1' }), 'café'],
    [
      'Shift JIS, as the page says',
      text(Buffer.from([0x93, 0xfa, 0x96, 0x7b]), { 'content-type': 'text/plain; charset=shift_jis' }),
      '日本',
    ],
    ['UTF-16 by its mark', text(Buffer.from('\ufeffwide', 'utf16le')), 'wide'],
    ['Windows text without a word about it', text(Buffer.from('na\xefve caf\xe9 \x80', 'latin1')), 'naïve café €'],
    [
      'UTF-8 with broken bytes',
      text(Buffer.concat([Buffer.from('grün, schön '), Buffer.from([0xff]), Buffer.from(' ok')])),
      'grün, schön \ufffd ok',
    ],
    ['an encoding that there is not', text('x', { 'content-type': 'text/plain; charset=klingon' }), 'x'],
    ['gzip', text(gzipSync('packed'), { 'content-encoding': 'gzip' }), 'packed'],
    ['brotli', text(brotliCompressSync('packed'), { 'content-encoding': 'br' }), 'packed'],
    ['deflate', text(deflateSync('packed'), { 'content-encoding': 'deflate' }), 'packed'],
    ['nothing', text(''), '(it is empty)'],
  ])('%s', async (_, page, said) => {
    expect((await fetched(page)).output).toBe(`<http://example.org/>\n\n${said}`);
  });

  test('a PDF', async () => {
    const { output, error } = await fetched({ headers: { 'content-type': 'application/pdf' }, body: pdfSaying('Forty-two lamps') });
    expect([error, output]).toEqual([undefined, '<http://example.org/>\n\n[page 1]\nForty-two lamps']);
  });

  test('the rest of a long text from a line on, without asking again', async () => {
    const { outside, requests } = await web({ '/': text(Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n')) });
    const tool = toolOn(outside);
    await tool.run({ url: 'http://example.org/' }, callContext());
    const { output } = await tool.run({ url: 'http://example.org/', from: 52 }, callContext());
    expect(output).toBe('line 49\n[artoo: fetched earlier in this task, and not fetched again]');
    expect(await tool.run({ url: 'http://example.org/', from: 99 }, callContext())).toMatchObject({ ok: false });
    expect(requests.length).toBe(1);
    await tool.run({ url: 'http://example.org/' }, callContext({ call: { task_id: 'another', key: '1' } }));
    expect(requests.length).toBe(2);
    expect(tool.leftOut?.({ from: 10, to: 20, lines: 30, characters: 5, total: 9 }, { url: '', from: 11 })).toContain(
      'lines 20 to 30 of 40 left out; fetch_url with from: 20',
    );
  });
});

describe('says what is the matter with', () => {
  test.each<[string, Page, RegExp]>([
    [
      'a page that is one script',
      '<html><head><title>App</title></head><body><div id="root"></div><script>render()</script></body></html>',
      /no text unless its scripts are run.*"App"/,
    ],
    ['an image', { headers: { 'content-type': 'image/png' }, body: 'PNG' }, /not text: image\/png, 3 bytes/],
    ['bytes of any kind', { headers: { 'content-type': '' }, body: Buffer.from([0, 1, 2]) }, /not text/],
    ['a damaged PDF', { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 nonsense' }, /cannot be read/],
    ['a page that is not there', { status: 404, body: 'gone' }, /status 404/],
    ['a packing that nobody asked for', text('x', { 'content-encoding': 'zstd' }), /compressed in a way/],
    ['several packings', text(gzipSync(gzipSync('x')), { 'content-encoding': 'gzip, gzip' }), /compressed in a way/],
    ['broken gzip', text('not gzip at all', { 'content-encoding': 'gzip' }), /badly compressed/],
    [
      'an answer that breaks off',
      (_, response) =>
        void response.writeHead(200, { 'content-length': '100', 'content-type': 'text/plain' }).write('x', () => response.destroy()),
      /closed before/,
    ],
  ])('%s', async (_, page, words) => {
    const { ok, error } = await fetched(page);
    expect([ok, error?.message]).toEqual([false, expect.stringMatching(words)]);
  });

  test.each<[number, string]>([
    [401, 'permission'],
    [403, 'permission'],
    [410, 'not_found'],
    [429, 'rate_limit'],
    [500, 'network'],
    [302, 'failed'],
  ])('status %i: %s', async (status, errorClass) => {
    expect(await fetched({ status, body: 'why' })).toMatchObject({ ok: false, output: 'why', error: { class: errorClass } });
  });

  test('a machine without a connection, in one sentence', async () => {
    const outside = {
      resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'EAI_AGAIN' })),
      connect: () => expect.fail('no address'),
    };
    const { error } = await toolOn(outside).run({ url: 'http://example.org/' }, callContext());
    expect(error).toEqual({ class: 'network', message: expect.stringContaining('no connection to the internet') });
  });

  test('a server that never ends its answer, once the time is up', async () => {
    const stop = new AbortController();
    const page: Page = (_, response) => void response.writeHead(200).write('a', () => setImmediate(() => stop.abort()));
    await expect(fetched(page, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('survives', () => {
  test('a page of a gigabyte, of which it reads five megabytes', async () => {
    let sent = 0;
    const piece = Buffer.alloc(256 * 1024, 'a');
    const { output } = await fetched((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = () => {
        while (sent < 1_073_741_824 && !response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    expect(output.length).toBeLessThan(5_300_000);
    expect(output).toContain('[artoo: only its first 5 MB were read]');
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', (bytes) => gzipSync(bytes)],
    ['br', (bytes) => brotliCompressSync(bytes)],
    ['deflate', (bytes) => deflateSync(bytes)],
  ])('a bomb packed as %s', async (packing, pack) => {
    const { ok, output } = await fetched(text(pack(Buffer.alloc(16 * 1024 * 1024, ' ')), { 'content-encoding': packing }));
    expect(ok).toBe(true);
    expect(output.length).toBeLessThan(5_300_000);
  });

  test('a page too deep or too large for a document, of which it gives the plain text', async () => {
    const { output } = await fetched(`<html><body>${'<div>'.repeat(5_000)}<p>down here &amp; deep</p>`);
    expect(output).toContain('down here & deep');
    expect(output).toContain('[artoo: as plain text');
  });
});

describe('a certificate', () => {
  let folder = '';
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'artoo-tls-'));
    const subject = ['-subj', '/CN=example.org', '-addext', 'subjectAltName=DNS:example.org'];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-keyout',
        'key',
        '-out',
        'cert',
        '-days',
        '2',
        ...subject,
      ],
      { cwd: folder, stdio: 'ignore' },
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const on = async (url: string, isTrusted: boolean) => {
    const tls = { key: read('key'), cert: read('cert'), ...(isTrusted ? { ca: read('cert') } : {}) };
    const { outside } = await web({ '/': text('secure') }, { 'example.org': ['93.184.215.14'], 'other.example': ['93.184.215.14'] }, tls);
    return toolOn(outside).run({ url }, callContext());
  };

  test('of the host itself is accepted', async () => {
    expect(await on('https://example.org/', true)).toMatchObject({ ok: true, output: expect.stringContaining('secure') });
  });

  test.each([
    ['that nobody vouches for', 'https://example.org/', false],
    ['of another host', 'https://other.example/', true],
  ])('%s is refused', async (_, url, isTrusted) => {
    expect(await on(url, isTrusted)).toMatchObject({
      ok: false,
      error: { class: 'refused', message: expect.stringContaining('certificate') },
    });
  });

  test('is missed where plain http answers', async () => {
    const { outside } = await web({ '/': 'plain' });
    expect(await toolOn(outside).run({ url: 'https://example.org/' }, callContext())).toMatchObject({
      ok: false,
      error: { class: 'network' },
    });
  });
});

/** A PDF with one page that has one line. */
function pdfSaying(line: string): string {
  const stream = `BT /F1 12 Tf 20 50 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`;
}
