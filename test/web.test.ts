/** A task that fetches a page from a server on this machine, over the real network: refused if no person is there, done if a rule names the host. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { newHome } from './support/command.ts';
import { startGreeting } from './support/greeting.ts';
import { runArtoo } from './support/run-artoo.ts';

/** A page with a text, the number of requests for it, and the provider whose executor fetches it. */
async function localPage() {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><body><p>The lamp has been lit since <b>1846</b>.</p></body></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  const url = `http://127.0.0.1:${port}/`;
  const provider = await startGreeting(({ role, turns }) => {
    if (role === 'R2') return { text: JSON.stringify(plan) };
    if (role === 'R4a') return { text: JSON.stringify({ verdicts, what_was_wrong: '', what_to_do: '' }) };
    if (role !== 'R3') return undefined;
    const [result] = turns.flatMap((turn) => (turn.role === 'tool' ? [JSON.stringify(turn)] : []));
    if (result === undefined) return { calls: [{ tool: 'fetch_url', input: { url } }] };
    return { text: result.includes('**1846**') ? 'It has been lit since 1846.' : 'It could not be found out.' };
  });
  onTestFinished(() => provider[Symbol.asyncDispose]());
  return { port, times: () => asked, at: ['--brain', `good-model@${provider.url}`] };
}

const plan = {
  task_criteria: [{ criterion: 'the answer says since when the lamp is lit', mode: 'plausible', weight: 1 }],
  subtasks: [{ intent: 'Find out since when', context: '', tools: ['fetch_url'], sequence: 1, deadline: null }],
};

const verdicts = [0, 1, 2].map((criterion) => ({ criterion, verdict: 'pass', failure_class: null, evidence: 'lit since **1846**' }));

test('without a rule, and with no one there, nothing is fetched, and the rule that would allow it is named', async () => {
  const { port, times, at } = await localPage();
  const { out, err, code } = await runArtoo([...at, 'since when is the lamp lit?'], { at: newHome() });
  expect(times()).toBe(0);
  expect(code).toBe(3);
  expect(out + err).toContain(`fetch(127.0.0.1:${port})`);
});

test('with a rule that names the host, the page is read and answers the question', async () => {
  const { port, times, at } = await localPage();
  const { out } = await runArtoo([...at, '--allow', `fetch(127.0.0.1:${port})`, 'since when is the lamp lit?'], { at: newHome() });
  expect(times()).toBe(1);
  expect(out).toContain('lit since 1846');
});
