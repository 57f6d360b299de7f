/** What every client can do, and what only editor sessions do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { methods, type RequestPermissionRequest } from '@agentclientprotocol/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { acpClient, connectEditor, messagesIn, openAcpDoor, openEditorSession, promptIn } from '../../test/support/acp-door.ts';
import { clientPlace, clientSuite, overwriting } from '../../test/support/client-suite.ts';
import { rawClient } from '../../test/support/raw-client.ts';
import { answers, perceived, plan, saying, write } from '../../test/support/scripted.ts';
import { readJournal } from '../journal/reader.ts';
import type { Model } from '../models/model.ts';

clientSuite({ name: 'the official ACP client', open: acpClient });

type Place = ReturnType<typeof clientPlace>;

function opened(place: Place, model: Model, options = {}) {
  const door = openAcpDoor({ ...place, model, options });
  onTestFinished(async () => {
    door.input.end();
    await door.served;
  });
  return door;
}

const choosing =
  (optionId: string, asked: RequestPermissionRequest[] = []) =>
  async (request: RequestPermissionRequest) => {
    asked.push(request);
    return { outcome: { outcome: 'selected', optionId } } as const;
  };

const conversation = { ...perceived, kind: 'conversation' };
const talking = (): Model =>
  saying({ R1: answers(conversation, conversation), R2: answers({ answer: 'Blue.' }, { answer: 'As I said.' }) });

const journals = async ({ data }: Place) =>
  Promise.all(
    readdirSync(join(data, 'tasks'))
      .filter((name) => name.endsWith('.jsonl'))
      .toSorted()
      .map((name) => readJournal(join(data, 'tasks', name))),
  );

test('says what it is, and in which version', async () => {
  const place = clientPlace();
  const { initialized } = await connectEditor(opened(place, saying({})));
  expect(initialized).toMatchObject({ protocolVersion: 1, agentCapabilities: { loadSession: true }, agentInfo: { name: 'artoo' } });
});

test('a follow-up knows what was said before, and a session is shown again when it is opened again', async () => {
  const place = clientPlace();
  const door = opened(place, talking());
  const { agent, updates } = await connectEditor(door);
  const { sessionId, prompt } = await openEditorSession(agent, place.cwd);
  expect(await prompt('Which colour?')).toEqual({ stopReason: 'end_turn' });
  await prompt('Why?');
  const [, second] = await journals(place);
  expect(second?.entries[1]).toMatchObject({ payload: { text: 'Why?', session: [{ input: 'Which colour?', output: 'Blue.' }] } });
  const before = updates.length;
  await agent.request(methods.agent.session.load, { sessionId, cwd: place.cwd, mcpServers: [] });
  const told = updates
    .slice(before)
    .flatMap((each) =>
      'content' in each && each.content && 'text' in each.content ? [`${each.sessionUpdate}: ${each.content.text}`] : [],
    );
  const alone = '\n\nNothing was looked up or run for this answer.';
  expect(told).toEqual([
    'user_message_chunk: Which colour?',
    `agent_message_chunk: Blue.${alone}`,
    'user_message_chunk: Why?',
    `agent_message_chunk: As I said.${alone}`,
  ]);
});

test('what the executor says is shown while it is written, once', async () => {
  const place = clientPlace();
  const inner = saying({ R3: [{ calls: [write()] }, { answer: 'hello.txt is written.' }] });
  const isTold = Promise.withResolvers<void>();
  let step = 0;
  const model: Model = {
    async step(request, origin, signal) {
      const answer = await inner.step(request, origin, signal);
      if (origin.role !== 'R3') return answer;
      step += 1;
      if (step > 1) return answer;
      origin.onText?.('I write ');
      await isTold.promise;
      origin.onText?.('it');
      return { ...answer, text: 'I write it now.' };
    },
  };
  const { agent, updates } = await connectEditor(opened(place, model));
  const running = (await openEditorSession(agent, place.cwd)).prompt('Say hello.');
  const thoughts = () =>
    updates.flatMap((each) => (each.sessionUpdate === 'agent_thought_chunk' && each.content.type === 'text' ? [each.content.text] : []));
  await expect.poll(thoughts).toEqual(['I write ']);
  isTold.resolve();
  await running;
  expect(thoughts().join('')).toBe('I write it now.\n\n');
});

test('a task that was stopped is resumed in its session, which another process opened again', async () => {
  const place = clientPlace();
  const asked = Promise.withResolvers<void>();
  const first = opened(place, overwriting());
  const editor = await connectEditor(first, () => {
    asked.resolve();
    return new Promise(() => {});
  });
  const { sessionId, prompt } = await openEditorSession(editor.agent, place.cwd);
  prompt('Overwrite it.').catch(() => {}); // its connection ends
  await asked.promise;
  first.input.end();
  await first.served;
  const questions: RequestPermissionRequest[] = [];
  const { agent, updates } = await connectEditor(opened(place, overwriting()), choosing('yes', questions));
  await agent.request(methods.agent.session.load, { sessionId, cwd: place.cwd, mcpServers: [] });
  expect(messagesIn(updates)).toContain('/resume');
  expect(await promptIn(agent, sessionId)('/resume')).toEqual({ stopReason: 'end_turn' });
  expect(questions).toMatchObject([{ sessionId, toolCall: { content: [{ type: 'diff', oldText: 'old', newText: 'new' }, {}] } }]);
  expect(place.kept()).toBe('new\n');
});

test('a rule that comes with a yes is written down, and says how far it reaches', async () => {
  const place = clientPlace();
  const asked: RequestPermissionRequest[] = [];
  const { agent } = await connectEditor(opened(place, overwriting()), choosing('rule 1', asked));
  await (await openEditorSession(agent, place.cwd)).prompt('Overwrite it.');
  expect(asked[0]?.options[2]).toMatchObject({ kind: 'allow_always', name: expect.stringMatching(/write\(.*from now on/) });
  expect(readFileSync(join(place.data, 'config.yaml'), 'utf8')).toContain('kept.txt');
});

test('harm is refused where the editor cannot ask', async () => {
  const place = clientPlace();
  const { agent, updates } = await connectEditor(opened(place, overwriting()));
  await (await openEditorSession(agent, place.cwd)).prompt('Overwrite it. I confirm: yes.');
  expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: 'tool_call_update', status: 'failed' }));
  expect(place.kept()).toBe('old\n');
});

test.each([
  ['approve', true],
  ['Rather not.', false],
])('a plan is a message, and "%s" answers it', async (said, isDone) => {
  const place = clientPlace();
  const { agent, updates } = await connectEditor(opened(place, saying({ R2: answers(plan(), plan()) }), { review: true }));
  const { prompt } = await openEditorSession(agent, place.cwd);
  await prompt('Say hello.');
  expect(messagesIn(updates)).toContain('approve');
  await prompt(said);
  expect(readdirSync(place.cwd).includes('hello.txt')).toBe(isDone);
});

test('a prompt during another one, without a session, or about something that does not exist is refused', async () => {
  const place = clientPlace();
  const asked = Promise.withResolvers<void>();
  const door = opened(place, overwriting());
  const { agent } = await connectEditor(door, () => {
    asked.resolve();
    return new Promise(() => {});
  });
  const { prompt, cancel } = await openEditorSession(agent, place.cwd);
  const running = prompt('Overwrite it.');
  await asked.promise;
  await expect(prompt('And this.')).rejects.toMatchObject({ code: -32600 });
  await cancel();
  expect(await running).toEqual({ stopReason: 'cancelled' });
  await expect(promptIn(agent, 'none')('Hello.')).rejects.toMatchObject({ code: -32002 });
  await expect(agent.request(methods.agent.session.load, { sessionId: 'none', cwd: place.cwd, mcpServers: [] })).rejects.toMatchObject({
    code: -32002,
  });
  await expect(agent.request(methods.agent.session.load, { sessionId: '../x', cwd: place.cwd, mcpServers: [] })).rejects.toMatchObject({
    code: -32602,
  });
  await expect(agent.request(methods.agent.session.new, { cwd: 'src', mcpServers: [] })).rejects.toMatchObject({ code: -32602 });
  await expect(prompt('/resume 00000000')).rejects.toMatchObject({ code: -32602 });
});

test('garbage is answered with an error, and what follows it is served', async () => {
  const place = clientPlace();
  const { send, request, replies } = rawClient(opened(place, saying({})));
  for (const line of ['{', '[]', '7', '{"jsonrpc":"2.0","id":{}}', '{"id":1}', `"${'x'.repeat(9 << 20)}"`]) send(line);
  request(1, 'session/new', { cwd: place.cwd, mcpServers: [] });
  request(2, 'initialize', { protocolVersion: 'x' });
  request(3, 'initialize', { protocolVersion: 1 });
  request(4, 'nothing/like/this', {});
  request(5, 'session/prompt', { sessionId: 7 });
  const codes = (await replies(11)).map(({ error, result }) => error?.code ?? (result ? 'ok' : undefined));
  expect(codes.toSorted()).toEqual([-32600, -32600, -32600, -32600, -32600, -32600, -32601, -32602, -32602, -32700, 'ok'].toSorted());
});

test('an editor that writes garbage and reads nothing is no longer answered once a mebibyte waits for it', async () => {
  const { input, output } = opened(clientPlace(), saying({}));
  await new Promise<void>((resolve) => void input.write('{"a":1}\n'.repeat(30_000), () => resolve()));
  await expect.poll(() => input.readableLength).toBe(0);
  expect(output.writableLength + output.readableLength).toBeGreaterThan(1 << 20);
  expect(output.writableLength).toBeLessThan((1 << 20) + 1_000);
});
