/** The demo of a team: a sprint in a scratch repository. Only the models are scripted; the board, git, commands and tests are real. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defaultSettings } from '../../config/settings.ts';
import type { Json } from '../../contracts/json.ts';
import { readCassette } from '../../effects/cassette.ts';
import { uncapped } from '../../laws/caps.ts';
import type { Model, ModelRequest } from '../../models/model.ts';
import { gitOutput } from '../../team/git/git.ts';
import type { Site } from '../open-artoo.ts';

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "greetings", "type": "module", "scripts": { "test": "node --test" } }\n',
  'specs/vision.md': [
    '# Greetings',
    '',
    '- `greet(name)` returns `Hello, <name>!`. Without a name it returns `Hello, World!`.',
    '- `farewell(name)` returns `Goodbye, <name>!`.',
    '',
  ].join('\n'),
};

export const demoGoal = 'Greet people, and say goodbye to them';

/** A repository with a spec and one commit. */
export async function makeDemoRepository(root: string): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await gitOutput(root, ['init', '--quiet', '--initial-branch=main']);
  await gitOutput(root, ['add', '--all']);
  await gitOutput(root, ['commit', '--quiet', '--message', 'What we want']);
}

/** The models and settings of the demo. */
export async function demoSite(data: string, workspace: string): Promise<Site> {
  const model = readingCommits(await readCassette(new URL('../../../demo/team.jsonl', import.meta.url)));
  const settings = defaultSettings({ data, workspace });
  return { settings: { ...settings, task: { ...settings.task, caps: uncapped, grows: [] } }, model, secrets: () => [] };
}

/** A scripted reviewer cannot know which commit it will be shown: it takes the one that its prompt names. */
const readingCommits = (model: Model): Model => ({
  ...model,
  async step(request, origin, signal) {
    const answer = await model.step(request, origin, signal);
    const commit = commitIn(request);
    return { ...answer, calls: answer.calls.map((call) => ({ ...call, input: filledIn(call.input, commit) })) };
  },
});

const commitIn = ({ turns }: ModelRequest): string => /^Commit: ([0-9a-f]{40})/m.exec(turns[0]?.text ?? '')?.[1] ?? '';
const filledIn = (input: Json, commit: string): Json => JSON.parse(JSON.stringify(input).replaceAll('{{commit}}', commit)) as Json; // the same JSON
