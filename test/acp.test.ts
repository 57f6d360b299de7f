/** The built `artoo acp`, as editors start it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { newHome, startArtoo } from './support/command.ts';
import { scratch } from './support/scratch.ts';
import { perceived } from './support/scripted.ts';

test('carries out a prompt, speaks nothing but the protocol, and ends with its editor', async () => {
  const cassette = join(scratch(), 'talk.jsonl');
  const lines = [
    { role: 'R1', answer: { ...perceived, kind: 'conversation' } },
    { role: 'R2', answer: { answer: 'Hello.' } },
  ];
  writeFileSync(cassette, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { process, ended } = startArtoo(['acp', '--replay', cassette], { at: newHome(), input: 'open' });
  const { stdin, stdout } = process;
  if (!stdin || !stdout) return expect.fail('it has no pipes');
  const send = (id: number, method: string, params: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  send(1, 'initialize', { protocolVersion: 1 });
  send(2, 'session/new', { cwd: scratch(), mcpServers: [] });
  const said: object[] = [];
  for await (const line of createInterface({ input: stdout })) {
    const message = JSON.parse(line);
    if (message.id === 2)
      send(3, 'session/prompt', { sessionId: message.result.sessionId, prompt: [{ type: 'text', text: 'Say hello.' }] });
    if (message.id === 3) stdin.end();
    said.push(message.method ? message.params.update : message.result);
  }
  expect(said).toMatchObject([
    { protocolVersion: 1, agentInfo: { name: 'artoo' } },
    { sessionId: expect.any(String) },
    { sessionUpdate: 'available_commands_update' },
    { sessionUpdate: 'agent_message_chunk', content: { text: 'Hello.\n\nNothing was looked up or run for this answer.' } },
    { stopReason: 'end_turn' },
  ]);
  expect(await ended).toMatchObject({ code: 0, err: '' });
});
