import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { badServer, badServerProgram, nodeServer, openToolsOf, toolsOf } from '../../../test/support/mcp.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { tokensFile } from './signing-in/logins.ts';

const allowed = { allow: ['mcp(notes/*)'] };
const say = 'mcp__notes__say';
const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** A home in which the tools of the plain server are known, so that asking about them starts no server. */
let informed = '';
beforeAll(async () => {
  informed = mkdtempSync(join(tmpdir(), 'artoo-test-'));
  const { look, close } = openToolsOf({ notes: badServer('plain') }, {}, informed);
  await look();
  close();
  return () => rmSync(informed, { recursive: true, force: true });
});
const plain = (rules: Parameters<typeof toolsOf>[1] = {}) => toolsOf({ notes: badServer('plain') }, rules, informed);

describe('a call', () => {
  test('needs a yes, which shows server, tool and input, and is bound to all three', async () => {
    const { call } = plain();
    const asked = await call(say, { text: 'hello' });
    expect(asked).toMatchObject({
      ok: false,
      error: { class: 'refused' },
      harm: { action: 'notes/say {\n  "text": "hello"\n}', rule: 'mcp(notes/say)', network: false, effects: [] },
    });
    const approved = asked.harm?.hash ?? '';
    expect(await call(say, { text: 'another' }, { approved })).toMatchObject({ ok: false, harm: {} });
    expect(await call(say, { text: 'hello' }, { approved })).toMatchObject({ ok: true, output: 'you said hello' });
  });

  test.each([
    ['allow', ['mcp(notes/say)'], { ok: true }],
    ['allow', ['mcp(notes/*)'], { ok: true }],
    ['allow', ['mcp(other/*)'], { ok: false, harm: {} }],
    ['deny', ['mcp(notes/say)'], { ok: false, harm: { denied: 'mcp(notes/say)' } }],
  ] as const)('by a rule %s %j', async (use, rules, result) => {
    const { call } = plain({ [use]: rules });
    expect(await call(say, { text: 'x' })).toMatchObject(result);
  });

  test('is asked about again where it was refused, whatever rules say', async () => {
    const { call } = plain(allowed);
    const { harm } = await plain().call(say, { text: 'x' });
    expect(await call(say, { text: 'x' }, { refused: [harm?.hash ?? ''] })).toMatchObject({ harm: { reason: 'it was refused before' } });
  });

  test('shows its progress while it runs', async () => {
    const seen: string[] = [];
    const { call } = plain(allowed);
    await call(say, {}, { onOutput: (text) => seen.push(text) });
    expect(seen).toEqual(['1 of 2 half\n']);
  });

  test('that may have been made is unknown, and one that was not is not done', async () => {
    const { call, lookUp } = plain(allowed);
    await call(say, {}, { key: '1.1.1/R3/1.1' });
    expect(await lookUp(say, {}, '1.1.1/R3/1.1')).toBe('unknown');
    expect(await lookUp(say, {}, '1.1.1/R3/2.1')).toBe('not_done');
  });

  test('may be repeated where a rule allows it and its server says that this does nothing more', async () => {
    const home = scratch();
    const notes = badServer('lies', join(home, 'out'));
    const { call, lookUp } = toolsOf({ notes }, allowed, home);
    await call(say, {}, { key: '1.1.1/R3/1.1' });
    expect(await lookUp(say, {}, '1.1.1/R3/1.1')).toBe('not_done');
    expect(await toolsOf({ notes }, {}, home).lookUp(say, {}, '1.1.1/R3/1.1')).toBe('unknown');
  });

  test('to a server or tool that does not exist is an error', async () => {
    const { call } = plain(allowed);
    expect(await call('mcp__other__say', {})).toMatchObject({ error: { message: 'the MCP server other: no such server is configured' } });
    expect(await call('mcp__notes__sing', {})).toMatchObject({ error: { class: 'not_found' } });
  });
});

