/** A goal that names a resource of a server: it arrives like data that was piped in. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeServer, publishedServer } from './support/mcp.ts';
import { runArtoo } from './support/run-artoo.ts';
import { scratch } from './support/scratch.ts';

const uri = 'docs:demo://resource/static/document/startup.md';

test('a goal takes a resource along, in its words and on its record', async () => {
  const [home, data] = [scratch(), scratch()];
  const { command, args } = nodeServer([publishedServer('everything')]);
  writeFileSync(join(data, 'config.yaml'), JSON.stringify({ mcp: { servers: { docs: { command, args, contained: false } } } }));
  const cassette = join(home, 'cassette.jsonl');
  const perceived = { slug: 'say', intent: 'Say what it is about.', kind: 'conversation' };
  writeFileSync(
    cassette,
    [
      { role: 'R1', answer: perceived },
      { role: 'R3', answer: { answer: 'about servers' } },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  const goal = `what is @${uri} about?`;
  const { out } = await runArtoo(['--data', data, '--no-memory', '--json', '--replay', cassette, '--', goal], {
    at: { home, cwd: home, data },
  });
  const [input] = out.split('\n').flatMap((line) => (line.includes('"UserInput"') ? [JSON.parse(line)] : []));
  expect(input).toMatchObject({
    payload: {
      text: goal,
      data: { path: expect.stringMatching(/input-.*\.txt$/), excerpt: expect.stringMatching(/^# Everything Server/) },
    },
  });
});
