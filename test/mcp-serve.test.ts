/** The built `artoo mcp serve`, as other agents start it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { newHome, startArtoo } from './support/command.ts';
import { scratch } from './support/scratch.ts';
import { perceived } from './support/scripted.ts';

test('carries out a goal for a program, speaks nothing but the protocol, and ends with its client', async () => {
  const at = newHome();
  const cassette = join(scratch(), 'talk.jsonl');
  const lines = [
    { role: 'R1', answer: { ...perceived, kind: 'conversation' } },
    { role: 'R2', answer: { answer: 'Hello.' } },
  ];
  writeFileSync(cassette, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { process, ended } = startArtoo(['mcp', 'serve', '--replay', cassette], { at, input: 'open' });
  const { stdin, stdout } = process;
  if (!stdin || !stdout) return expect.fail('it has no pipes');
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  send({ id: 3, method: 'tools/call', params: { name: 'artoo', arguments: { goal: 'Say hello.' } } });
  const replies: { readonly id: number; readonly result: Record<string, unknown> }[] = [];
  for await (const line of createInterface({ input: stdout })) {
    replies.push(JSON.parse(line));
    if (replies.length === 3) stdin.end();
  }
  expect(replies[1]?.result.tools).toMatchObject(
    ['artoo', 'artoo_continue', 'artoo_log', 'artoo_try', 'artoo_undo'].map((name) => ({ name })),
  );
  expect(replies[2]?.result.structuredContent).toMatchObject({ state: 'ended', directive: 'accept', output: 'Hello.' });
  expect(await ended).toMatchObject({ code: 0, err: '' });
});