describe('a server', () => {
  test('gets no keys, only what its configuration gives it', async () => {
    const { call } = toolsOf({ notes: badServer('plain', '', { env: { LEVEL: 'high', SECRET: `\${NOTES_TOKEN}` } }) }, allowed);
    const { output } = await call('mcp__notes__env', {});
    expect(JSON.parse(output)).toMatchObject({ LEVEL: 'high', SECRET: 'the-token-of-notes' });
    expect(JSON.parse(output)).not.toHaveProperty('OPENAI_API_KEY');
  });

  test('whose configuration names a variable that is not set is not started', async () => {
    const { call } = toolsOf({ notes: badServer('plain', '', { env: { A: `\${NOT_SET}` } }) }, allowed);
    expect(await call(say, {})).toMatchObject({ error: { message: expect.stringContaining('the variable NOT_SET') } });
  });

  test('that ends at a question of the newer era is asked in the older one, and next time at once', async () => {
    const { call, data } = toolsOf({ notes: badServer('ends-at-probe') }, allowed);
    expect(await call(say, { text: 'old' })).toMatchObject({ output: 'you said old' });
    expect(JSON.parse(readFileSync(join(data, 'mcp/notes.tools.json'), 'utf8'))).toMatchObject({ verdict: { kind: 'legacy' } });
  });

  test('that is called tokens does not touch how the person signed in to others', async () => {
    const { call, data } = toolsOf({ tokens: badServer('plain') }, { allow: ['mcp(tokens/*)'] });
    mkdirSync(join(data, 'mcp'), { recursive: true });
    writeFileSync(tokensFile(data), '{"logins":[]}');
    expect(await call('mcp__tokens__say', { text: 'x' })).toMatchObject({ ok: true });
    expect(readFileSync(tokensFile(data), 'utf8')).toBe('{"logins":[]}');
  });

  test('that lies about its tool is asked about all the same, and what it says is shown as its words', async () => {
    const file = join(scratch(), 'written');
    const { call, agreed } = toolsOf({ notes: badServer('lies', file) });
    expect(await call(say, { text: 'x' })).toMatchObject({
      harm: { reason: "what a server's tool does cannot be known in advance; its server says that the tool only reads" },
    });
    expect(existsSync(file)).toBe(false);
    await agreed(say, { text: 'written after a yes' });
    expect(readFileSync(file, 'utf8')).toBe('written after a yes');
  });

  test('that changes a definition is asked about again, though a rule allows it, and the question names what changed', async () => {
    const { call } = toolsOf({ notes: badServer('changes', join(scratch(), 'changed')) }, allowed);
    expect(await call(say, { text: 'one' })).toMatchObject({ ok: true });
    await expect
      .poll(() => call(say, { text: 'two' }))
      .toMatchObject({
        harm: { reason: 'the server has changed its description since you last agreed to it' },
      });
    const { harm } = await call(say, { text: 'two' });
    expect(await call(say, { text: 'two' }, { approved: harm?.hash ?? '' })).toMatchObject({ ok: true });
    expect(await call(say, { text: 'three' })).toMatchObject({ ok: true }); // the approval covers the new definition
  });

  test('that changed while it was not running is asked about with what it is now', async () => {
    const file = join(scratch(), 'changed');
    const home = scratch();
    const servers = { notes: badServer('changes', file) };
    const first = toolsOf(servers, {}, home);
    expect(await first.agreed(say, { text: 'one' })).toMatchObject({ ok: true });
    first.close();
    const { call } = toolsOf(servers, {}, home);
    const asked = await call(say, { text: 'two' });
    const again = await call(say, { text: 'two' }, { approved: asked.harm?.hash ?? '' });
    expect(again).toMatchObject({ harm: { reason: 'the server has changed its description since you last agreed to it' } });
    expect(await call(say, { text: 'two' }, { approved: again.harm?.hash ?? '' })).toMatchObject({ ok: true });
  });

  test('that is another program under the same name is asked about, though a rule allows its tools, and the first one stays agreed to', async () => {
    const home = scratch();
    const use = (kind: string) => toolsOf({ notes: badServer('plain', kind) }, allowed, home);
    expect(await use('first').call(say, { text: 'one' })).toMatchObject({ ok: true });
    const { call } = use('second');
    const reason = 'the server has changed its program or address since you last agreed to it';
    const asked = await call(say, { text: 'two' });
    expect(asked).toMatchObject({ ok: false, harm: { reason } });
    expect(await call(say, { text: 'two' }, { approved: asked.harm?.hash ?? '' })).toMatchObject({ ok: true });
    expect(await call(say, { text: 'three' })).toMatchObject({ ok: true });
    expect(await call('mcp__notes__env', {})).toMatchObject({ ok: false, harm: { reason } }); // the approval covered one tool only
    expect(await use('first').call(say, { text: 'four' })).toMatchObject({ ok: true });
  });

  test('that is another program in another folder is asked about there, though its words and its tools are the same', async () => {
    const home = scratch();
    const other = join(home, 'other');
    for (const folder of [join(home, 'project'), other]) {
      mkdirSync(folder);
      copyFileSync(badServerProgram, join(folder, 'server.mjs'));
      symlinkSync(packages, join(folder, 'node_modules'));
    }
    const { call } = toolsOf({ notes: nodeServer(['./server.mjs', 'plain']) }, allowed, home);
    expect(await call(say, { text: 'one' })).toMatchObject({ ok: true });
    const reason = 'the server has changed its program or address since you last agreed to it';
    const asked = await call(say, { text: 'two' }, { cwd: other });
    expect(asked).toMatchObject({ ok: false, harm: { reason } });
    expect(await call(say, { text: 'two' }, { cwd: other, approved: asked.harm?.hash ?? '' })).toMatchObject({ ok: true });
    expect(await call(say, { text: 'three' })).toMatchObject({ ok: true });
  });

  test('whose tools were agreed to before several of one name were distinguished counts as the other one', async () => {
    const home = scratch();
    mkdirSync(join(home, '.artoo/mcp'), { recursive: true });
    const pins = { say: { description: 'a', input: 'b', output: '' } };
    writeFileSync(join(home, '.artoo/mcp/notes.pins.json'), JSON.stringify({ identity: 'of-another', pins }));
    const { call } = toolsOf({ notes: badServer('plain') }, allowed, home);
    expect(await call(say, { text: 'x' })).toMatchObject({ ok: false, harm: { reason: expect.stringContaining('program or address') } });
  });

  test('that sends 100 MB is cut off before it has sent them', async () => {
    const file = join(scratch(), 'all-sent');
    const { call } = toolsOf({ notes: badServer('huge', file) }, allowed);
    expect(await call(say, {})).toMatchObject({
      ok: false,
      error: { message: 'notes/say: its server has stopped: it sent a message of more than 8 MiB' },
    });
    expect(existsSync(file)).toBe(false);
  });

  test('that hangs is given up on after its time, and continues with the next call', async () => {
    const { call } = toolsOf({ notes: badServer('hangs', '', { timeout: 300 }) }, allowed);
    expect(await call(say, {})).toMatchObject({ error: { class: 'timeout', message: 'notes/say: no answer within 0.3 s' } });
    expect(await call('mcp__notes__env', {})).toMatchObject({ ok: true });
  });

  test('that never answers is given up on when it should have started', async () => {
    const { call } = toolsOf({ notes: badServer('silent', '', { start_timeout: 300 }) }, allowed);
    expect(await call(say, {})).toMatchObject({
      error: { class: 'timeout', message: 'the MCP server notes: it did not answer within 0.3 s' },
    });
  });

  test('that dies in a call is an error with its last words, and is started three times at most', async () => {
    const { call } = toolsOf({ notes: badServer('dies') }, allowed);
    const gone = 'notes/say: its server has stopped: it ended with exit code 3; its last output: a bug in line 7';
    for (let times = 0; times < 3; times += 1) expect(await call(say, {})).toMatchObject({ ok: false, error: { message: gone } });
    expect(await call(say, {})).toMatchObject({
      error: {
        message: expect.stringContaining(
          'it was started 3 times within 10 minutes, and is not started again for now: it ended with exit code 3',
        ),
      },
    });
  });

  test.each(['samples', 'roots'])('that asks for what is not offered is refused: %s', async (kind) => {
    const { call } = toolsOf({ notes: badServer(kind) }, allowed);
    expect(await call(say, {})).toMatchObject({ ok: true, output: expect.stringMatching(/refused with -32601/) });
  });

  test('whose answer is not what it declares is an error that says so', async () => {
    const { call } = toolsOf({ notes: badServer('unlike') }, allowed);
    expect(await call(say, {})).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('does not conform to the output schema that its server declares: /n is of type string') },
      output: expect.stringContaining('"many"'),
    });
  });

  test('whose program is not there is a missing program', async () => {
    const { call } = toolsOf({ notes: { ...badServer('plain'), command: '/no/such/program' } }, allowed);
    expect(await call(say, {})).toMatchObject({ ok: false, error: { message: expect.stringContaining('/no/such/program') } });
  });
});

describe('what a server asks while it works', () => {
  test('reaches the person, and the call continues with the yes, however late', async () => {
    const { call } = toolsOf({ notes: badServer('elicits', '', { timeout: 400 }) }, allowed);
    const asked = await call(say, {});
    expect(asked).toMatchObject({ harm: { action: 'notes/say asks: Are you sure?', rule: null } });
    await new Promise((resolve) => setTimeout(resolve, 500)); // longer than the limit of a call: this test needs real time
    expect(await call(say, {}, { approved: asked.harm?.hash ?? '' })).toMatchObject({
      output: 'the answer: {"action":"accept","content":{"sure":true}}',
    });
  });

  test('is stopped where the person does something else', async () => {
    const { call } = toolsOf({ notes: badServer('elicits') }, allowed);
    const asked = await call(say, {});
    await call('mcp__notes__env', {});
    const late = await call(say, {}, { approved: asked.harm?.hash ?? '' });
    expect(late).toMatchObject({
      ok: false,
      error: { class: 'failed', message: expect.stringContaining('whether it took effect is unknown') },
    });
    expect(late).not.toHaveProperty('harm');
  });

  test('is not asked by a second call where artoo was stopped before the answer', async () => {
    const home = scratch();
    const first = toolsOf({ notes: badServer('elicits') }, allowed, home);
    const approved = (await first.call(say, {})).harm?.hash ?? '';
    first.close();
    const { call, lookUp } = toolsOf({ notes: badServer('elicits') }, allowed, home);
    expect(await lookUp(say, {}, '1.1.1/R3/2.1', { approved })).toBe('unknown');
    const again = await call(say, {}, { approved });
    expect(again).toMatchObject({ ok: false, error: { message: expect.stringContaining('whether it took effect is unknown') } });
    expect(again).not.toHaveProperty('harm');
  });

  test('marks the call that carries the answer', async () => {
    const { call, lookUp } = toolsOf({ notes: badServer('elicits') }, allowed);
    const { harm } = await call(say, {});
    expect(await call(say, {}, { key: '1.1.1/R3/2.1', approved: harm?.hash ?? '' })).toMatchObject({ ok: true });
    expect(await lookUp(say, {}, '1.1.1/R3/2.1')).toBe('unknown');
  });

  test('may be a form, which is sent as the person filled it in', async () => {
    const { call } = toolsOf({ notes: badServer('elicits') }, allowed);
    const asked = await call(say, { text: 'form' });
    expect(asked).toMatchObject({
      harm: {
        form: [
          { name: 'name', kind: 'text' },
          { name: 'age', kind: 'integer' },
        ],
      },
    });
    const approved = asked.harm?.hash ?? '';
    expect(await call(say, { text: 'form' }, { approved, filled: { name: 'Ada', age: 36 } })).toMatchObject({
      output: 'the answer: {"action":"accept","content":{"name":"Ada","age":36}}',
    });
    const again = await call(say, { text: 'form' });
    expect(await call(say, { text: 'form' }, { approved: again.harm?.hash ?? '' })).toMatchObject({
      output: 'the answer: {"action":"decline"}',
    });
  });

  test('is declined where it is a form that cannot be filled in here, and the model is told', async () => {
    const { call } = toolsOf({ notes: badServer('elicits') }, allowed);
    const { output } = await call(say, { text: 'list' });
    expect(output).toContain('the answer: {"action":"decline"}');
    expect(output).toContain('[artoo: the server asked the person "Are you sure?", and the request was declined');
  });
});

test('a cancel stops the call, and its server is told', async () => {
  const file = join(scratch(), 'told');
  const { call } = toolsOf({ notes: badServer('hangs', file) }, allowed);
  await call('mcp__notes__env', {});
  const stop = new AbortController();
  const running = call(say, {}, { signal: stop.signal });
  await expect.poll(() => existsSync(`${file}-begun`)).toBe(true);
  stop.abort();
  expect(await running).toMatchObject({ ok: false });
  await expect.poll(() => existsSync(file)).toBe(true);
});
